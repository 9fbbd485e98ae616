package io.tidings.worker.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidings.contract.TimeScale;
import io.tidings.contract.delivery.LastOutcome;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** B-PROB-1: how long by which outcome. */
class ProbationPolicyTest {
    private static final ProbationPolicy RULES = new ProbationPolicy(10, Duration.ofHours(4), TimeScale.REAL);

    @ParameterizedTest(name = "{0} begins with {1}")
    @CsvSource({
        "BUSY, PT10S",
        "TIMED_OUT, PT10S",
        "SOCKET_ERROR, PT30S",
        "NOT_FOUND, PT5M",
        "RESOLUTION_ERROR, PT5M",
        "UNAUTHORIZED, PT5M",
        "FORBIDDEN, PT5M",
        "GENERIC_ERROR, PT30S",
    })
    void theOutcomeDecidesHowLong(LastOutcome cause, Duration length) {
        assertThat(RULES.first(cause)).isEqualTo(length);
    }

    @Test
    void aFailedProbeDoublesAndNeverShortensWhatTheNewOutcomeAsks() {
        assertThat(RULES.next(Duration.ofSeconds(10), LastOutcome.BUSY)).isEqualTo(Duration.ofSeconds(20));
        assertThat(RULES.next(Duration.ofSeconds(10), LastOutcome.NOT_FOUND)).isEqualTo(Duration.ofMinutes(5));
        assertThat(RULES.next(Duration.ofMinutes(5), LastOutcome.BUSY)).isEqualTo(Duration.ofMinutes(10));
        assertThat(RULES.next(Duration.ofHours(3), LastOutcome.BUSY)).isEqualTo(Duration.ofHours(4));
    }

    @Test
    void theLongestBoundsTheFirstToo() {
        var brief = new ProbationPolicy(10, Duration.ofSeconds(5), TimeScale.REAL);
        assertThat(brief.first(LastOutcome.BUSY)).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void theThresholdIsTheFailureThatIsTooMany() {
        assertThat(RULES.tooMany(9)).isFalse();
        assertThat(RULES.tooMany(10)).isTrue();
        assertThat(RULES.tooMany(11)).isTrue();
    }

    @Test
    void impossibleRulesAreRefused() {
        assertThatThrownBy(() -> new ProbationPolicy(0, Duration.ofHours(1), TimeScale.REAL))
                .hasMessageContaining("0 failures");
        assertThatThrownBy(() -> new ProbationPolicy(1, Duration.ZERO, TimeScale.REAL))
                .hasMessageContaining("PT0S");
        assertThatThrownBy(() -> new ProbationPolicy(1, Duration.ofSeconds(-1), TimeScale.REAL))
                .hasMessageContaining("PT-1S");
    }
}
