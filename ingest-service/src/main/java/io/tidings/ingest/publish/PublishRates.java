package io.tidings.ingest.publish;

import io.tidings.contract.topic.PublishLimits;
import io.tidings.contract.topic.TopicResource;
import io.tidings.ingest.http.ApiError;
import io.tidings.ingest.write.ResourceLimits;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntSupplier;

/**
 * Limits the events and the bytes a second that this instance accepts for a topic, so that the publishers of one topic
 * leave room for others; instances share a limit equally. A request is accepted whole while the topic is at most a
 * second ahead of its rates. Times are of {@link System#nanoTime}. Thread-safe.
 */
public final class PublishRates {
    private static final long AHEAD = Duration.ofSeconds(1).toNanos();

    /** Beyond it, those that make no difference are forgotten. */
    static final int MOST_BUCKETS = 10_000;

    private final PublishLimits defaults;
    private final IntSupplier instances;
    private final Map<String, Bucket> buckets = new ConcurrentHashMap<>();

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
            for (var unit : Unit.values()) {
                long ahead = bucket.ahead(unit, now);
                if (unit.of(limits) > 0 && ahead > AHEAD) {
                    return Optional.of(new Excess(Duration.ofNanos(ahead - AHEAD), refusal(topic, unit, sharing)));
                }
            }
            bucket.add(Unit.EVENTS, nanos(events, limits.events(), sharing), now);
            bucket.add(Unit.BYTES, nanos(bytes, limits.bytes(), sharing), now);
            return Optional.empty();
        }
    }

    /** Counts the other events of a request that was accepted as one. */
    void add(TopicResource topic, int events, long now) {
        var bucket = buckets.get(topic.name());
        if (bucket != null) { // otherwise there are no limits, or it makes no difference
            synchronized (bucket) {
                var limits = topic.limits().or(defaults);
                bucket.add(Unit.EVENTS, nanos(events, limits.events(), instances.getAsInt()), now);
            }
        }
    }

    private static long nanos(int number, int perSecond, int sharing) {
        return perSecond == 0 ? 0 : (long) ((double) number * sharing / perSecond * AHEAD);
    }

    int buckets() {
        return buckets.size();
    }

    private ApiError refusal(TopicResource topic, Unit unit, int sharing) {
        var own = unit.of(topic.limits());
        return ApiError.of(
                429,
                unit.code,
                "topic " + topic.name() + " accepts " + (own > 0 ? own : unit.of(defaults)) + " "
                        + unit.name().toLowerCase(Locale.ROOT) + " a second"
                        + (sharing > 1 ? ", shared by " + sharing + " instances" : "") + " (see "
                        + (own > 0 ? "properties.tidings.limits." + unit.member + " of the topic" : unit.setting)
                        + "); repeat the request after the seconds that Retry-After says");
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

        long ahead(Unit unit, long now) {
            return Math.max(0, even.getOrDefault(unit, now) - now);
        }

        void add(Unit unit, long nanos, long now) {
            even.put(unit, now + ahead(unit, now) + nanos);
        }
    }
}
