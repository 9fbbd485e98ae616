package io.tidings.worker.telemetry;

import io.tidings.contract.counts.CountedSubscription;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.timeline.LatencyBuckets;
import io.tidings.contract.timeline.StatsLine;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The counts of the present minute, of the subscriptions that were active in it. A minute ends when the first thing of
 * a later one happens. Confined to the poll thread.
 */
public final class MinuteStats implements SubscriptionStats {
    private static final int SECONDS = 60;

    private final Consumer<List<StatsLine>> ended;
    private final Map<CountedSubscription, Counts> active = new HashMap<>();
    private long minute;

    private static final class Counts {
        private final int[] latencies = new int[LatencyBuckets.COUNT];
        private final int[] ages = new int[LatencyBuckets.COUNT_OF_AGES];
        private final SortedMap<String, Long> outcomes = new TreeMap<>();
        private long delivered;
        private long failed;
        private Duration oldest = Duration.ZERO;

        private void delivered(Instant published, Instant now) {
            delivered++;
            ages[LatencyBuckets.ofAge(Duration.between(published, now))]++;
        }

        private void failed(LastOutcome failure, Duration age) {
            failed++;
            outcomes.merge(failure.wireName(), 1L, Long::sum);
            oldest = age.compareTo(oldest) > 0 ? age : oldest;
        }

        StatsLine line(CountedSubscription subscription, Instant minute) {
            return new StatsLine(
                    subscription.key(),
                    subscription.uid(),
                    minute,
                    delivered,
                    failed,
                    outcomes,
                    byLength(latencies),
                    byLength(ages),
                    oldest);
        }

        private static SortedMap<Duration, Long> byLength(int[] buckets) {
            var counts = new TreeMap<Duration, Long>();
            for (int bucket = 0; bucket < buckets.length; bucket++) {
                if (buckets[bucket] > 0) {
                    counts.put(LatencyBuckets.longest(bucket), (long) buckets[bucket]);
                }
            }
            return counts;
        }
    }

    /** @param ended takes the lines of an ended minute, at least one, and must not block */
    public MinuteStats(Consumer<List<StatsLine>> ended) {
        this.ended = ended;
    }

    @Override
    public void attempted(
            CountedSubscription subscription,
            @Nullable LastOutcome failure,
            Duration took,
            Instant published,
            Instant now) {
        var counts = of(subscription, now);
        counts.latencies[LatencyBuckets.of(took)]++;
        if (failure == null) {
            counts.delivered(published, now);
        } else {
            counts.failed(failure, Duration.between(published, now));
        }
    }

    @Override
    public void deliveredLate(CountedSubscription subscription, Instant published, Instant now) {
        of(subscription, now).delivered(published, now);
    }

    private Counts of(CountedSubscription subscription, Instant now) {
        passed(now);
        var known = active.get(subscription);
        if (known == null) {
            known = new Counts();
            active.put(subscription, known);
        }
        return known;
    }

    @Override
    public void passed(Instant now) {
        long present = Math.floorDiv(now.getEpochSecond(), SECONDS);
        if (present != minute) {
            end();
            minute = present;
        }
    }

    /** Ends the present minute early. */
    public void end() {
        if (active.isEmpty()) {
            return;
        }
        var start = Instant.ofEpochSecond(minute * SECONDS);
        var lines = new ArrayList<StatsLine>(active.size());
        active.forEach((subscription, counts) -> lines.add(counts.line(subscription, start)));
        active.clear();
        ended.accept(lines);
    }
}
