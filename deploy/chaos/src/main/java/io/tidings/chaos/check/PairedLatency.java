package io.tidings.chaos.check;

import io.tidings.testbed.report.Percentiles;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/**
 * The 99th percentile of deliveries during attacks, each compared with the time of the same length before it. Confined
 * to one thread.
 *
 * <pre>
 *   ── without ── attack ── with ──
 * </pre>
 */
public final class PairedLatency {
    private static final int DIGITS = 3;

    private final Duration half;
    private final List<Pair> pairs;

    private record Pair(Instant attack, Histogram without, Histogram with) {
        Pair(Instant attack) {
            this(attack, new Histogram(DIGITS), new Histogram(DIGITS));
        }

        Duration before() {
            return Percentiles.of(without).p99();
        }

        Duration now() {
            return Percentiles.of(with).p99();
        }

        double factor() {
            return (double) now().toNanos() / Math.max(1, before().toNanos());
        }

        boolean compares() {
            return without.getTotalCount() > 0 && with.getTotalCount() > 0;
        }
    }

    /** @param attacks the begin of each */
    public PairedLatency(List<Instant> attacks, Duration half) {
        this.half = half;
        pairs = attacks.stream().map(Pair::new).toList();
    }

    public void add(Instant sent, Instant arrived) {
        long micros = Math.max(0, Duration.between(sent, arrived).toNanos() / 1_000);
        for (var pair : pairs) {
            long since = Duration.between(pair.attack(), sent).toNanos();
            if (since >= -half.toNanos() && since < half.toNanos()) {
                (since < 0 ? pair.without() : pair.with()).recordValue(micros);
            }
        }
    }

    /** Returns the median pair, and how it stands to the rule. */
    public String text() {
        var sorted = pairs.stream()
                .filter(Pair::compares)
                .sorted(Comparator.comparingDouble(Pair::factor))
                .toList();
        if (sorted.isEmpty()) {
            return "nothing to compare";
        }
        var median = sorted.get(sorted.size() / 2);
        boolean within = median.factor() <= CheckLimits.ATTACKED_FACTOR
                || median.now().minus(median.before()).compareTo(CheckLimits.ATTACKED_ALLOWANCE) <= 0;
        return String.format(
                Locale.ROOT,
                "%s ms, %s ms without it: × %.2f, the median of %d; %s the limit of × %.1f or %d ms more",
                Percentiles.text(median.now()),
                Percentiles.text(median.before()),
                median.factor(),
                sorted.size(),
                within ? "within" : "beyond",
                CheckLimits.ATTACKED_FACTOR,
                CheckLimits.ATTACKED_ALLOWANCE.toMillis());
    }
}
