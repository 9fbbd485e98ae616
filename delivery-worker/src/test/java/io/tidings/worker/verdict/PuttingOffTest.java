package io.tidings.worker.verdict;

import static io.tidings.worker.Examples.NOON;
import static io.tidings.worker.Examples.judge;
import static io.tidings.worker.Examples.keepingDeadLetters;
import static io.tidings.worker.Examples.seeded;
import static io.tidings.worker.Examples.triedDelivery;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.delivery.DeadLetterReason;
import io.tidings.contract.delivery.LastAttempt;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.table.Pauses;
import io.tidings.worker.verdict.Verdict.Drop;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** B-MATCH-5, B-SUB-1, B-SUB-3 and B-PAUSE: deliveries are deferred for reasons other than their endpoint. */
class PuttingOffTest {
    private static final Judge JUDGE = judge(Jitter.NONE);
    private static final LastAttempt LAST = new LastAttempt(LastOutcome.BUSY, 503, NOON);

    /** B-MATCH-5, B-RETRY-4. */
    @Test
    void aDeliveryOfAnUnreadableSubscriptionIsDeferredUntilTheLongestTimeToLive() {
        var tried = triedDelivery(3);
        var longest = NOON.plus(Duration.ofDays(7));
        assertThat(JUDGE.unreadable(tried, Duration.ZERO, longest.minusNanos(1)))
                .isEqualTo(new Verdict.Defer(
                        DeferralReason.SUBSCRIPTION_UNREADABLE,
                        Duration.ofSeconds(10),
                        tried.retryState()
                                .deferred(
                                        LastOutcome.DELIVERING,
                                        longest.minusNanos(1).plusSeconds(10))));
        assertThat(JUDGE.unreadable(tried, Duration.ZERO, longest))
                .isEqualTo(new Drop(DropReason.of(DeadLetterReason.TIME_TO_LIVE_EXCEEDED)));
    }

    /** B-SUB-3. */
    @Test
    void deliveriesAreDeferredUntilTheEndpointIsValidated() {
        var tried = triedDelivery(3);
        assertThat(JUDGE.notValidated(tried, NOON))
                .isEqualTo(new Verdict.Defer(
                        DeferralReason.NOT_VALIDATED,
                        Duration.ofSeconds(10),
                        tried.retryState().deferred(LastOutcome.DELIVERING, NOON.plusSeconds(10))));
    }

    /** B-AUTH-3. */
    @Test
    void deliveriesWithoutACertificateAreDeferredForTenSecondsEachTime() {
        var deferred = triedDelivery(3).at(triedDelivery(3).retryState().deferred(LastOutcome.DELIVERING, NOON));
        assertThat(JUDGE.notConfigured(deferred, NOON))
                .isEqualTo(new Verdict.Defer(
                        DeferralReason.NOT_CONFIGURED,
                        Duration.ofSeconds(10),
                        deferred.retryState().deferred(LastOutcome.DELIVERING, NOON.plusSeconds(10))));
    }

    /** B-SUB-1. */
    @ParameterizedTest(name = "a wait of {0} becomes a deferral of {1}")
    @CsvSource({"PT10S, PT10S", "PT12.5S, PT12.5S", "PT30M, PT30M", "PT5H, PT30M"})
    void aPausedDeliveryIsDeferredAndKeepsItsAttempts(Duration asked, Duration wait) {
        var tried = triedDelivery(3);
        assertThat(JUDGE.paused(tried, asked, NOON))
                .isEqualTo(new Verdict.Defer(
                        DeferralReason.PAUSED,
                        wait,
                        tried.retryState().deferred(LastOutcome.PROBATION, NOON.plus(wait))));
    }

    /** B-PAUSE. */
    @ParameterizedTest(name = "due in {0}, it is looked at again in {1}")
    @CsvSource({"-PT1H, PT30S", "PT0S, PT30S", "PT10S, PT30S", "PT5M, PT5M", "PT12H, PT12H"})
    void aHeldDeliveryKeepsTheRestOfItsWait(Duration left, Duration wait) {
        var tried = triedDelivery(3);
        var waiting = tried.at(tried.retryState().dueAt(NOON.plus(left)));
        var held = JUDGE.held(waiting, Duration.ofSeconds(30), NOON);
        assertThat(held.delay()).isEqualTo(wait);
        assertThat(held.retryState())
                .isEqualTo(
                        left.isPositive()
                                ? waiting.retryState()
                                : waiting.retryState().deferred(LastOutcome.PROBATION, NOON));
    }

    /** B-PAUSE: parked at noon, it was to wait for an hour, and comes out of its tier after that or before. */
    @ParameterizedTest(name = "paused from {0} to {1} minutes, out after {2}: due after {3}")
    @CsvSource({
        "-60, 0, 60, 60",
        "-60, 10, 60, 70",
        "10, 20, 60, 70",
        "10, 20, 30, 70",
        "50, 70, 60, 70",
        "70, 80, 60, 60"
    })
    void aDeliveryThatSleepsThroughAPauseIsPutOffByIt(int from, int to, int out, int due) {
        var pauses = new Pauses(List.of(new Pauses.Pause(minute(from), minute(to))));
        var state = triedDelivery(3).retryState().failed(LAST, minute(60), minute(50));
        var put = Judge.putOff(state, pauses, NOON, minute(out));
        assertThat(put.due()).isEqualTo(minute(due));
        assertThat(put.notBefore()).isEqualTo(minute(due - 10));
        assertThat(put.attempts()).isEqualTo(state.attempts());
    }

    /** B-PAUSE: however often it is looked at during the pause, it has the rest of its wait behind the resume. */
    @Test
    void howOftenAHeldDeliveryIsLookedAtDoesNotMatter() {
        var open = new Pauses(List.of(new Pauses.Pause(minute(10), null)));
        var delivery = triedDelivery(3).at(triedDelivery(3).retryState().dueAt(minute(60)));
        var parked = NOON;
        for (int now = 30; now <= 600; now += 30) {
            delivery = delivery.at(Judge.putOff(delivery.retryState(), open, parked, minute(now)));
            assertThat(delivery.retryState().due()).isEqualTo(minute(now + 50));
            delivery = delivery.at(
                    JUDGE.held(delivery, Duration.ofMinutes(30), minute(now)).retryState());
            parked = minute(now);
        }
        var ended = new Pauses(List.of(new Pauses.Pause(minute(10), minute(610))));
        assertThat(Judge.putOff(delivery.retryState(), ended, parked, minute(630))
                        .due())
                .isEqualTo(minute(660));
    }

    private static Instant minute(int minute) {
        return NOON.plus(Duration.ofMinutes(minute));
    }

    /** B-PAUSE, B-MATCH-5. */
    @Test
    void theTimeInPausesIsNoPartOfALife() {
        var subscription = keepingDeadLetters();
        var held = Duration.ofHours(5);
        var expiry = NOON.plus(Duration.ofHours(24));
        assertThat(JUDGE.beforeSending(triedDelivery(3), subscription, Duration.ZERO, expiry))
                .isPresent();
        assertThat(JUDGE.beforeSending(triedDelivery(3), subscription, held, expiry))
                .isEmpty();
        assertThat(JUDGE.beforeSending(triedDelivery(3), subscription, held, expiry.plus(held)))
                .isPresent();
        var longest = NOON.plus(Duration.ofDays(7));
        assertThat(JUDGE.unreadable(triedDelivery(3), held, longest)).isInstanceOf(Verdict.Defer.class);
        assertThat(JUDGE.unreadable(triedDelivery(3), held, longest.plus(held))).isInstanceOf(Drop.class);
    }

    /** B-PAUSE, B-RETRY-3: what the endpoint asks for is cut at the end of the life, which is later. */
    @Test
    void anEndpointThatAsksForAWaitGetsItAfterAPause() {
        var asked = new Outcome.Responded(503, Duration.ofHours(3));
        var ended = NOON.plus(Duration.ofHours(25));
        var late = (Verdict.Retry) JUDGE.afterSending(
                triedDelivery(0), keepingDeadLetters(), Duration.ofHours(5), asked, ended, seeded(1));
        assertThat(late.delay()).isEqualTo(Duration.ofHours(3));
    }

    /** It is counted until it is read again: what is counted twice would let events expire too early. */
    @Test
    void aHeldDeliveryIsReadAgainAfterTheTierInWhichItsWaitBegins() {
        assertThat(JUDGE.untilReadAgain(Duration.ofMinutes(29))).isEqualTo(Duration.ofMinutes(10));
        assertThat(JUDGE.untilReadAgain(Duration.ofHours(12))).isEqualTo(Duration.ofHours(12));
        assertThat(JUDGE.untilReadAgain(Duration.ofSeconds(3))).isEqualTo(Duration.ofSeconds(3));
    }
}
