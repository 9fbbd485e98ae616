package io.tidings.chaos.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.testbed.report.Percentiles;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A latency that is not what it was is found. */
class LatencyBaselineTest {
    private static final LatencyBaseline USUAL = new LatencyBaseline(3, Duration.ofMillis(250));
    private static final Percentiles BEFORE = latency(100, 10, 40);

    @Test
    void threeTimesAsSlowAndAMomentMoreIsUsual() {
        assertThat(judged(latency(100, 280, 370)).kept()).isTrue();
    }

    @Test
    void aSlowMedianIsFound() {
        assertThat(judged(latency(100, 281, 370)).kept()).isFalse();
    }

    @Test
    void aSlowTailIsFound() {
        assertThat(judged(latency(100, 10, 371)).kept()).isFalse();
    }

    @Test
    void silenceIsNotUsual() {
        var judged = judged(latency(0, 0, 0));

        assertThat(judged.kept()).isFalse();
        assertThat(judged.found()).isEqualTo("nothing came");
    }

    private static CheckResult judged(Percentiles now) {
        return USUAL.judge("latency is normal", BEFORE, now);
    }

    private static Percentiles latency(int count, int p50, int p99) {
        return new Percentiles(
                count, Duration.ofMillis(p50), Duration.ofMillis(p99), Duration.ofMillis(p99), Duration.ofMillis(p99));
    }
}
