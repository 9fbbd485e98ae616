package io.tidings.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** B-RETRY-1 and decision 4: the schedule, and waits made of hops. */
class RetryLadderTest {
    private final RetryLadder ladder = new RetryLadder(TimeScale.REAL);

    @ParameterizedTest(name = "after {0} attempts {1}")
    @CsvSource({
        "1, PT10S",
        "2, PT30S",
        "3, PT1M",
        "4, PT5M",
        "5, PT10M",
        "6, PT30M",
        "7, PT1H",
        "8, PT3H",
        "9, PT6H",
        "10, PT12H",
        "11, PT12H",
        "30, PT12H",
    })
    void everyFailureHasItsStepAndTheLastOneRepeats(int attempts, Duration step) {
        assertThat(ladder.step(attempts)).isEqualTo(step);
    }

    @Test
    void noStepComesBeforeTheFirstAttempt() {
        assertThatIllegalArgumentException().isThrownBy(() -> ladder.step(0)).withMessageContaining("0 attempts");
    }

    @ParameterizedTest(name = "a wait of {0} starts in {1}")
    @CsvSource(
            nullValues = "memory",
            value = {
                "PT9.9S, memory",
                "PT10S, TEN_SECONDS",
                "PT29.9S, TEN_SECONDS",
                "PT30S, THIRTY_SECONDS",
                "PT2M, ONE_MINUTE",
                "PT12H, TWELVE_HOURS",
                "PT24H, TWELVE_HOURS",
            })
    void aWaitStartsInTheLargestTierThatIsNotLonger(Duration wait, RetryTier tier) {
        assertThat(ladder.firstHop(wait).orElse(null)).isEqualTo(tier);
    }

    @ParameterizedTest(name = "{0} left go on in {1}")
    @CsvSource(
            nullValues = "memory",
            value = {
                "PT9.4S, memory",
                "PT9.5S, TEN_SECONDS",
                "PT29.4S, TEN_SECONDS",
                "PT29.5S, THIRTY_SECONDS",
                "PT59.6S, ONE_MINUTE",
            })
    void theRestOfAWaitMayLackTheAllowance(Duration left, RetryTier tier) {
        assertThat(ladder.nextHop(left).orElse(null)).isEqualTo(tier);
    }

    @RepeatedTest(200)
    void hopsNeverOvershootAndLeaveLittleToMemory(RepetitionInfo run) {
        var random = RandomGeneratorFactory.of("L64X128MixRandom").create(run.getCurrentRepetition());
        var left =
                Duration.ofMillis(random.nextLong(10_000, Duration.ofHours(30).toMillis()));
        int hops = 0;
        for (var hop = ladder.firstHop(left); hop.isPresent(); hop = ladder.nextHop(left)) {
            left = left.minus(ladder.stay(hop.get()));
            assertThat(left).isGreaterThanOrEqualTo(Duration.ZERO);
            assertThat(++hops).isLessThan(20);
        }
        assertThat(left).isLessThan(Duration.ofSeconds(10));
    }

    @Test
    void aScaledLadderIsTheSameLadderFaster() {
        var fast = new RetryLadder(new TimeScale(0.01));
        assertThat(fast.step(1)).isEqualTo(Duration.ofMillis(100));
        assertThat(fast.step(10)).isEqualTo(Duration.ofSeconds(432));
        assertThat(fast.allowance()).isEqualTo(Duration.ofMillis(10));
        assertThat(fast.firstHop(Duration.ofMillis(350))).contains(RetryTier.THIRTY_SECONDS);
        assertThat(ladder.allowance()).isEqualTo(Duration.ofMillis(500));
        assertThat(ladder.stay(RetryTier.TEN_SECONDS)).isEqualTo(Duration.ofMillis(9500));
    }
}
