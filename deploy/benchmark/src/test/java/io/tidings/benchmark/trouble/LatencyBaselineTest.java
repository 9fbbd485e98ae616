package io.tidings.benchmark.trouble;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.benchmark.report.Target;
import io.tidings.testbed.report.Percentiles;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A latency that is not what it was is found. */
class LatencyBaselineTest {
    private static final LatencyBaseline USUAL = new LatencyBaseline(3, Duration.ofMillis(250));
    private static final Percentiles BEFORE = latency(100, 10, 40);

    @Test
    void threeTimesAsSlowAndAMomentMoreIsUsual() {
        assertThat(judged(latency(100, 280, 370))).allMatch(Target::met);
    }

    @Test
    void aSlowMedianIsFound() {
        assertThat(judged(latency(100, 281, 370))).anyMatch(each -> !each.met());
    }

    @Test
    void aSlowTailIsFound() {
        assertThat(judged(latency(100, 10, 371))).anyMatch(each -> !each.met());
    }

    @Test
    void silenceIsNotUsual() {
        assertThat(judged(latency(0, 0, 0)))
                .noneMatch(Target::met)
                .allMatch(each -> each.measured().isEmpty());
    }

    private static List<Target> judged(Percentiles now) {
        return USUAL.unchanged("another topic", BEFORE, now);
    }

    private static Percentiles latency(int count, int p50, int p99) {
        return new Percentiles(
                count, Duration.ofMillis(p50), Duration.ofMillis(p99), Duration.ofMillis(p99), Duration.ofMillis(p99));
    }
}
