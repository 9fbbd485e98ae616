package io.tidings.worker.verdict;

import static io.tidings.worker.Examples.NOON;
import static io.tidings.worker.Examples.judge;
import static io.tidings.worker.Examples.newDelivery;
import static io.tidings.worker.Examples.preset;
import static io.tidings.worker.Examples.retrying;
import static io.tidings.worker.Examples.schedule;
import static io.tidings.worker.Examples.seeded;
import static io.tidings.worker.Examples.statuses;
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
import io.tidings.contract.subscription.RetryPolicy;
import io.tidings.contract.subscription.RetryProfile;
import io.tidings.contract.subscription.RetryProfile.Floors;
import io.tidings.contract.subscription.RetryProfile.Limits;
import io.tidings.contract.subscription.RetryProfile.Preset;
import io.tidings.contract.subscription.RetryProfile.StatusOverrides;
import io.tidings.contract.subscription.Subscription;
import io.tidings.worker.verdict.EndpointSignal.Alive;
import io.tidings.worker.verdict.EndpointSignal.Failure;
import io.tidings.worker.verdict.EndpointSignal.Success;
import io.tidings.worker.verdict.Outcome.Responded;
import io.tidings.worker.verdict.Outcome.TimedOut;
import io.tidings.worker.verdict.Verdict.DeadLetter;
import io.tidings.worker.verdict.Verdict.Delivered;
import io.tidings.worker.verdict.Verdict.Retry;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** B-PROFILE-1 and B-PROFILE-2 as tables; {@link ScheduleTest} has the whole schedules. */
class RetryProfileVerdictTest {
    private static final UnpausedJudge JUDGE = new UnpausedJudge(judge(Jitter.NONE));
    private static final RandomGenerator RANDOM = seeded(1);

    @ParameterizedTest(name = "{0} ends it with {1}, known as {2}")
    @CsvSource({
        "302, UndeliverableDueToHttpFound, GENERIC_ERROR",
        "404, UndeliverableDueToHttpNotFound, NOT_FOUND",
        "408, UndeliverableDueToHttpRequestTimeout, TIMED_OUT",
        "409, UndeliverableDueToHttpConflict, GENERIC_ERROR",
        "418, UndeliverableDueToHttpStatus418, GENERIC_ERROR",
        "500, UndeliverableDueToHttpInternalServerError, GENERIC_ERROR",
        "503, UndeliverableDueToHttpServiceUnavailable, BUSY"
    })
    void aStatusThatASubscriptionDoesNotRetryIsGivenUpAndLeavesTheEndpointAlone(
            int status, String reason, LastOutcome name) {
        var strict = retrying(statuses(Set.of(), Set.of(status)));
        assertThat(after(strict, triedDelivery(2), new Responded(status, ofSeconds(1))))
                .isInstanceOfSatisfying(DeadLetter.class, dead -> {
                    assertThat(dead.reason().wireName()).isEqualTo(reason);
                    assertThat(dead.retryState().attempts()).isEqualTo(3);
                    assertThat(dead.retryState().last()).isEqualTo(new LastAttempt(name, status, NOON));
                });
        assertThat(signal(strict, status)).isEqualTo(new Alive());
        assertThat(after(strict, newDelivery(), new Responded(599, null))).isInstanceOf(Retry.class);
        assertThat(after(strict, newDelivery(), new TimedOut()))
                .as("no status is not 408")
                .isInstanceOf(Retry.class);
    }

    @ParameterizedTest(name = "{0} is retried as {1}, with a first probation of {2}")
    @CsvSource({
        "400, BAD_REQUEST, PT30S",
        "401, UNAUTHORIZED, PT5M",
        "403, FORBIDDEN, PT5M",
        "413, PAYLOAD_TOO_LARGE, PT30S"
    })
    void aStatusThatASubscriptionRetriesWaitsTenSecondsAndCountsAsAFailure(
            int status, LastOutcome name, Duration probation) {
        var patient = retrying(statuses(Set.of(status), Set.of()));
        assertThat(after(patient, newDelivery(), new Responded(status, null)))
                .isInstanceOfSatisfying(Retry.class, retry -> {
                    assertThat(retry.delay()).isEqualTo(ofSeconds(10));
                    assertThat(retry.retryState().last()).isEqualTo(new LastAttempt(name, status, NOON));
                });
        assertThat(signal(patient, status)).isEqualTo(new Failure(name, probation, false, null));
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(ints = {401, 403})
    void aStatusThatIsNotRetriedAnywayStillCountsForProbation(int status) {
        var named = retrying(statuses(Set.of(), Set.of(status)));
        assertThat(signal(named, status))
                .isEqualTo(EndpointSignal.of(new Responded(status, null), StatusOverrides.NONE));
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(ints = {404, 408, 410, 429, 500, 503})
    void aStatusThatIsRetriedAnywayKeepsItsFloor(int status) {
        var named = retrying(statuses(Set.of(status), Set.of()));
        var outcome = new Responded(status, null);
        assertThat(after(named, newDelivery(), outcome))
                .isEqualTo(after(retrying(RetryProfile.DEFAULT), newDelivery(), outcome));
    }

    @Test
    void aSuccessStaysASuccess() {
        var any = retrying(statuses(Set.of(400), Set.of(500)));
        assertThat(after(any, newDelivery(), new Responded(204, null))).isEqualTo(new Delivered());
        assertThat(signal(any, 204)).isEqualTo(new Success());
    }

    @ParameterizedTest(name = "{0} with Retry-After {1} waits {2}")
    @CsvSource({"404, , PT10S", "408, , PT10S", "503, , PT10S", "500, , PT10S", "503, PT45S, PT45S", "404, PT5S, PT10S"
    })
    void withoutFloorsOnlyTheStepAndRetryAfterCount(int status, Duration asked, Duration wait) {
        var profile =
                new RetryProfile(Preset.EVENT_GRID, List.of(), null, Floors.NONE, StatusOverrides.NONE, Limits.NONE);
        assertThat(waitAfter(retrying(profile), newDelivery(), new Responded(status, asked)))
                .isEqualTo(wait);
    }

    @Test
    void floorsHoldForAnOwnScheduleToo() {
        var own = retrying(schedule(Limits.NONE, ofSeconds(14)));
        assertThat(waitAfter(own, newDelivery(), new Responded(503, null))).isEqualTo(ofSeconds(30));
        assertThat(waitAfter(own, newDelivery(), new Responded(500, null))).isEqualTo(ofSeconds(14));
    }

    @Test
    void anOwnScheduleReplacesThatOfThePreset() {
        var own = new RetryProfile(
                Preset.EVENT_GRID_EDGE,
                List.of(ofSeconds(20)),
                null,
                Floors.EVENT_GRID,
                StatusOverrides.NONE,
                Limits.NONE);
        assertThat(waitAfter(retrying(own), newDelivery(), new Responded(500, null)))
                .isEqualTo(ofSeconds(20));
        assertThat(own.responseTimeout()).isEqualTo(ofSeconds(60));
    }

    @Test
    void aScaledLadderScalesTheScheduleToo() {
        var fast = new UnpausedJudge(JUDGE.limits(), new TimeScale(0.01));
        var own = retrying(schedule(Limits.NONE, ofSeconds(1400)));
        assertThat(fast.afterSending(newDelivery(), own, new Responded(500, null), NOON, RANDOM))
                .isInstanceOfSatisfying(
                        Retry.class, retry -> assertThat(retry.delay()).isEqualTo(ofSeconds(14)));
    }

    @Test
    void theProfilesLimitsWinOverTheRetryPolicy() {
        var both =
                retrying(new RetryPolicy(3, ofMinutes(10)), schedule(new Limits(null, 50, ofDays(3)), ofSeconds(10)));
        assertThat(after(both, triedDelivery(48), new TimedOut())).isInstanceOf(Retry.class);
        assertThat(after(both, triedDelivery(49), new TimedOut())).isInstanceOf(DeadLetter.class);
        assertThat(expired(both, ofDays(3).minusNanos(1))).isFalse();
        assertThat(expired(both, ofDays(3))).isTrue();
    }

    @Test
    void thePolicyWinsOverThePresetAndThePresetOverTheService() {
        var edge = preset(Preset.EVENT_GRID_EDGE);
        assertThat(expired(retrying(edge), ofHours(2).minusNanos(1))).isFalse();
        assertThat(expired(retrying(edge), ofHours(2))).isTrue();
        var longer = retrying(new RetryPolicy(null, ofHours(5)), edge);
        assertThat(expired(longer, ofHours(5).minusNanos(1))).isFalse();
        assertThat(expired(longer, ofHours(5))).isTrue();
    }

    @Test
    void retryAfterIsCappedByTheRestOfALongTimeToLive() {
        var week = retrying(schedule(new Limits(null, null, ofDays(7)), ofSeconds(10)));
        assertThat(waitAfter(week, newDelivery(), new Responded(503, ofDays(30))))
                .isEqualTo(ofDays(7));
    }

    private static Verdict after(Subscription subscription, Delivery delivery, Outcome outcome) {
        return JUDGE.afterSending(delivery, subscription, outcome, NOON, RANDOM);
    }

    private static Duration waitAfter(Subscription subscription, Delivery delivery, Outcome outcome) {
        return ((Retry) after(subscription, delivery, outcome)).delay();
    }

    private static boolean expired(Subscription subscription, Duration age) {
        return JUDGE.beforeSending(triedDelivery(1), subscription, NOON.plus(age))
                .isPresent();
    }

    private static EndpointSignal signal(Subscription subscription, int status) {
        return EndpointSignal.of(
                new Responded(status, null), subscription.retryProfile().statuses());
    }
}
