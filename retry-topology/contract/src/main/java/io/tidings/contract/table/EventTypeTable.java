package io.tidings.contract.table;

import io.tidings.contract.event.DataRules;
import io.tidings.contract.eventtype.DataCheck;
import io.tidings.contract.eventtype.DeclaredSchema;
import io.tidings.contract.eventtype.EventTypeKey;
import io.tidings.contract.topic.TopicResource;
import java.util.HashMap;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The event types that topics declare (B-TYPE-1), in the programs that check events. Written by the one thread that reads
 * the topics table, read by any.
 */
public final class EventTypeTable {
    static final int MOST_OF_A_TOPIC = 200;
    static final int MOST_BYTES_OF_A_TOPIC = 1024 * 1024;
    static final long MOST_BYTES = 32L * MOST_BYTES_OF_A_TOPIC;

    private final NavigableMap<EventTypeKey, EventTypeEntry> declared = new ConcurrentSkipListMap<>();
    /** Those whose records are still there, although their topic was deleted after them. */
    private final Set<EventTypeKey> ended = ConcurrentHashMap.newKeySet();

    private final boolean kept;
    private long bytes;

    private EventTypeTable(boolean kept) {
        this.kept = kept;
    }

    /** Returns the table of a program that checks events. */
    public static EventTypeTable kept() {
        return new EventTypeTable(true);
    }

    /** Returns the table of a program that checks none: it stays empty. */
    public static EventTypeTable ignored() {
        return new EventTypeTable(false);
    }

    boolean isKept() {
        return kept;
    }

    public Optional<EventTypeEntry> find(EventTypeKey key) {
        return Optional.ofNullable(declared.get(key));
    }

    /** Returns the declared types of a topic by name. */
    public List<EventTypeEntry> of(String topic) {
        return streamOf(topic).toList();
    }

    private Stream<EventTypeEntry> streamOf(String topic) {
        return declared.tailMap(new EventTypeKey(topic, "")).values().stream()
                .takeWhile(entry -> entry.key().topic().equals(topic));
    }

    /** Returns why there is no room for a type; empty if there is. Two instances that ask at once may both be told so. */
    public Optional<String> refusal(EventTypeKey key, int size) {
        var topic = key.topic();
        var others = streamOf(topic).filter(entry -> !entry.key().equals(key)).toList();
        if (others.size() >= MOST_OF_A_TOPIC) {
            return Optional.of("topic " + topic + " declares as many event types as it may, " + MOST_OF_A_TOPIC
                    + "; delete one that nobody publishes any more");
        }
        int ofTopic = others.stream().mapToInt(EventTypeEntry::bytes).sum();
        if (ofTopic + size > MOST_BYTES_OF_A_TOPIC) {
            return Optional.of("the event types of topic " + topic + " would have " + (ofTopic + size)
                    + " bytes, the limit is " + MOST_BYTES_OF_A_TOPIC + "; shorten schemas or examples");
        }
        long all = bytes() - find(key).map(EventTypeEntry::bytes).orElse(0) + size;
        return all > MOST_BYTES
                ? Optional.of("the event types of all topics would have " + all + " bytes, the limit is " + MOST_BYTES
                        + "; shorten or delete some")
                : Optional.empty();
    }

    private synchronized long bytes() {
        return bytes;
    }

    private synchronized void count(@Nullable EventTypeEntry added, @Nullable EventTypeEntry removed) {
        bytes += (added == null ? 0 : added.bytes()) - (removed == null ? 0 : removed.bytes());
    }

    void put(EventTypeEntry entry) {
        ended.remove(entry.key());
        count(entry, declared.put(entry.key(), entry));
    }

    void remove(EventTypeKey key) {
        ended.remove(key);
        count(null, declared.remove(key));
    }

    /** The topic was deleted: another one of its name begins without types. */
    void removeOf(String topic) {
        for (var entry : of(topic)) {
            remove(entry.key());
            ended.add(entry.key());
        }
    }

    /**
     * Returns the types whose records are to be deleted, since their topic was deleted without them.
     *
     * @param exists whether there is a topic
     */
    List<EventTypeKey> orphans(Predicate<String> exists) {
        return Stream.concat(ended.stream(), declared.keySet().stream().filter(key -> !exists.test(key.topic())))
                .toList();
    }

    DataRules rules(TopicResource topic) {
        if (topic.check() == DataCheck.OFF) {
            return DataRules.NONE;
        }
        var schemas = new HashMap<String, DeclaredSchema>();
        for (var entry : of(topic.name())) {
            var schema = entry.schema();
            if (schema != null) {
                schemas.put(entry.key().name(), schema);
            }
        }
        return new DataRules(topic.check(), schemas);
    }
}
