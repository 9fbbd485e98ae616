package io.tidings.export;

import static io.tidings.export.Examples.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** B-DLQ-4: a wrong clock is reported. */
class ExportClockTest {
    private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
    private final ExportClock watch = new ExportClock(() -> NOON, () -> NOON, metrics);

    @Test
    void theBrokerThatIsFarthestAheadIsMeasured() {
        watch.compare(Stream.of(NOON, NOON.plusSeconds(61), NOON.plusSeconds(2)));
        assertThat(ahead()).isEqualTo(61);
        assertThat(watch.agree()).isFalse();
    }

    @Test
    void aMinuteIsTolerated() {
        watch.compare(Stream.of(NOON.plusSeconds(60)));
        assertThat(watch.agree()).isTrue();
    }

    @Test
    void clocksThatWerePutRightAgreeAgain() {
        watch.compare(Stream.of(NOON.plusSeconds(600)));
        watch.compare(Stream.of(NOON.minusSeconds(600)));
        assertThat(watch.agree()).isTrue();
        assertThat(ahead()).isZero();
    }

    @Test
    void noPartitionsShowNothing() {
        watch.compare(Stream.of());
        assertThat(watch.agree()).isTrue();
    }

    private double ahead() {
        return metrics.get("tidings.broker.clock.ahead").timeGauge().value(TimeUnit.SECONDS);
    }
}
