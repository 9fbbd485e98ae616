package io.tidings.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** B-RETRY-1: a clock that is off is told. */
class ClockDifferenceTest {
    private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
    private final ClockDifference clocks = new ClockDifference(metrics);

    @Test
    void theLargestDifferenceIsMeasuredInEitherDirection() {
        clocks.show(Stream.of(Duration.ofSeconds(3), Duration.ofSeconds(-3600), Duration.ofSeconds(61)));
        assertThat(ahead()).isEqualTo(-3600);
        assertThat(clocks.agree()).isFalse();
        assertThat(clocks.sentence())
                .hasValueSatisfying(said -> assertThat(said).contains("3600 s behind"));
    }

    @Test
    void aMinuteIsTolerated() {
        clocks.show(Stream.of(Duration.ofSeconds(60), Duration.ofSeconds(-60)));
        assertThat(clocks.agree()).isTrue();
        assertThat(clocks.sentence()).isEmpty();
    }

    @Test
    void clocksThatWerePutRightAgreeAgain() {
        clocks.show(Stream.of(Duration.ofSeconds(61)));
        assertThat(clocks.sentence())
                .hasValueSatisfying(said -> assertThat(said).contains("61 s ahead of"));
        clocks.show(Stream.of());
        assertThat(clocks.agree()).isTrue();
        assertThat(ahead()).isZero();
    }

    private double ahead() {
        return metrics.get("tidings.retry.clock.ahead").timeGauge().value(TimeUnit.SECONDS);
    }
}
