package io.tidings.worker.verdict;

import static io.tidings.worker.Examples.NOON;
import static io.tidings.worker.Examples.judge;
import static io.tidings.worker.Examples.keepingDeadLetters;
import static io.tidings.worker.Examples.newDelivery;
import static io.tidings.worker.Examples.seeded;
import static io.tidings.worker.Examples.triedDelivery;
import static java.time.Duration.ZERO;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidings.contract.RetryLadder;
import io.tidings.contract.TimeScale;
import io.tidings.worker.verdict.Outcome.Responded;
import io.tidings.worker.verdict.Outcome.TimedOut;
import io.tidings.worker.verdict.Verdict.Retry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** B-RETRY-1: what is added to a wait. */
class JitterTest {
    private static final Jitter TEN_PERCENT = new Jitter(0.1, ofSeconds(5));

    @ParameterizedTest(name = "{0} of {1} ns, at most {2} ns: 0 to {3}")
    @CsvSource({"1, 2, 9, 2", "0.5, 4, 9, 2", "1, 9, 2, 2", "0.5, 1, 9, 0", "1, 9, 0, 0", "0, 9, 9, 0"})
    void everyAdditionUpToTheBoundComesAboutAndNoneBeyond(double share, long step, long most, long bound) {
        var jitter = new Jitter(share, Duration.ofNanos(most));
        var random = seeded(1);
        Set<Long> seen = new HashSet<>();
        for (int i = 0; i < 200; i++) {
            seen.add(jitter.on(Duration.ofNanos(step), null, random).toNanos());
        }
        assertThat(seen).hasSize((int) bound + 1).allMatch(each -> each >= 0 && each <= bound);
    }

    @ParameterizedTest
    @CsvSource({"-0.1, PT1S", "1.1, PT1S", "NaN, PT1S", "0.1, PT-1S"})
    void noWaitIsShortenedOrDoubled(double share, Duration most) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Jitter(share, most))
                .withMessage("jitter of " + share + " of a step, at most " + most);
    }

    @RepeatedTest(50)
    void jitterIsAtMostTenPercentOfTheStepAndFiveSecondsAndNeverNegative(RepetitionInfo run) {
        var random = seeded(run.getCurrentRepetition());
        for (int attempts = 0; attempts < 12; attempts++) {
            var step = new RetryLadder(TimeScale.REAL).step(attempts + 1);
            var most = step.dividedBy(10).compareTo(ofSeconds(5)) < 0 ? step.dividedBy(10) : ofSeconds(5);
            var verdict = judge(TEN_PERCENT)
                    .afterSending(
                            triedDelivery(attempts),
                            keepingDeadLetters(),
                            ZERO,
                            new Responded(500, null),
                            NOON,
                            random);
            assertThat(((Retry) verdict).delay()).isBetween(step, step.plus(most));
        }
    }

    @Test
    void jitterUsesItsWholeRange() {
        var random = seeded(7);
        var waits = new ArrayList<Duration>();
        for (int i = 0; i < 1000; i++) {
            waits.add(((Retry) judge(TEN_PERCENT)
                            .afterSending(newDelivery(), keepingDeadLetters(), ZERO, new TimedOut(), NOON, random))
                    .delay());
        }
        assertThat(waits).anyMatch(wait -> wait.compareTo(Duration.ofMillis(10_050)) < 0);
        assertThat(waits).anyMatch(wait -> wait.compareTo(Duration.ofMillis(10_950)) > 0);
    }

    /** B-PROFILE-1. */
    @ParameterizedTest(name = "{0} of 40 s: 0 to {1}")
    @CsvSource({"0, PT0S", "0.05, PT2S", "1, PT5S"})
    void aSubscriptionsOwnShareIsBoundedByTheServicesMaximum(double share, Duration most) {
        var random = seeded(3);
        for (int i = 0; i < 200; i++) {
            assertThat(TEN_PERCENT.on(ofSeconds(40), share, random)).isBetween(ZERO, most);
        }
    }

    @Test
    void jitterThatIsNoneOrAbsurdIsRefused() {
        assertThatThrownBy(() -> new Jitter(1.1, ZERO)).hasMessageContaining("1.1");
        assertThatThrownBy(() -> new Jitter(Double.NaN, ZERO)).hasMessageContaining("NaN");
        assertThatThrownBy(() -> new Jitter(0.1, ofSeconds(-1))).isInstanceOf(IllegalArgumentException.class);
    }
}
