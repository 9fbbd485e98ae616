package io.tidings.contract.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** B-RETRY-6: what one more attempt, or putting off, does to the place of a delivery. */
class RetryStateTest {
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    private static final LastAttempt BUSY = new LastAttempt(LastOutcome.BUSY, 503, NOON);

    @Test
    void aFailureCountsOneAttemptAndForgetsDeferrals() {
        assertThat(new RetryState(2, 3, NOON, null).failed(BUSY, NOON.plusSeconds(60)))
                .isEqualTo(new RetryState(3, 0, NOON.plusSeconds(60), BUSY));
    }

    @Test
    void theLastAttemptCountsAndNothingIsDueAfterIt() {
        assertThat(new RetryState(29, 3, NOON, null).ended(BUSY)).isEqualTo(new RetryState(30, 0, null, BUSY));
    }

    @ParameterizedTest(name = "put off for {0}: {1} deferrals")
    @CsvSource({"DELIVERING, 2", "PROBATION, 1"})
    void aDeferralIsNoAttemptAndOnlyOverloadIsCounted(LastOutcome why, int deferrals) {
        assertThat(new RetryState(1, 1, null, BUSY).deferred(why, NOON.plusSeconds(10)))
                .isEqualTo(new RetryState(
                        1, deferrals, NOON.plusSeconds(10), new LastAttempt(why, BUSY.status(), BUSY.at())));
    }

    @Test
    void aDeferralBeforeTheFirstAttemptHasNoTimeOfOne() {
        assertThat(RetryState.START.deferred(LastOutcome.PROBATION, NOON))
                .isEqualTo(new RetryState(0, 0, NOON, new LastAttempt(LastOutcome.PROBATION, null, null)));
    }

    @ParameterizedTest
    @CsvSource({"-1, 0", "0, -1"})
    void nothingIsCountedBelowZero(int attempts, int deferrals) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RetryState(attempts, deferrals, null, null))
                .withMessage("attempts " + attempts + ", deferrals " + deferrals);
    }
}
