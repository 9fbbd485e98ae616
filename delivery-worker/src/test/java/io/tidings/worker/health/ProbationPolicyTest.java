package io.tidings.worker.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidings.contract.TimeScale;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** B-PROB-1: how long a probation is. */
class ProbationPolicyTest {
    private static final ProbationPolicy RULES = new ProbationPolicy(10, Duration.ofHours(4), TimeScale.REAL);

    @Test
    void aFirstProbationIsAsLongAsItsFailureAsks() {
        assertThat(RULES.first(Duration.ofMinutes(5))).isEqualTo(Duration.ofMinutes(5));
    }

    @Test
    void aFailedProbeDoublesAndNeverShortensWhatTheNewFailureAsks() {
        assertThat(RULES.next(Duration.ofSeconds(10), Duration.ofSeconds(10))).isEqualTo(Duration.ofSeconds(20));
        assertThat(RULES.next(Duration.ofSeconds(10), Duration.ofMinutes(5))).isEqualTo(Duration.ofMinutes(5));
        assertThat(RULES.next(Duration.ofMinutes(5), Duration.ofSeconds(10))).isEqualTo(Duration.ofMinutes(10));
        assertThat(RULES.next(Duration.ofHours(3), Duration.ofSeconds(10))).isEqualTo(Duration.ofHours(4));
    }

    @Test
    void theLongestBoundsTheFirstToo() {
        var brief = new ProbationPolicy(10, Duration.ofSeconds(5), TimeScale.REAL);
        assertThat(brief.first(Duration.ofSeconds(10))).isEqualTo(Duration.ofSeconds(5));
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
