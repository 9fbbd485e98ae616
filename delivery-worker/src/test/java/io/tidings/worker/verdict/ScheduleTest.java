package io.tidings.worker.verdict;

import static io.tidings.worker.Examples.NOON;
import static io.tidings.worker.Examples.keepingDeadLetters;
import static io.tidings.worker.Examples.preset;
import static io.tidings.worker.Examples.retrying;
import static io.tidings.worker.Examples.schedule;
import static io.tidings.worker.Examples.seeded;
import static io.tidings.worker.Examples.withoutDeadLetters;
import static java.time.Duration.ZERO;
import static java.time.Duration.ofDays;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.delivery.DeadLetterReason;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.subscription.RetryPolicy;
import io.tidings.contract.subscription.RetryProfile.Limits;
import io.tidings.contract.subscription.RetryProfile.Preset;
import io.tidings.worker.verdict.Outcome.AddressRefused;
import io.tidings.worker.verdict.Outcome.Cause;
import io.tidings.worker.verdict.Outcome.Responded;
import io.tidings.worker.verdict.Outcome.TimedOut;
import io.tidings.worker.verdict.Outcome.Unreachable;
import io.tidings.worker.verdict.Verdict.DeadLetter;
import io.tidings.worker.verdict.Verdict.Defer;
import io.tidings.worker.verdict.Verdict.Delivered;
import io.tidings.worker.verdict.Verdict.Drop;
import io.tidings.worker.verdict.Verdict.Retry;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/**
 * B-RETRY-1, B-RETRY-3 to 6, B-PROFILE-1, B-PROFILE-2 and B-PROB-2: one event on its whole way through judge, ladder
 * and tiers, with a clock that is moved.
 */
class ScheduleTest {
    @Test
    void thirtyMinutesAndTenAttemptsMakeSixAttemptsAndADeadLetterAfter2800Seconds() {
        var subscription = keepingDeadLetters(new RetryPolicy(10, ofMinutes(30)));
        var way = new EventWay(Jitter.NONE, subscription, seeded(1));
        way.toTheEnd(() -> way.attempted(new Responded(500, null), ZERO));
        assertThat(way.attemptsAfter())
                .containsExactly(ZERO, ofSeconds(10), ofSeconds(40), ofSeconds(100), ofSeconds(400), ofSeconds(1000));
        assertThat(way.now).isEqualTo(NOON.plusSeconds(2800));
        assertThat(way.end)
                .isEqualTo(new DeadLetter(DeadLetterReason.TIME_TO_LIVE_EXCEEDED, way.delivery.retryState()));
        assertThat(way.delivery.retryState().attempts()).isEqualTo(6);
        assertThat(way.delivery.retryState().last()).isNotNull().satisfies(last -> {
            assertThat(last.outcome()).isEqualTo(LastOutcome.GENERIC_ERROR);
            assertThat(last.at()).isEqualTo(NOON.plusSeconds(1000));
        });
    }

    @Test
    void withJitterTheSameExampleIsLaterByAtMostTheJitter() {
        var subscription = keepingDeadLetters(new RetryPolicy(10, ofMinutes(30)));
        var way = new EventWay(new Jitter(0.1, ofSeconds(5)), subscription, seeded(2));
        way.toTheEnd(() -> way.attempted(new Responded(500, null), ZERO));
        assertThat(way.attempts).hasSize(6);
        assertThat(way.now).isBetween(NOON.plusSeconds(2800), NOON.plusSeconds(2800 + 6 * 5));
    }

    @Test
    void aDayOfFailuresIsEndedByTheTimeToLiveBeforeTheAttempts() {
        var way = new EventWay(Jitter.NONE, keepingDeadLetters(), seeded(3));
        way.toTheEnd(() -> way.attempted(new Unreachable(Cause.SOCKET), ZERO));
        assertThat(way.attempts).hasSize(11);
        assertThat(way.end)
                .isInstanceOfSatisfying(
                        DeadLetter.class,
                        dead -> assertThat(dead.reason()).isEqualTo(DeadLetterReason.TIME_TO_LIVE_EXCEEDED));
        var started = NOON.plus(ofHours(24));
        assertThat(way.now).isAfterOrEqualTo(started).isBefore(started.plus(ofHours(12)));
    }

    /** B-PROFILE-1: as B-RETRY-5's example, with the schedule of the IoT Edge edition. */
    @Test
    void theEdgePresetTriesAfterAMinuteAndThenEveryTenMinutesForTwoHours() {
        var way = new EventWay(Jitter.NONE, retrying(preset(Preset.EVENT_GRID_EDGE)), seeded(5));
        way.toTheEnd(() -> way.attempted(new Responded(500, null), ZERO));
        assertThat(way.seconds())
                .containsExactly(0L, 60L, 660L, 1260L, 1860L, 2460L, 3060L, 3660L, 4260L, 4860L, 5460L, 6060L, 6660L);
        assertThat(way.now).isEqualTo(NOON.plusSeconds(7260));
        assertThat(way.end)
                .isEqualTo(new DeadLetter(DeadLetterReason.TIME_TO_LIVE_EXCEEDED, way.delivery.retryState()));
    }

    /** B-PROFILE-1. */
    @Test
    void theExponentialPresetDoublesEveryWaitUpToTwelveHours() {
        var way = new EventWay(Jitter.NONE, retrying(preset(Preset.EXPONENTIAL)), seeded(6));
        way.toTheEnd(() -> way.attempted(new Responded(500, null), ZERO));
        assertThat(way.seconds())
                .containsExactly(
                        0L, 10L, 30L, 70L, 150L, 310L, 630L, 1270L, 2550L, 5110L, 10_230L, 20_470L, 40_950L, 81_910L);
        assertThat(way.now).isEqualTo(NOON.plusSeconds(81_910).plus(ofHours(12)));
    }

    /** B-PROFILE-1: steps that no tier has. */
    @Test
    void stepsOfAnyLengthAreExactAndTheLastOneRepeats() {
        var profile = schedule(new Limits(null, 6, null), ofSeconds(14), ofSeconds(25), ofMinutes(37));
        var way = new EventWay(new Jitter(0.1, ofSeconds(5)), retrying(profile), seeded(7));
        way.toTheEnd(() -> way.attempted(new Responded(500, null), ZERO));
        assertThat(way.seconds()).containsExactly(0L, 14L, 39L, 2259L, 4479L, 6699L);
        assertThat(way.end)
                .isInstanceOfSatisfying(
                        DeadLetter.class,
                        dead -> assertThat(dead.reason()).isEqualTo(DeadLetterReason.MAX_DELIVERY_ATTEMPTS_EXCEEDED));
    }

    /** B-PROFILE-2. */
    @Test
    void anEventMayLiveForAWeekAndHaveAHundredAttempts() {
        var daily = schedule(new Limits(null, null, ofDays(7)), ofDays(1));
        var week = new EventWay(Jitter.NONE, retrying(daily), seeded(8));
        week.toTheEnd(() -> week.attempted(new Unreachable(Cause.SOCKET), ZERO));
        assertThat(week.attempts).hasSize(7);
        assertThat(week.now).isEqualTo(NOON.plus(ofDays(7)));

        var often = schedule(new Limits(null, 100, null), ofMinutes(1));
        var hundred = new EventWay(Jitter.NONE, retrying(often), seeded(9));
        hundred.toTheEnd(() -> hundred.attempted(new TimedOut(), ZERO));
        assertThat(hundred.attempts).hasSize(100);
        assertThat(hundred.now).isEqualTo(NOON.plus(ofMinutes(99)));
    }

    @Test
    void anEventThatExpiresDuringProbationGetsNoFurtherAttempt() {
        var subscription = keepingDeadLetters(new RetryPolicy(10, ofMinutes(5)));
        var way = new EventWay(Jitter.NONE, subscription, seeded(4));
        way.toTheEnd(() -> way.attempts.isEmpty()
                ? way.attempted(new Responded(503, null), ZERO)
                : way.judge.onProbation(way.delivery, ofMinutes(20), way.now));
        assertThat(way.attempts).hasSize(1);
        assertThat(way.now).isEqualTo(NOON.plus(ofSeconds(30)).plus(ofMinutes(20)));
        assertThat(way.end).isInstanceOfSatisfying(DeadLetter.class, dead -> {
            assertThat(dead.reason()).isEqualTo(DeadLetterReason.TIME_TO_LIVE_EXCEEDED);
            assertThat(dead.retryState().attempts()).isEqualTo(1);
            assertThat(dead.retryState().last()).isNotNull().satisfies(last -> {
                assertThat(last.outcome()).isEqualTo(LastOutcome.PROBATION);
                assertThat(last.status()).isEqualTo(503);
                assertThat(last.at()).isEqualTo(NOON);
            });
        });
    }

    @RepeatedTest(300)
    void randomWaysOfAnEventKeepTheRules(RepetitionInfo run) {
        var random = seeded(run.getCurrentRepetition());
        var policy = new RetryPolicy(random.nextInt(1, 31), ofMinutes(random.nextInt(1, 1441)));
        boolean keeps = random.nextBoolean();
        var subscription = keeps ? keepingDeadLetters(policy) : withoutDeadLetters(policy);
        var way = new EventWay(new Jitter(0.1, ofSeconds(5)), subscription, random);
        way.toTheEnd(() -> random.nextInt(4) == 0 ? way.putOff() : way.attempted(anyOutcome(random), anyTime(random)));
        var ttl = policy.eventTimeToLive();
        assertThat(way.attempts).hasSizeLessThanOrEqualTo(policy.maxDeliveryAttempts());
        assertThat(way.attemptsAfter()).allMatch(after -> after.compareTo(ttl) < 0);
        switch (way.end) {
            case Delivered() -> assertThat(way.attempts).isNotEmpty();
            case DeadLetter(var reason, var retryState) -> {
                assertThat(keeps).isTrue();
                assertThat(retryState.attempts()).isEqualTo(way.attempts.size());
                assertThat(reason.equals(DeadLetterReason.TIME_TO_LIVE_EXCEEDED))
                        .isEqualTo(!way.endedByAnAttempt);
            }
            case Drop(var reason) -> {
                assertThat(keeps).isFalse();
                assertThat(reason.wireName()).isNotBlank();
            }
            case Retry _, Defer _ -> throw new AssertionError("no end: " + way.end);
        }
    }

    private static Outcome anyOutcome(RandomGenerator random) {
        return switch (random.nextInt(9)) {
            case 0 -> new TimedOut();
            case 1 -> new Unreachable(random.nextBoolean() ? Cause.SOCKET : Cause.RESOLUTION);
            case 2 -> new AddressRefused();
            case 3 -> new Responded(503, ofSeconds(random.nextInt(10_000)));
            case 4 -> new Responded(random.nextInt(100, 600), null);
            default -> new Responded(new int[] {404, 408, 429, 500, 302}[random.nextInt(5)], null);
        };
    }

    private static Duration anyTime(RandomGenerator random) {
        return ofMillis(random.nextInt(30_000));
    }
}
