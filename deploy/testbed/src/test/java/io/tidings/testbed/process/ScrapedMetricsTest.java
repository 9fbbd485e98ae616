package io.tidings.testbed.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Reads what services say of themselves. */
class ScrapedMetricsTest {
    private static final ScrapedMetrics METRICS = new ScrapedMetrics("""
        # TYPE tidings_in_flight gauge
        tidings_in_flight 3.0
        tidings_pending{tier="10s"} 5.0
        tidings_pending{tier="30s"} 7.0
        tidings_late_seconds_bucket{le="0.01"} 50
        tidings_late_seconds_bucket{le="0.1"} 99
        tidings_late_seconds_bucket{le="+Inf"} 100
        tidings_late_seconds_count 100
        """);

    @Test
    void percentilesAreTheBoundsOfTheirBuckets() {
        var percentiles = METRICS.percentiles("tidings_late_seconds");

        assertThat(percentiles.count()).isEqualTo(100);
        assertThat(percentiles.p50()).isEqualTo(Duration.ofMillis(10));
        assertThat(percentiles.p99()).isEqualTo(Duration.ofMillis(100));
        assertThat(percentiles.max()).isGreaterThan(Duration.ofMinutes(1));
    }

    @Test
    void aTimerThatNothingWasRecordedWithHasNoPercentiles() {
        assertThat(METRICS.percentiles("tidings_other_seconds").count()).isZero();
    }

    @Test
    void aGaugeIsAddedUpOverItsTags() {
        assertThat(METRICS.sum("tidings_pending")).isEqualTo(12);
        assertThat(METRICS.sum("tidings_in_flight")).isEqualTo(3);
        assertThat(METRICS.sum("tidings_in")).isZero();
    }
}
