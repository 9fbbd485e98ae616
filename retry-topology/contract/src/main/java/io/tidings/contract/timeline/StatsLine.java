package io.tidings.contract.timeline;

import static io.tidings.contract.json.OptionalMembers.putIfAny;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.json.RecordJson;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A line of {@code stats}: what one worker did for one subscription in one minute. Lines of the same subscription add
 * up, over workers and minutes.
 *
 * @param uid of the subscription; null in lines of earlier releases
 * @param delivered events
 * @param failed attempts
 * @param latencies how many attempts took how long: counts by the longest latency of their {@link LatencyBuckets bucket}
 */
public record StatsLine(
        SubscriptionKey subscription,
        @Nullable String uid,
        Instant minute,
        long delivered,
        long failed,
        SortedMap<Duration, Long> latencies) {
    public StatsLine {
        latencies = Collections.unmodifiableSortedMap(new TreeMap<>(latencies));
    }

    /** @param instance of the worker, so that no other worker's line has this key */
    public byte[] key(String instance) {
        return (subscription + "@" + minute + "@" + instance + "@" + uid).getBytes(UTF_8);
    }

    /** @param which null for any */
    public boolean isOf(@Nullable String which) {
        return which == null || uid == null || uid.equals(which);
    }

    /** Returns the sum of both, with the minute of this one. */
    public StatsLine plus(StatsLine other) {
        var sum = new TreeMap<>(latencies);
        other.latencies.forEach((latency, count) -> sum.merge(latency, count, Long::sum));
        return new StatsLine(subscription, uid, minute, delivered + other.delivered, failed + other.failed, sum);
    }

    /** @param share of the attempts that took no longer, such as 0.99; the result is empty if there were none */
    public Optional<Duration> quantile(double share) {
        long total = latencies.values().stream().mapToLong(Long::longValue).sum();
        long left = (long) Math.ceil(total * share);
        for (var bucket : latencies.entrySet()) {
            left -= bucket.getValue();
            if (left <= 0) {
                return Optional.of(bucket.getKey());
            }
        }
        return Optional.empty();
    }

    public byte[] json() {
        var json = JsonNodeFactory.instance
                .objectNode()
                .put("topic", subscription.topic())
                .put("subscription", subscription.name())
                .put("minute", minute.toString())
                .put("delivered", delivered)
                .put("failed", failed);
        putIfAny(json, "uid", uid);
        var counts = json.putObject("latencies");
        latencies.forEach((latency, count) -> counts.put(Long.toString(latency.toMillis()), count));
        return json.toString().getBytes(UTF_8);
    }

    /** @throws IOException if the text is no such line */
    public static StatsLine read(byte[] text) throws IOException {
        var json = RecordJson.of(text);
        var latencies = new TreeMap<Duration, Long>();
        for (var each : json.at("latencies").json().properties()) {
            latencies.put(latency(each.getKey()), each.getValue().asLong());
        }
        var key = json.required("topic") + "/" + json.required("subscription");
        return new StatsLine(
                SubscriptionKey.parse(key).orElseThrow(() -> new IOException("no subscription: " + key)),
                json.text("uid"),
                json.time("minute"),
                json.number("delivered"),
                json.number("failed"),
                latencies);
    }

    private static Duration latency(String millis) throws IOException {
        try {
            return Duration.ofMillis(Long.parseLong(millis));
        } catch (NumberFormatException e) {
            throw new IOException("no latency: " + millis, e);
        }
    }
}
