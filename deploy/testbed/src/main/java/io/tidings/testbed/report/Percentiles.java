package io.tidings.testbed.report;

import java.time.Duration;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/** A distribution of durations. */
public record Percentiles(long count, Duration p50, Duration p90, Duration p99, Duration max) {
    private static final double NANOS_PER_MILLI = 1e6;

    /** @param micros durations in microseconds */
    public static Percentiles of(Histogram micros) {
        return new Percentiles(micros.getTotalCount(), at(micros, 50), at(micros, 90), at(micros, 99), at(micros, 100));
    }

    private static Duration at(Histogram micros, double percent) {
        return Duration.ofNanos(micros.getValueAtPercentile(percent) * 1_000);
    }

    public static double millis(Duration duration) {
        return duration.toNanos() / NANOS_PER_MILLI;
    }

    public static String text(Duration duration) {
        double millis = millis(duration);
        return String.format(Locale.ROOT, millis < 10 ? "%.1f" : "%,.0f", millis);
    }
}
