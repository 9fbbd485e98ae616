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

    /** B-RECOVER-1. */
    @Test
    void onlyTheStepOrADeferralMayBeCutShort() {
        var due = NOON.plusSeconds(60);
        assertThat(RetryState.START.deferred(LastOutcome.PROBATION, due).movable())
                .isTrue();
        assertThat(RetryState.START.failed(BUSY, due, due.minusSeconds(30)).movable())
                .isTrue();
        assertThat(RetryState.START.failed(BUSY, due, due).movable()).isFalse();
        assertThat(RetryState.START.movable()).as("it waits for nothing").isFalse();
    }

    @Test
    void aDeliveryThatIsMovedKeepsItsPlaceInTheScheduleAndIsDueAtOnce() {
        var waiting = new RetryState(3, 2, NOON.plusSeconds(60), BUSY, NOON.plusSeconds(10), false);
        assertThat(waiting.movedForward(NOON.plusSeconds(10))).isEqualTo(new RetryState(3, 2, null, BUSY, null, true));
    }

    @Test
    void aDeliveryThatIsMovedBeforeItsFloorWaitsForThat() {
        var floor = NOON.plusSeconds(10);
        var moved = new RetryState(3, 2, NOON.plusSeconds(60), BUSY, floor, false).movedForward(NOON);
        assertThat(moved).isEqualTo(new RetryState(3, 2, floor, BUSY, floor, true));
        assertThat(moved.movable()).as("a second time").isFalse();
    }

    @Test
    void theMarkOfAMoveEndsWithTheNextAttemptOrDeferral() {
        var moved = new RetryState(3, 2, null, BUSY, null, true);
        assertThat(moved.failed(BUSY, NOON, NOON).forwarded()).isFalse();
        assertThat(moved.deferred(LastOutcome.PROBATION, NOON).forwarded()).isFalse();
        assertThat(moved.ended(BUSY).forwarded()).isFalse();
    }

    @Test
    void anotherClockMovesBothTimes() {
        var state = RetryState.START.failed(BUSY, NOON.plusSeconds(60), NOON.plusSeconds(10));
        assertThat(state.dueAt(NOON.plusSeconds(63)))
                .isEqualTo(RetryState.START.failed(BUSY, NOON.plusSeconds(63), NOON.plusSeconds(13)));
    }

    @ParameterizedTest
    @CsvSource({"-1, 0", "0, -1"})
    void nothingIsCountedBelowZero(int attempts, int deferrals) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RetryState(attempts, deferrals, null, null))
                .withMessage("attempts " + attempts + ", deferrals " + deferrals);
    }
}
