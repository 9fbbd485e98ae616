package io.tidings.testbed.process;

import io.tidings.testbed.report.Percentiles;
import java.time.Duration;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The metrics of a service.
 *
 * @param text in the Prometheus format
 */
public record ScrapedMetrics(String text) {
    private static final double NANOS = 1e9;
    private static final Duration BEYOND_BUCKETS = Duration.ofHours(1);

    /** The sum of a gauge or counter over all its tags; zero when there is none. */
    public double sum(String name) {
        return text.lines()
                .filter(line -> line.startsWith(name + "{") || line.startsWith(name + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    /** Percentiles of a timer with buckets, each the upper bound of its bucket. */
    public Percentiles percentiles(String timer) {
        var bucket = Pattern.compile(Pattern.quote(timer) + "_bucket\\{.*le=\"([^\"]+)\".*} (\\S+)");
        var counts = new TreeMap<Double, Long>();
        text.lines().map(bucket::matcher).filter(line -> line.matches()).forEach(line -> {
            double bound = line.group(1).equals("+Inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(line.group(1));
            counts.merge(bound, (long) Double.parseDouble(line.group(2)), Long::sum);
        });
        return new Percentiles(
                counts.isEmpty() ? 0 : counts.lastEntry().getValue(),
                bound(counts, 0.5),
                bound(counts, 0.9),
                bound(counts, 0.99),
                bound(counts, 1));
    }

    private static Duration bound(TreeMap<Double, Long> counts, double share) {
        if (counts.isEmpty()) {
            return Duration.ZERO;
        }
        double wanted = share * counts.lastEntry().getValue();
        return counts.entrySet().stream()
                .filter(bucket -> bucket.getValue() >= wanted)
                .findFirst()
                .filter(bucket -> !bucket.getKey().isInfinite())
                .map(bucket -> Duration.ofNanos(Math.round(bucket.getKey() * NANOS)))
                .orElse(BEYOND_BUCKETS);
    }
}
