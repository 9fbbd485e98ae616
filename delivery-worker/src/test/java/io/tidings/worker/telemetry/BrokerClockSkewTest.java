package io.tidings.worker.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** B-RETRY-1: a wrong clock is reported. */
class BrokerClockSkewTest {
    private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
    private final BrokerClockSkew clockSkew = new BrokerClockSkew(metrics);

    @Test
    void theLargestDifferenceIsMeasuredInEitherDirection() {
        clockSkew.show(Stream.of(Duration.ofSeconds(3), Duration.ofSeconds(-3600), Duration.ofSeconds(61)));
        assertThat(ahead()).isEqualTo(-3600);
        assertThat(clockSkew.agree()).isFalse();
        assertThat(clockSkew.sentence())
                .hasValueSatisfying(said -> assertThat(said).contains("3600 s behind"));
    }

    @Test
    void aMinuteIsTolerated() {
        clockSkew.show(Stream.of(Duration.ofSeconds(60), Duration.ofSeconds(-60)));
        assertThat(clockSkew.agree()).isTrue();
        assertThat(clockSkew.sentence()).isEmpty();
    }

    @Test
    void clocksThatWerePutRightAgreeAgain() {
        clockSkew.show(Stream.of(Duration.ofSeconds(61)));
        assertThat(clockSkew.sentence())
                .hasValueSatisfying(said -> assertThat(said).contains("61 s ahead of"));
        clockSkew.show(Stream.of());
        assertThat(clockSkew.agree()).isTrue();
        assertThat(ahead()).isZero();
    }

    private double ahead() {
        return metrics.get("tidings.retry.clock.ahead").timeGauge().value(TimeUnit.SECONDS);
    }
}
