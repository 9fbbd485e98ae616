package io.tidings.contract.timeline;

import static io.tidings.contract.json.OptionalMembers.putIfAny;
import static io.tidings.contract.json.OptionalMembers.putUnless;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
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
 * @param outcomes of these attempts, by their names
 * @param latencies how many attempts took how long: counts by the longest latency of their {@link LatencyBuckets bucket}
 * @param ages how many events were delivered how long after they were published, counted in the same way
 * @param oldest the age of the oldest event of which an attempt failed; zero if none did
 */
public record StatsLine(
        SubscriptionKey subscription,
        @Nullable String uid,
        Instant minute,
        long delivered,
        long failed,
        SortedMap<String, Long> outcomes,
        SortedMap<Duration, Long> latencies,
        SortedMap<Duration, Long> ages,
        Duration oldest) {
    public StatsLine {
        outcomes = Collections.unmodifiableSortedMap(new TreeMap<>(outcomes));
        latencies = Collections.unmodifiableSortedMap(new TreeMap<>(latencies));
        ages = Collections.unmodifiableSortedMap(new TreeMap<>(ages));
    }

    /** A line of an earlier release, which had neither outcomes nor ages. */
    public StatsLine(
            SubscriptionKey subscription,
            @Nullable String uid,
            Instant minute,
            long delivered,
            long failed,
            SortedMap<Duration, Long> latencies) {
        this(subscription, uid, minute, delivered, failed, new TreeMap<>(), latencies, new TreeMap<>(), Duration.ZERO);
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
        return new StatsLine(
                subscription,
                uid,
                minute,
                delivered + other.delivered,
                failed + other.failed,
                sum(outcomes, other.outcomes),
                sum(latencies, other.latencies),
                sum(ages, other.ages),
                oldest.compareTo(other.oldest) < 0 ? other.oldest : oldest);
    }

    private static <K extends Comparable<K>> SortedMap<K, Long> sum(SortedMap<K, Long> some, SortedMap<K, Long> more) {
        var sum = new TreeMap<>(some);
        more.forEach((key, count) -> sum.merge(key, count, Long::sum));
        return sum;
    }

    /** Returns the same counts, as those of the time that begins at the last multiple of a length. */
    public StatsLine in(Duration length) {
        long seconds = length.toSeconds();
        var start = Instant.ofEpochSecond(Math.floorDiv(minute.getEpochSecond(), seconds) * seconds);
        return new StatsLine(subscription, uid, start, delivered, failed, outcomes, latencies, ages, oldest);
    }

    /** @param share of the attempts that took no longer, such as 0.99; the result is empty if there were none */
    public Optional<Duration> quantile(double share) {
        return quantile(latencies, share);
    }

    /** @param share of the delivered events that were no older, such as 0.99; the result is empty if there were none */
    public Optional<Duration> quantileOfAges(double share) {
        return quantile(ages, share);
    }

    private static Optional<Duration> quantile(SortedMap<Duration, Long> counts, double share) {
        long total = counts.values().stream().mapToLong(Long::longValue).sum();
        long left = (long) Math.ceil(total * share);
        for (var bucket : counts.entrySet()) {
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
        write(json.putObject("latencies"), latencies);
        if (!outcomes.isEmpty()) {
            var names = json.putObject("outcomes");
            outcomes.forEach((outcome, count) -> names.put(outcome, count));
        }
        if (!ages.isEmpty()) {
            write(json.putObject("ages"), ages);
        }
        putUnless(json, "oldestMs", oldest.toMillis(), 0L);
        return json.toString().getBytes(UTF_8);
    }

    private static void write(ObjectNode json, SortedMap<Duration, Long> counts) {
        counts.forEach((length, count) -> json.put(Long.toString(length.toMillis()), count));
    }

    /** @throws IOException if the text is no such line */
    public static StatsLine read(byte[] text) throws IOException {
        var json = RecordJson.of(text);
        var outcomes = new TreeMap<String, Long>();
        for (var each : json.at("outcomes").json().properties()) {
            outcomes.put(each.getKey(), each.getValue().asLong());
        }
        var key = json.required("topic") + "/" + json.required("subscription");
        return new StatsLine(
                SubscriptionKey.parse(key).orElseThrow(() -> new IOException("no subscription: " + key)),
                json.text("uid"),
                json.time("minute"),
                json.number("delivered"),
                json.number("failed"),
                outcomes,
                counts(json.at("latencies")),
                counts(json.at("ages")),
                Duration.ofMillis(json.number("oldestMs")));
    }

    private static SortedMap<Duration, Long> counts(RecordJson json) throws IOException {
        var counts = new TreeMap<Duration, Long>();
        for (var each : json.json().properties()) {
            counts.put(latency(each.getKey()), each.getValue().asLong());
        }
        return counts;
    }

    private static Duration latency(String millis) throws IOException {
        try {
            return Duration.ofMillis(Long.parseLong(millis));
        } catch (NumberFormatException e) {
            throw new IOException("no latency: " + millis, e);
        }
    }
}
