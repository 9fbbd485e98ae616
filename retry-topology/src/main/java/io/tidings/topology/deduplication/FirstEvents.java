package io.tidings.topology.deduplication;

import io.tidings.topology.deduplication.FirstEvent.KeyHash;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The first event of each key, of one topic in one partition of {@code events}: the one that every later event with the
 * same key repeats, until the window has passed since it was appended. An event that is not one of these is not known to
 * be delivered, so nothing is a duplicate of it. Pure, and confined to the thread that reads the partition.
 */
final class FirstEvents {
    /** The oldest is first, as far as the times of a log increase. */
    private final LinkedHashMap<KeyHash, Place> places = new LinkedHashMap<>();

    /** First ones behind the place where this owner began to read: a former owner may not have committed them. */
    private final Set<Long> ahead = new HashSet<>();

    private final long begin;
    private final Room ofTopic;
    private final SharedRoom ofProcess;

    /** @param appended in milliseconds */
    record Place(long offset, long appended) {}

    /**
     * How many keys of a topic are known, in all partitions, and may be.
     *
     * @param keys shared by all that know some
     */
    record Room(AtomicLong keys, long most) {}

    /** How many keys of all topics are known, and may be. There may be a quarter more, so that each topic has its share. */
    static final class SharedRoom {
        private static final int PART_FOR_SHARES = 4;

        private final AtomicLong keys = new AtomicLong();
        private final AtomicInteger topics = new AtomicInteger();
        private final long most;

        SharedRoom(long most) {
            this.most = most;
        }

        long keys() {
            return keys.get();
        }

        private void count(Room ofTopic, int more) {
            keys.addAndGet(more);
            long now = ofTopic.keys().addAndGet(more);
            if (more > 0 && now == more) {
                topics.incrementAndGet();
            } else if (more < 0 && now == 0) {
                topics.decrementAndGet();
            }
        }

        /** A topic that has no more than its share loses none: others with many keys must not displace them. */
        private boolean exceededBy(Room ofTopic) {
            return keys.get() > most && ofTopic.keys().get() > most / PART_FOR_SHARES / Math.max(1, topics.get());
        }
    }

    /**
     * @param begin the offset that this owner reads first
     * @param ofTopic of all partitions of the topic
     * @param ofProcess of all topics
     */
    FirstEvents(long begin, Room ofTopic, SharedRoom ofProcess) {
        this.begin = begin;
        this.ofTopic = ofTopic;
        this.ofProcess = ofProcess;
    }

    /** Takes what a former owner has found, in any order. */
    void restore(KeyHash key, Place place) {
        if (place.offset() >= begin) {
            ahead.add(place.offset());
            return;
        }
        var known = places.get(key);
        if (known == null || known.offset() < place.offset()) {
            put(key, place);
            var _ = trimmed();
        }
    }

    /**
     * Returns the first event that another one repeats; empty if that is a first one itself. One that a former owner took
     * for a first one stays one: whatever came behind it may have been dropped for that.
     */
    Optional<Place> repeated(KeyHash key, Place event, Duration window) {
        forgetUntil(event.appended() - window.toMillis());
        if (ahead.remove(event.offset())) {
            return Optional.empty();
        }
        return Optional.ofNullable(places.get(key))
                .filter(known ->
                        known.offset() < event.offset() && event.appended() - known.appended() < window.toMillis());
    }

    /** Returns how many older keys had to leave early. */
    int add(KeyHash key, Place event) {
        put(key, event);
        return trimmed();
    }

    private int trimmed() {
        int early = 0;
        while (exceeded() && places.size() > 1) {
            removeOldest();
            early++;
        }
        return early;
    }

    private boolean exceeded() {
        return ofTopic.keys().get() > ofTopic.most() || ofProcess.exceededBy(ofTopic);
    }

    int size() {
        return places.size();
    }

    void clear() {
        ofProcess.count(ofTopic, -places.size());
        places.clear();
    }

    private void put(KeyHash key, Place place) {
        if (places.putLast(key, place) == null) {
            ofProcess.count(ofTopic, 1);
        }
    }

    private void forgetUntil(long time) {
        while (!places.isEmpty() && places.firstEntry().getValue().appended() <= time) {
            removeOldest();
        }
    }

    private void removeOldest() {
        places.pollFirstEntry();
        ofProcess.count(ofTopic, -1);
    }
}
