package io.tidings.worker.verdict;

import static io.tidings.worker.Examples.NOON;
import static io.tidings.worker.Examples.judge;
import static io.tidings.worker.Examples.keepingDeadLetters;
import static io.tidings.worker.Examples.newDelivery;
import static io.tidings.worker.Examples.seeded;
import static io.tidings.worker.Examples.triedDelivery;
import static java.time.Duration.ofDays;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.TimeScale;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.delivery.LastAttempt;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.worker.verdict.Outcome.AddressRefused;
import io.tidings.worker.verdict.Outcome.Cause;
import io.tidings.worker.verdict.Outcome.Responded;
import io.tidings.worker.verdict.Outcome.TimedOut;
import io.tidings.worker.verdict.Outcome.Unreachable;
import io.tidings.worker.verdict.Verdict.DeadLetter;
import io.tidings.worker.verdict.Verdict.Delivered;
import io.tidings.worker.verdict.Verdict.Retry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** B-DEL-3, B-RETRY-1 to 3 and B-DLQ-2 as tables; {@link ScheduleTest} has whole ways of events. */
class JudgeTest {
    private static final UnpausedJudge JUDGE = new UnpausedJudge(judge(Jitter.NONE));
    private static final RandomGenerator RANDOM = seeded(1);

    @ParameterizedTest(name = "{0} is a success")
    @ValueSource(ints = {200, 201, 202, 203, 204})
    void fiveStatusesAreASuccess(int status) {
        assertThat(after(newDelivery(), new Responded(status, null))).isEqualTo(new Delivered());
    }

    @ParameterizedTest(name = "{0} ends it with {1}, known as {2}")
    @CsvSource({
        "400, UndeliverableDueToHttpBadRequest, BAD_REQUEST",
        "401, UndeliverableDueToHttpUnauthorized, UNAUTHORIZED",
        "403, UndeliverableDueToHttpForbidden, FORBIDDEN",
        "413, UndeliverableDueToHttpRequestEntityTooLarge, PAYLOAD_TOO_LARGE"
    })
    void fourStatusesAreNeverRetried(int status, String reason, LastOutcome word) {
        assertThat(after(triedDelivery(2), new Responded(status, ofSeconds(1))))
                .isInstanceOfSatisfying(DeadLetter.class, dead -> {
                    assertThat(dead.reason().wireName()).isEqualTo(reason);
                    assertThat(dead.retryState().attempts()).isEqualTo(3);
                    assertThat(dead.retryState().due()).isNull();
                    assertThat(dead.retryState().last()).isEqualTo(new LastAttempt(word, status, NOON));
                });
    }

    /** B-RECOVER-1: what asked for the wait decides whether it may be cut short. */
    @ParameterizedTest(
            name = "attempt {0} with status {1} and Retry-After {2} is not sent before {3}, moved early: {4}")
    @CsvSource({
        "4, 500, PT0S, PT10S, true",
        "4, 503, PT0S, PT30S, true",
        "4, 503, PT2M, PT2M, true",
        "4, 503, PT7M, PT7M, false",
        "1, 404, PT0S, PT5M, false",
        "1, 500, PT0S, PT10S, false"
    })
    void aRetryIsNotSentBeforeItsFloorWhateverHappens(
            int attempt, int status, Duration retryAfter, Duration least, boolean movable) {
        var verdict = after(triedDelivery(attempt - 1), new Responded(status, retryAfter));
        assertThat(verdict).isInstanceOfSatisfying(Retry.class, retry -> {
            assertThat(retry.retryState().notBefore()).isEqualTo(NOON.plus(least));
            assertThat(retry.retryState().movable()).isEqualTo(movable);
        });
    }

    @Test
    void onlyThe413OfSeveralEventsIsNotFinal() {
        assertThat(Judge.halves(new Responded(413, null), 2)).isTrue();
        assertThat(Judge.halves(new Responded(413, null), 1)).isFalse();
        assertThat(Judge.halves(new Responded(400, null), 2)).isFalse();
        assertThat(Judge.halves(new TimedOut(), 2)).isFalse();
    }

    @ParameterizedTest(name = "a first failure with {0} waits {1}")
    @CsvSource({
        "205, PT10S", "206, PT10S", "226, PT10S", "299, PT10S", "300, PT10S", "301, PT10S", "302, PT10S", "307, PT10S",
        "308, PT10S", "402, PT10S", "404, PT5M", "405, PT10S", "408, PT2M", "409, PT10S", "410, PT10S", "418, PT10S",
        "422, PT10S", "425, PT10S", "429, PT10S", "451, PT10S", "499, PT10S", "500, PT10S", "501, PT10S", "502, PT10S",
        "503, PT30S", "504, PT10S", "599, PT10S", "100, PT10S", "101, PT10S", "199, PT10S", "999, PT10S"
    })
    void everyOtherStatusWaitsItsFloor(int status, Duration wait) {
        assertThat(waitAfter(newDelivery(), new Responded(status, null))).isEqualTo(wait);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("statuses")
    void noStatusIsLeftWithoutAVerdict(int status) {
        assertThat(after(newDelivery(), new Responded(status, null)))
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
        assertThat(waitAfter(triedDelivery(attempt - 1), new Responded(500, null)))
                .isEqualTo(step);
        assertThat(waitAfter(triedDelivery(attempt - 1), new TimedOut())).isEqualTo(step);
        assertThat(waitAfter(triedDelivery(attempt - 1), new Unreachable(Cause.SOCKET)))
                .isEqualTo(step);
        assertThat(waitAfter(triedDelivery(attempt - 1), new Unreachable(Cause.RESOLUTION)))
                .isEqualTo(step);
        assertThat(waitAfter(triedDelivery(attempt - 1), new Unreachable(Cause.PROTOCOL)))
                .isEqualTo(step);
        assertThat(waitAfter(triedDelivery(attempt - 1), new AddressRefused())).isEqualTo(step);
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
    void theWaitIsNeverBelowTheFloorNorTheStep(int attempt, int status, Duration wait) {
        assertThat(waitAfter(triedDelivery(attempt - 1), new Responded(status, null)))
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
    void retryAfterIsOneMoreFloor(int status, Duration asked, Duration wait) {
        assertThat(waitAfter(newDelivery(), new Responded(status, asked))).isEqualTo(wait);
    }

    @Test
    void retryAfterIsCappedByTheRestOfTheTimeToLive() {
        var anHourOld = NOON.plus(ofHours(1));
        assertThat(waitAfter(newDelivery(), new Responded(503, ofDays(11_574)), anHourOld))
                .isEqualTo(ofHours(23));
        assertThat(waitAfter(newDelivery(), new Responded(503, ofHours(1)), NOON.plus(ofDays(2))))
                .as("nothing is left: its step and floor remain")
                .isEqualTo(ofSeconds(30));
    }

    @Test
    void aRetryRemembersTheAttemptAndWhenItIsDue() {
        var ended = NOON.plusSeconds(3);
        assertThat(JUDGE.afterSending(newDelivery(), keepingDeadLetters(), new Responded(503, null), ended, RANDOM))
                .isInstanceOfSatisfying(Retry.class, retry -> {
                    assertThat(retry.retryState().attempts()).isEqualTo(1);
                    assertThat(retry.retryState().due()).isEqualTo(ended.plusSeconds(30));
                    assertThat(retry.retryState().last()).isEqualTo(new LastAttempt(LastOutcome.BUSY, 503, ended));
                });
    }

    @Test
    void aScaledLadderScalesStepsFloorsAndTimeToLiveButNotRetryAfter() {
        var fast = new UnpausedJudge(JUDGE.limits(), new TimeScale(0.01));
        assertThat(((Retry) fast.afterSending(
                                newDelivery(), keepingDeadLetters(), new Responded(404, null), NOON, RANDOM))
                        .delay())
                .isEqualTo(ofSeconds(3));
        assertThat(((Retry) fast.afterSending(
                                newDelivery(), keepingDeadLetters(), new Responded(503, ofSeconds(20)), NOON, RANDOM))
                        .delay())
                .isEqualTo(ofSeconds(20));
        assertThat(fast.beforeSending(newDelivery(), keepingDeadLetters(), NOON.plus(ofMinutes(15))))
                .isPresent();
    }

    private static Verdict after(Delivery delivery, Outcome outcome) {
        return JUDGE.afterSending(delivery, keepingDeadLetters(), outcome, NOON, RANDOM);
    }

    private static Duration waitAfter(Delivery delivery, Outcome outcome) {
        return waitAfter(delivery, outcome, NOON);
    }

    private static Duration waitAfter(Delivery delivery, Outcome outcome, Instant ended) {
        var verdict = JUDGE.afterSending(delivery, keepingDeadLetters(), outcome, ended, RANDOM);
        assertThat(verdict).isInstanceOf(Retry.class);
        return ((Retry) verdict).delay();
    }
}
