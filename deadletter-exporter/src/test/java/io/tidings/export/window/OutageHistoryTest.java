package io.tidings.export.window;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** B-DLQ-5: the time in which a destination was asked and took nothing. */
class OutageHistoryTest {
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");

    private final OutageHistory history = new OutageHistory();

    @Test
    void aRequestThatFailsLastsAsLongAsItTakes() {
        history.failed(NOON, NOON.plusSeconds(20));
        assertThat(counted()).isEqualTo(Duration.ofSeconds(20));
    }

    @Test
    void theRestBetweenTwoRequestsThatFailCounts() {
        history.failed(NOON, NOON);
        history.failed(NOON.plusSeconds(30), NOON.plusSeconds(31));
        assertThat(counted()).isEqualTo(Duration.ofSeconds(31));
    }

    @Test
    void ofALongerPauseTwoMinutesCount() {
        history.failed(NOON, NOON);
        history.failed(NOON.plusSeconds(3600), NOON.plusSeconds(3601));
        assertThat(counted()).isEqualTo(Duration.ofSeconds(121));
    }

    @Test
    void aPauseThatBeginsWithAResponseDoesNotCount() {
        history.failed(NOON, NOON.plusSeconds(1));
        history.responded();
        history.failed(NOON.plusSeconds(30), NOON.plusSeconds(31));
        assertThat(counted()).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void onlyWhatLiesBetweenTheMomentsCounts() {
        history.failed(NOON, NOON.plusSeconds(10));
        assertThat(history.within(NOON.plusSeconds(2), NOON.plusSeconds(5))).isEqualTo(Duration.ofSeconds(3));
        assertThat(history.within(NOON.plusSeconds(10), NOON.plusSeconds(20))).isZero();
        assertThat(history.within(NOON.minusSeconds(10), NOON)).isZero();
    }

    @Test
    void aDestinationThatComesAndGoesTakesBoundedMemoryAndIsCountedTooLittle() {
        for (int i = 0; i < 1_000; i++) {
            history.failed(NOON.plusSeconds(10L * i), NOON.plusSeconds(10L * i + 1));
            history.responded();
        }
        assertThat(counted()).isEqualTo(Duration.ofSeconds(256));
    }

    private Duration counted() {
        return history.within(NOON.minus(Duration.ofDays(1)), NOON.plus(Duration.ofDays(1)));
    }
}
