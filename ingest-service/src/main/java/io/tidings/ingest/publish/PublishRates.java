package io.tidings.ingest.publish;

import io.tidings.ingest.http.ApiError;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Limits the events a second that this instance accepts for a topic, so that the publishers of one topic leave room for
 * others. A request is accepted whole while the topic is at most a second ahead of its rate. Times are of
 * {@link System#nanoTime}. Thread-safe.
 */
public final class PublishRates {
    private static final long AHEAD = Duration.ofSeconds(1).toNanos();

    /** Beyond it, those that make no difference are forgotten. */
    static final int MOST_BUCKETS = 10_000;

    private final int perSecond;
    private final Map<String, Bucket> buckets = new ConcurrentHashMap<>();

    /** @param perSecond 0 for no limit */
    public PublishRates(int perSecond) {
        this.perSecond = perSecond;
    }

    /** Returns how long publishers must wait before the topic accepts these events; empty if it does. */
    Optional<Duration> take(String topic, int events, long now) {
        if (perSecond == 0) {
            return Optional.empty();
        }
        if (buckets.size() >= MOST_BUCKETS) { // topics may come and go
            buckets.values().removeIf(bucket -> bucket.isEven(now));
        }
        return buckets.computeIfAbsent(topic, _ -> new Bucket(now)).take(events * (AHEAD / perSecond), now);
    }

    int buckets() {
        return buckets.size();
    }

    ApiError refusal(String topic) {
        return ApiError.of(
                429,
                "TooManyEvents",
                "topic " + topic + " accepts " + perSecond + " events a second here (see publish.max.rate.per.topic);"
                        + " repeat the request after the seconds that Retry-After says");
    }

    private static final class Bucket {
        /** When what was accepted is within the rate again. */
        private long even;

        Bucket(long now) {
            even = now;
        }

        synchronized boolean isEven(long now) {
            return even - now <= 0;
        }

        synchronized Optional<Duration> take(long nanos, long now) {
            long ahead = Math.max(0, even - now);
            if (ahead > AHEAD) {
                return Optional.of(Duration.ofNanos(ahead - AHEAD));
            }
            even = now + ahead + nanos;
            return Optional.empty();
        }
    }
}
