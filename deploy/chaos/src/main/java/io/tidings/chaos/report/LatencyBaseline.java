package io.tidings.chaos.report;

import io.tidings.testbed.report.Percentiles;
import java.time.Duration;

/**
 * The limit of a latency that counts as unchanged.
 *
 * @param factor for the median and for the 99th percentile
 * @param allowance in addition
 */
public record LatencyBaseline(double factor, Duration allowance) {
    public boolean holds(Percentiles before, Percentiles now) {
        return now.count() > 0
                && now.p50().compareTo(most(before.p50())) <= 0
                && now.p99().compareTo(most(before.p99())) <= 0;
    }

    public CheckResult judge(String promise, Percentiles before, Percentiles now) {
        return new CheckResult(
                promise,
                "p50, p99 at most %s, %s ms"
                        .formatted(Percentiles.text(most(before.p50())), Percentiles.text(most(before.p99()))),
                now.count() == 0 ? "nothing came" : text(now),
                holds(before, now));
    }

    public static String text(Percentiles latency) {
        return "%s, %s ms".formatted(Percentiles.text(latency.p50()), Percentiles.text(latency.p99()));
    }

    private Duration most(Duration before) {
        return Duration.ofNanos(Math.round(before.toNanos() * factor)).plus(allowance);
    }
}
