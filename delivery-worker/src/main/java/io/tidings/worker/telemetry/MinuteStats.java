package io.tidings.worker.telemetry;

import io.tidings.contract.counts.CountedSubscription;
import io.tidings.contract.timeline.LatencyBuckets;
import io.tidings.contract.timeline.StatsLine;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

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
        private long delivered;
        private long failed;

        StatsLine line(CountedSubscription subscription, Instant minute) {
            var counts = new TreeMap<Duration, Long>();
            for (int bucket = 0; bucket < latencies.length; bucket++) {
                if (latencies[bucket] > 0) {
                    counts.put(LatencyBuckets.longest(bucket), (long) latencies[bucket]);
                }
            }
            return new StatsLine(subscription.key(), subscription.uid(), minute, delivered, failed, counts);
        }
    }

    /** @param ended takes the lines of an ended minute, at least one, and must not block */
    public MinuteStats(Consumer<List<StatsLine>> ended) {
        this.ended = ended;
    }

    @Override
    public void attempted(CountedSubscription subscription, boolean delivered, Duration took, Instant now) {
        var counts = of(subscription, now);
        counts.latencies[LatencyBuckets.of(took)]++;
        if (delivered) {
            counts.delivered++;
        } else {
            counts.failed++;
        }
    }

    @Override
    public void deliveredLate(CountedSubscription subscription, Instant now) {
        of(subscription, now).delivered++;
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
