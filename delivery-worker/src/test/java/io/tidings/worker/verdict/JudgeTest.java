package io.tidings.worker.verdict;

import static io.tidings.worker.Examples.NOON;
import static io.tidings.worker.Examples.expiringAt;
import static io.tidings.worker.Examples.keepingDeadLetters;
import static io.tidings.worker.Examples.newDelivery;
import static io.tidings.worker.Examples.seeded;
import static io.tidings.worker.Examples.triedDelivery;
import static io.tidings.worker.Examples.withoutDeadLetters;
import static java.time.Duration.ZERO;
import static java.time.Duration.ofDays;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidings.contract.RetryLadder;
import io.tidings.contract.TimeScale;
import io.tidings.contract.delivery.DeadLetterReason;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.delivery.LastAttempt;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.resource.RetryPolicy;
import io.tidings.contract.resource.Subscription;
import io.tidings.worker.verdict.Outcome.Answered;
import io.tidings.worker.verdict.Outcome.Cause;
import io.tidings.worker.verdict.Outcome.Refused;
import io.tidings.worker.verdict.Outcome.Silent;
import io.tidings.worker.verdict.Outcome.Unreachable;
import io.tidings.worker.verdict.Verdict.DeadLetter;
import io.tidings.worker.verdict.Verdict.Delivered;
import io.tidings.worker.verdict.Verdict.Drop;
import io.tidings.worker.verdict.Verdict.Retry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** B-DEL-3, B-RETRY-1 to 5 and B-DLQ-2 as tables; {@link ScheduleTest} has whole ways of events. */
class JudgeTest {
    private static final Limits LIMITS = new Limits(30, ofHours(24));
    private static final Jitter TEN_PERCENT = new Jitter(0.1, ofSeconds(5));
    private static final Judge JUDGE = judge(Jitter.NONE);
    private static final RandomGenerator RANDOM = seeded(1);

    @ParameterizedTest(name = "{0} is a success")
    @ValueSource(ints = {200, 201, 202, 203, 204})
    void fiveAnswersAreASuccess(int status) {
        assertThat(after(newDelivery(), new Answered(status, null))).isEqualTo(new Delivered());
    }

    @ParameterizedTest(name = "{0} ends it with {1}, known as {2}")
    @CsvSource({
        "400, UndeliverableDueToHttpBadRequest, BAD_REQUEST",
        "401, UndeliverableDueToHttpUnauthorized, UNAUTHORIZED",
        "403, UndeliverableDueToHttpForbidden, FORBIDDEN",
        "413, UndeliverableDueToHttpRequestEntityTooLarge, PAYLOAD_TOO_LARGE"
    })
    void fourAnswersAreNeverRetried(int status, String reason, LastOutcome word) {
        assertThat(after(triedDelivery(2), new Answered(status, ofSeconds(1))))
                .isInstanceOfSatisfying(DeadLetter.class, dead -> {
                    assertThat(dead.reason().word()).isEqualTo(reason);
                    assertThat(dead.place().attempts()).isEqualTo(3);
                    assertThat(dead.place().due()).isNull();
                    assertThat(dead.place().last()).isEqualTo(new LastAttempt(word, status, NOON));
                });
    }

    @ParameterizedTest(name = "a first failure with {0} waits {1}")
    @CsvSource({
        "205, PT10S", "206, PT10S", "226, PT10S", "299, PT10S", "300, PT10S", "301, PT10S", "302, PT10S", "307, PT10S",
        "308, PT10S", "402, PT10S", "404, PT5M", "405, PT10S", "408, PT2M", "409, PT10S", "410, PT10S", "418, PT10S",
        "422, PT10S", "425, PT10S", "429, PT10S", "451, PT10S", "499, PT10S", "500, PT10S", "501, PT10S", "502, PT10S",
        "503, PT30S", "504, PT10S", "599, PT10S", "100, PT10S", "101, PT10S", "199, PT10S", "999, PT10S"
    })
    void everyOtherAnswerWaitsItsFloor(int status, Duration wait) {
        assertThat(waitAfter(newDelivery(), new Answered(status, null))).isEqualTo(wait);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("statuses")
    void noAnswerIsLeftWithoutAVerdict(int status) {
        assertThat(after(newDelivery(), new Answered(status, null)))
                .isInstanceOfAny(Delivered.class, DeadLetter.class, Retry.class);
    }

    static List<Integer> statuses() {
        return List.of(0, 99, 100, 200, 204, 208, 304, 399, 400, 417, 431, 511, 600, 1000);
    }

    @ParameterizedTest(name = "failure {0} waits {1}")
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
        "12, PT12H",
        "29, PT12H"
    })
    void aFailureWaitsItsStep(int attempt, Duration step) {
        assertThat(waitAfter(triedDelivery(attempt - 1), new Answered(500, null)))
                .isEqualTo(step);
        assertThat(waitAfter(triedDelivery(attempt - 1), new Silent())).isEqualTo(step);
        assertThat(waitAfter(triedDelivery(attempt - 1), new Unreachable(Cause.SOCKET)))
                .isEqualTo(step);
        assertThat(waitAfter(triedDelivery(attempt - 1), new Unreachable(Cause.RESOLUTION)))
                .isEqualTo(step);
        assertThat(waitAfter(triedDelivery(attempt - 1), new Unreachable(Cause.PROTOCOL)))
                .isEqualTo(step);
        assertThat(waitAfter(triedDelivery(attempt - 1), new Refused())).isEqualTo(step);
    }

    @ParameterizedTest(name = "failure {0} with {1} waits {2}")
    @CsvSource({
        "1, 503, PT30S",
        "2, 503, PT30S",
        "3, 503, PT1M",
        "1, 408, PT2M",
        "3, 408, PT2M",
        "4, 408, PT5M",
        "1, 404, PT5M",
        "3, 404, PT5M",
        "4, 404, PT5M",
        "5, 404, PT10M",
        "10, 404, PT12H"
    })
    void neverLessThanItsStatusAsksAndNeverLessThanItsStep(int attempt, int status, Duration wait) {
        assertThat(waitAfter(triedDelivery(attempt - 1), new Answered(status, null)))
                .isEqualTo(wait);
    }

    @ParameterizedTest(name = "{0} with Retry-After {1} waits {2}")
    @CsvSource({
        "503, PT5S, PT30S",
        "503, PT30S, PT30S",
        "503, PT31S, PT31S",
        "503, PT45M, PT45M",
        "429, PT1H, PT1H",
        "404, PT1M, PT5M",
        "404, PT6M, PT6M",
        "500, PT0S, PT10S",
        "302, PT20S, PT20S"
    })
    void whatTheEndpointAsksForIsOneMoreFloor(int status, Duration asked, Duration wait) {
        assertThat(waitAfter(newDelivery(), new Answered(status, asked))).isEqualTo(wait);
    }

    @Test
    void whatTheEndpointAsksForIsCappedByWhatIsLeftToLive() {
        var anHourOld = NOON.plus(ofHours(1));
        assertThat(waitAfter(newDelivery(), new Answered(503, ofDays(11_574)), anHourOld))
                .isEqualTo(ofHours(23));
        assertThat(waitAfter(newDelivery(), new Answered(503, ofHours(1)), NOON.plus(ofDays(2))))
                .as("nothing is left: its step and floor remain")
                .isEqualTo(ofSeconds(30));
    }

    @Test
    void aRetryRemembersTheAttemptAndWhenItIsDue() {
        var ended = NOON.plusSeconds(3);
        assertThat(JUDGE.afterSending(newDelivery(), keeping(), new Answered(503, null), ended, RANDOM))
                .isInstanceOfSatisfying(Retry.class, retry -> {
                    assertThat(retry.place().attempts()).isEqualTo(1);
                    assertThat(retry.place().due()).isEqualTo(ended.plusSeconds(30));
                    assertThat(retry.place().last()).isEqualTo(new LastAttempt(LastOutcome.BUSY, 503, ended));
                });
    }

    @RepeatedTest(50)
    void jitterIsAtMostTenPercentOfTheStepAndFiveSecondsAndNeverNegative(RepetitionInfo run) {
        var random = seeded(run.getCurrentRepetition());
        for (int attempts = 0; attempts < 12; attempts++) {
            var step = new RetryLadder(TimeScale.REAL).step(attempts + 1);
            var most = step.dividedBy(10).compareTo(ofSeconds(5)) < 0 ? step.dividedBy(10) : ofSeconds(5);
            var verdict = judge(TEN_PERCENT)
                    .afterSending(triedDelivery(attempts), keeping(), new Answered(500, null), NOON, random);
            assertThat(((Retry) verdict).delay()).isBetween(step, step.plus(most));
        }
    }

    @Test
    void jitterUsesItsWholeRange() {
        var random = seeded(7);
        var waits = new ArrayList<Duration>();
        for (int i = 0; i < 1000; i++) {
            waits.add(((Retry) judge(TEN_PERCENT).afterSending(newDelivery(), keeping(), new Silent(), NOON, random))
                    .delay());
        }
        assertThat(waits).anyMatch(wait -> wait.compareTo(Duration.ofMillis(10_050)) < 0);
        assertThat(waits).anyMatch(wait -> wait.compareTo(Duration.ofMillis(10_950)) > 0);
    }

    @Test
    void jitterThatIsNoneOrAbsurdIsRefused() {
        assertThatThrownBy(() -> new Jitter(1.1, ZERO)).hasMessageContaining("1.1");
        assertThatThrownBy(() -> new Jitter(Double.NaN, ZERO)).hasMessageContaining("NaN");
        assertThatThrownBy(() -> new Jitter(0.1, ofSeconds(-1))).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest(name = "a subscription with at most {0} attempts")
    @ValueSource(ints = {1, 2, 10, 30})
    void theLastAttemptIsNotRetried(int most) {
        var subscription = keepingDeadLetters(new RetryPolicy(most, null));
        var verdict = JUDGE.afterSending(triedDelivery(most - 1), subscription, new Answered(404, null), NOON, RANDOM);
        assertThat(verdict).isInstanceOfSatisfying(DeadLetter.class, dead -> {
            assertThat(dead.reason()).isEqualTo(DeadLetterReason.MAX_DELIVERY_ATTEMPTS_EXCEEDED);
            assertThat(dead.place().attempts()).isEqualTo(most);
        });
        if (most > 1) {
            assertThat(JUDGE.afterSending(triedDelivery(most - 2), subscription, new Silent(), NOON, RANDOM))
                    .isInstanceOf(Retry.class);
        }
    }

    @Test
    void loweredLimitsEndWhatHasMoreAttemptsAlready() {
        var subscription = keepingDeadLetters(new RetryPolicy(3, null));
        assertThat(JUDGE.afterSending(triedDelivery(9), subscription, new Silent(), NOON, RANDOM))
                .isInstanceOf(DeadLetter.class);
    }

    @Test
    void limitsThatASubscriptionLeavesOpenAreThoseOfTheService() {
        var strict = new Judge(new Limits(2, ofMinutes(5)), new RetryLadder(TimeScale.REAL), Jitter.NONE);
        assertThat(strict.afterSending(triedDelivery(1), keeping(), new Silent(), NOON, RANDOM))
                .isInstanceOf(DeadLetter.class);
        assertThat(strict.beforeSending(newDelivery(), keeping(), NOON.plus(ofMinutes(5))))
                .isPresent();
    }

    @Test
    void anEventWhoseTimeIsExactlyOverHasExpired() {
        var subscription = keepingDeadLetters(new RetryPolicy(null, ofMinutes(30)));
        var end = NOON.plus(ofMinutes(30));
        assertThat(JUDGE.beforeSending(triedDelivery(3), subscription, end.minusNanos(1)))
                .isEmpty();
        assertThat(JUDGE.beforeSending(triedDelivery(3), subscription, end))
                .contains(new DeadLetter(
                        DeadLetterReason.TIME_TO_LIVE_EXCEEDED, triedDelivery(3).place()));
    }

    @Test
    void anEventMayExpireBeforeItsFirstAttempt() {
        var verdict = JUDGE.beforeSending(newDelivery(), keeping(), NOON.plus(ofHours(24)));
        assertThat(verdict)
                .contains(new DeadLetter(
                        DeadLetterReason.TIME_TO_LIVE_EXCEEDED, newDelivery().place()));
        assertThat(newDelivery().place().attempts()).isZero();
    }

    @Test
    void anAttemptThatOutlivesTheEventIsStillFollowedByAWait() {
        assertThat(waitAfter(newDelivery(), new Silent(), NOON.plus(ofDays(2))))
                .as("it expires only when the next attempt falls due")
                .isEqualTo(ofSeconds(10));
    }

    @Test
    void whereNoDeadLettersAreKeptAnEventIsDroppedWithTheSameWord() {
        var subscription = withoutDeadLetters(new RetryPolicy(1, null));
        assertThat(JUDGE.afterSending(newDelivery(), subscription, new Answered(500, null), NOON, RANDOM))
                .isEqualTo(new Drop(new DropReason("MaxDeliveryAttemptsExceeded")));
        assertThat(JUDGE.afterSending(newDelivery(), subscription, new Answered(401, null), NOON, RANDOM))
                .isEqualTo(new Drop(new DropReason("UndeliverableDueToHttpUnauthorized")));
        assertThat(JUDGE.beforeSending(newDelivery(), subscription, NOON.plus(ofHours(24))))
                .contains(new Drop(new DropReason("TimeToLiveExceeded")));
    }

    @Test
    void whatAnExpiredSubscriptionStillHasIsDroppedNotKept() {
        assertThat(JUDGE.beforeSending(newDelivery(), expiringAt(NOON), NOON))
                .contains(new Drop(DropReason.SUBSCRIPTION_EXPIRED));
        assertThat(JUDGE.beforeSending(newDelivery(), expiringAt(NOON.plusNanos(1)), NOON))
                .isEmpty();
    }

    @Test
    void aScaledLadderScalesStepsFloorsAndTimeToLiveButNotRetryAfter() {
        var fast = new Judge(LIMITS, new RetryLadder(new TimeScale(0.01)), Jitter.NONE);
        assertThat(((Retry) fast.afterSending(newDelivery(), keeping(), new Answered(404, null), NOON, RANDOM)).delay())
                .isEqualTo(ofSeconds(3));
        assertThat(((Retry) fast.afterSending(newDelivery(), keeping(), new Answered(503, ofSeconds(20)), NOON, RANDOM))
                        .delay())
                .isEqualTo(ofSeconds(20));
        assertThat(fast.beforeSending(newDelivery(), keeping(), NOON.plus(ofMinutes(15))))
                .isPresent();
    }

    private static Judge judge(Jitter jitter) {
        return new Judge(LIMITS, new RetryLadder(TimeScale.REAL), jitter);
    }

    private static Subscription keeping() {
        return keepingDeadLetters(RetryPolicy.DEFAULT);
    }

    private static Verdict after(Delivery delivery, Outcome outcome) {
        return JUDGE.afterSending(delivery, keeping(), outcome, NOON, RANDOM);
    }

    private static Duration waitAfter(Delivery delivery, Outcome outcome) {
        return waitAfter(delivery, outcome, NOON);
    }

    private static Duration waitAfter(Delivery delivery, Outcome outcome, Instant ended) {
        var verdict = JUDGE.afterSending(delivery, keeping(), outcome, ended, RANDOM);
        assertThat(verdict).isInstanceOf(Retry.class);
        return ((Retry) verdict).delay();
    }

    /** B-MATCH-5, B-RETRY-4. */
    @Test
    void whatNobodyCanReadTheSubscriptionOfIsPutOffUntilNoSubscriptionCouldWaitForIt() {
        var tried = triedDelivery(3);
        var longest = NOON.plus(Duration.ofDays(1));
        assertThat(JUDGE.unreadable(tried, longest.minusNanos(1)))
                .isEqualTo(new Verdict.Defer(
                        DeferralReason.SUBSCRIPTION_UNREADABLE,
                        Duration.ofSeconds(10),
                        tried.place()
                                .deferred(
                                        LastOutcome.DELIVERING,
                                        longest.minusNanos(1).plusSeconds(10))));
        assertThat(JUDGE.unreadable(tried, longest))
                .isEqualTo(new Drop(DropReason.of(DeadLetterReason.TIME_TO_LIVE_EXCEEDED)));
    }

    /** B-SUB-3. */
    @Test
    void whatWaitsForItsEndpointToAgreeIsPutOff() {
        var tried = triedDelivery(3);
        assertThat(JUDGE.notValidated(tried, NOON))
                .isEqualTo(new Verdict.Defer(
                        DeferralReason.NOT_VALIDATED,
                        Duration.ofSeconds(10),
                        tried.place().deferred(LastOutcome.DELIVERING, NOON.plusSeconds(10))));
    }

    /** B-SUB-1. */
    @ParameterizedTest(name = "asked for {0} it is put off by {1}")
    @CsvSource({"PT10S, PT10S", "PT12.5S, PT12.5S", "PT30M, PT30M", "PT5H, PT30M"})
    void whatIsPausedIsPutOffAndKeepsItsAttempts(Duration asked, Duration wait) {
        var tried = triedDelivery(3);
        assertThat(JUDGE.paused(tried, asked, NOON))
                .isEqualTo(new Verdict.Defer(
                        DeferralReason.PAUSED, wait, tried.place().deferred(LastOutcome.PROBATION, NOON.plus(wait))));
    }
}
