package io.tidings.testbed.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** A program that ends by itself is started again, but not in a loop that takes the processors from the others. */
class RestartBackoffTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final RestartBackoff backoff = new RestartBackoff();
    private Instant now = Instant.parse("2026-11-22T12:00:00Z");

    @Test
    void theFirstRestartComesSoon() {
        assertThat(waited()).isEqualTo(SECOND);
    }

    @Test
    void eachEndSoonAfterAStartDoublesTheWaitUpToAMaximum() {
        assertThat(waited()).isEqualTo(SECOND);
        assertThat(waited()).isEqualTo(SECOND.multipliedBy(2));
        assertThat(waited()).isEqualTo(SECOND.multipliedBy(4));
        assertThat(waited()).isEqualTo(SECOND.multipliedBy(8));
        assertThat(waited()).isEqualTo(SECOND.multipliedBy(8));
    }

    @Test
    void aProgramThatRanForAMinuteIsStartedAgainSoon() {
        waited();
        waited();
        now = now.plus(Duration.ofMinutes(1));
        assertThat(waited()).isEqualTo(SECOND);
    }

    @Test
    void anEndIsToldOnceEvenIfSomebodyElseStartedTheProgram() {
        var ended = now;
        assertThat(backoff.waits(now)).isTrue();
        now = now.plusMillis(500);
        assertThat(backoff.begin(now)).contains(ended);
        assertThat(backoff.begin(now)).isEmpty();
    }

    @Test
    void aProgramThatRunsHasNoEnd() {
        assertThat(backoff.begin(now)).isEmpty();
    }

    /** From an end to the next start. */
    private Duration waited() {
        var ended = now;
        while (backoff.waits(now)) {
            now = now.plusMillis(500);
        }
        assertThat(backoff.begin(now)).contains(ended);
        return Duration.between(ended, now);
    }
}
