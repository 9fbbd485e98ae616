package io.tidings.ingest.publish;

import io.tidings.contract.event.Event;
import io.tidings.contract.topic.Domain;
import io.tidings.contract.topic.PublishLimits;
import io.tidings.contract.topic.TopicResource;
import io.tidings.ingest.http.ApiError;
import io.tidings.ingest.write.ResourceLimits;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntSupplier;

/**
 * Limits the events and the bytes a second that this instance accepts for a topic, so that the publishers of one topic
 * leave room for others; instances share a limit equally. A request is accepted whole while the topic is at most a
 * second ahead of its rates, and so is each topic of a domain that it has events of. Times are of {@link
 * System#nanoTime}. Thread-safe.
 */
public final class PublishRates {
    private static final long AHEAD = Duration.ofSeconds(1).toNanos();

    /** Beyond it, those that make no difference are forgotten. */
    static final int MOST_BUCKETS = 10_000;

    /** Of topics of domains: events may name any. Beyond it, the one that has been idle for longest is forgotten. */
    static final int MOST_SHARES = 100_000;

    private final PublishLimits defaults;
    private final IntSupplier instances;
    private final Map<String, Bucket> buckets = new ConcurrentHashMap<>();

    /** Of topics of domains, the one that has been idle for longest first. */
    private final Map<String, Bucket> shares = new LinkedHashMap<>(16, 0.75f, true);

    /**
     * @param defaults of topics that state no limits
     * @param instances that share the requests of a topic
     */
    public PublishRates(PublishLimits defaults, IntSupplier instances) {
        this.defaults = defaults;
        this.instances = instances;
    }

    /** @param patience until the topic accepts a request again */
    record Excess(Duration patience, ApiError error) {}

    private enum Unit {
        EVENTS("TooManyEvents", PublishLimits.EVENTS, ResourceLimits.MOST_PUBLISHED_EVENTS),
        BYTES("TooManyBytes", PublishLimits.BYTES, ResourceLimits.MOST_PUBLISHED_BYTES);

        private final String code;
        private final String member;
        private final String setting;

        Unit(String code, String member, String setting) {
            this.code = code;
            this.member = member;
            this.setting = setting;
        }

        int of(PublishLimits limits) {
            return switch (this) {
                case EVENTS -> limits.events();
                case BYTES -> limits.bytes();
            };
        }
    }

    /** Returns why publishers must wait before the topic accepts this request; empty if it does. */
    Optional<Excess> take(TopicResource topic, int events, int bytes, long now) {
        var limits = topic.limits().or(defaults);
        if (limits.equals(PublishLimits.NONE)) {
            return Optional.empty();
        }
        if (buckets.size() >= MOST_BUCKETS) { // topics may come and go
            buckets.values().removeIf(bucket -> bucket.isEven(now));
        }
        int sharing = instances.getAsInt();
        var bucket = buckets.computeIfAbsent(topic.name(), _ -> new Bucket(now));
        synchronized (bucket) {
            var excess = bucket.excess(limits, now).map(unit -> {
                var place = unit.of(topic.limits()) > 0
                        ? "properties.tidings.limits." + unit.member + " of the topic"
                        : unit.setting;
                return excess(bucket, topic.name(), unit, limits, sharing, place, now);
            });
            if (excess.isEmpty()) {
                bucket.add(events, bytes, limits, sharing, now);
            }
            return excess;
        }
    }

    /**
     * Counts events for their topics if these are of a domain that limits each of them. If one topic is ahead of its
     * rates, none is counted, and the domain gets back what {@link #take} counted for the request: one event and its
     * bytes. Otherwise one topic would use up what all have together.
     */
    Optional<Excess> share(TopicResource domain, List<Event> events, int bytes, long now) {
        var limits =
                domain.domain() == null ? PublishLimits.NONE : domain.domain().topicLimits();
        if (limits.equals(PublishLimits.NONE)) {
            return Optional.empty();
        }
        var input = domain.input();
        var sent = new HashMap<String, Sent>();
        events.forEach(event -> sent.merge(input.topicOf(event), new Sent(1, event.json().length), Sent::plus));
        int sharing = instances.getAsInt();
        var excess = share(sent, limits, sharing, now);
        if (excess.isPresent()) {
            add(domain, -1, -bytes, now);
        }
        return excess;
    }

    /** Returns the excess that lasts longest, so that the whole request is accepted after it. */
    private Optional<Excess> share(Map<String, Sent> sent, PublishLimits limits, int sharing, long now) {
        synchronized (shares) {
            var excess = sent.keySet().stream()
                    .flatMap(topic -> Optional.ofNullable(shares.get(topic))
                            .flatMap(bucket -> bucket.excess(limits, now)
                                    .map(unit -> excess(
                                            bucket,
                                            topic,
                                            unit,
                                            limits,
                                            sharing,
                                            "properties.tidings." + Domain.TOPIC_LIMITS + "." + unit.member
                                                    + " of the domain",
                                            now)))
                            .stream())
                    .max(Comparator.comparing(Excess::patience));
            if (excess.isEmpty()) {
                sent.forEach((topic, each) -> {
                    shares.computeIfAbsent(topic, _ -> new Bucket(now))
                            .add(each.events(), each.bytes(), limits, sharing, now);
                    forgetOneShare(now);
                });
            }
            return excess;
        }
    }

    private void forgetOneShare(long now) {
        var idle = shares.values().iterator();
        if (idle.next().isEven(now) || shares.size() > MOST_SHARES) {
            idle.remove();
        }
    }

    private record Sent(int events, int bytes) {
        Sent plus(Sent other) {
            return new Sent(events + other.events, bytes + other.bytes);
        }
    }

    /** Counts the other events of a request that was accepted as one. */
    void add(TopicResource topic, int events, long now) {
        add(topic, events, 0, now);
    }

    private void add(TopicResource topic, int events, int bytes, long now) {
        var bucket = buckets.get(topic.name());
        if (bucket != null) { // otherwise there are no limits, or it makes no difference
            synchronized (bucket) {
                bucket.add(events, bytes, topic.limits().or(defaults), instances.getAsInt(), now);
            }
        }
    }

    int buckets() {
        return buckets.size();
    }

    int shares() {
        synchronized (shares) {
            return shares.size();
        }
    }

    private static Excess excess(
            Bucket bucket, String topic, Unit unit, PublishLimits limits, int sharing, String place, long now) {
        var error = ApiError.of(
                429,
                unit.code,
                "topic " + topic + " accepts " + unit.of(limits) + " "
                        + unit.name().toLowerCase(Locale.ROOT) + " a second"
                        + (sharing > 1 ? ", shared by " + sharing + " instances" : "") + " (see " + place
                        + "); repeat the request after the seconds that Retry-After says");
        return new Excess(Duration.ofNanos(bucket.ahead(unit, now) - AHEAD), error);
    }

    private static final class Bucket {
        /** The time when what was accepted is within the rate again, by unit. */
        private final Map<Unit, Long> even = new EnumMap<>(Unit.class);

        Bucket(long now) {
            for (var unit : Unit.values()) {
                even.put(unit, now);
            }
        }

        synchronized boolean isEven(long now) {
            return even.values().stream().allMatch(each -> each - now <= 0);
        }

        /** Returns the unit of which too much was accepted, the farthest ahead if it is both. */
        Optional<Unit> excess(PublishLimits limits, long now) {
            return Arrays.stream(Unit.values())
                    .filter(unit -> unit.of(limits) > 0 && ahead(unit, now) > AHEAD)
                    .max(Comparator.comparingLong(unit -> ahead(unit, now)));
        }

        long ahead(Unit unit, long now) {
            return Math.max(0, even.getOrDefault(unit, now) - now);
        }

        void add(int events, int bytes, PublishLimits limits, int sharing, long now) {
            add(Unit.EVENTS, nanos(events, limits.events(), sharing), now);
            add(Unit.BYTES, nanos(bytes, limits.bytes(), sharing), now);
        }

        private void add(Unit unit, long nanos, long now) {
            even.put(unit, now + ahead(unit, now) + nanos);
        }

        private static long nanos(int number, int perSecond, int sharing) {
            return perSecond == 0 ? 0 : (long) ((double) number * sharing / perSecond * AHEAD);
        }
    }
}
