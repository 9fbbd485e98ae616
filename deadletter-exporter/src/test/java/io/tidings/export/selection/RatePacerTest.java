package io.tidings.export.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** How fast letters are brought back. */
class RatePacerTest {
    @Test
    void aPaceIsEvenAndMakesUpForLittle() {
        long second = Duration.ofSeconds(1).toNanos();
        var pace = new RatePacer(10, Duration.ofMillis(200), 0);
        assertThat(pace.waitBeforeNext(0)).isZero();
        pace.passed(0);
        assertThat(pace.waitBeforeNext(0)).isEqualTo(Duration.ofMillis(100));
        assertThat(pace.waitBeforeNext(second)).isZero();
        int passed = 0;
        while (pace.waitBeforeNext(second).isZero()) {
            pace.passed(second);
            passed++;
        }
        assertThat(passed).isEqualTo(3);
        assertThat(pace.waitBeforeNext(second)).isEqualTo(Duration.ofMillis(100));
    }

    @Test
    void aPaceMakesUpForDelaysUpToItsSlack() {
        long second = Duration.ofSeconds(1).toNanos();
        var pace = new RatePacer(10, Duration.ofSeconds(1), 0);
        long delayed = 5 * second;
        int passed = 0;
        while (pace.waitBeforeNext(delayed).isZero()) {
            pace.passed(delayed);
            passed++;
        }
        assertThat(passed).isEqualTo(11);
    }

    @Test
    void aPaceOfNothingIsNone() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RatePacer(0, Duration.ofMillis(200), 0))
                .withMessageContaining("0 in a second");
    }
}
