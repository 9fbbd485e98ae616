package io.tidings.benchmark.trouble;

import io.tidings.benchmark.report.Target;
import io.tidings.testbed.report.Percentiles;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The limit of a latency that counts as unchanged.
 *
 * @param factor for the median and for the 99th percentile
 * @param allowance in addition
 */
record LatencyBaseline(double factor, Duration allowance) {
    /** The promise that it is as before, which silence is not. */
    List<Target> unchanged(String what, Percentiles before, Percentiles now) {
        return List.of(
                target(what + ", p50", before.p50(), now.count() > 0, now.p50()),
                target(what + ", p99", before.p99(), now.count() > 0, now.p99()));
    }

    private Target target(String what, Duration before, boolean measured, Duration now) {
        double most = Percentiles.millis(before) * factor + allowance.toMillis();
        var found = measured ? OptionalDouble.of(Percentiles.millis(now)) : OptionalDouble.empty();
        return new Target(what, "ms", true, most, found);
    }
}
