package io.tidings.worker.health;

import static io.tidings.worker.health.BreakerExamples.BUSY;
import static io.tidings.worker.health.BreakerExamples.CEILING;
import static io.tidings.worker.health.BreakerExamples.NOON;
import static io.tidings.worker.health.BreakerExamples.RULES;
import static io.tidings.worker.health.BreakerExamples.TIMED_OUT;
import static io.tidings.worker.health.BreakerExamples.at;
import static io.tidings.worker.health.BreakerExamples.ended;
import static io.tidings.worker.health.BreakerExamples.onProbation;
import static java.time.Duration.ZERO;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.ClockReading;
import io.tidings.contract.TimeScale;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.health.Probation;
import io.tidings.contract.subscription.RetryProfile.StatusOverrides;
import io.tidings.worker.health.EndpointBreaker.Change;
import io.tidings.worker.verdict.EndpointSignal;
import io.tidings.worker.verdict.EndpointSignal.Alive;
import io.tidings.worker.verdict.EndpointSignal.LateSuccess;
import io.tidings.worker.verdict.EndpointSignal.None;
import io.tidings.worker.verdict.EndpointSignal.Success;
import io.tidings.worker.verdict.Outcome.Cause;
import io.tidings.worker.verdict.Outcome.Responded;
import io.tidings.worker.verdict.Outcome.Unreachable;
import java.time.Duration;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** B-PROB-1 and B-PROB-3: when an endpoint is on probation, for how long, and how it returns. */
class EndpointBreakerTest {
    private final EndpointBreaker breaker = new EndpointBreaker(RULES, CEILING);

    @Test
    void theLastOfTooManyFailuresInARowBeginsProbation() {
        assertThat(ended(breaker, BUSY, NOON)).isEqualTo(Change.COUNTS);
        assertThat(ended(breaker, BUSY, NOON)).isEqualTo(Change.COUNTS);
        assertThat(breaker.openFor(at(NOON))).isZero();
        assertThat(breaker.onProbation()).isFalse();
        assertThat(ended(breaker, BUSY, NOON)).isEqualTo(Change.PROBATION_BEGAN);
        assertThat(breaker.onProbation()).isTrue();
        assertThat(breaker.openFor(at(NOON))).isEqualTo(ofSeconds(10));
        assertThat(breaker.openFor(at(NOON.plusSeconds(4)))).isEqualTo(ofSeconds(6));
        assertThat(breaker.openFor(at(NOON.plusSeconds(10)))).isZero();
        assertThat(breaker.openFor(at(NOON.plusSeconds(11)))).isZero();
    }

    /** B-RECOVER-1. */
    @Test
    void theWaitOfAProbationCanBeEndedWhichLetsAProbeOut() {
        ended(breaker, BUSY, NOON);
        ended(breaker, BUSY, NOON);
        ended(breaker, BUSY, NOON);
        breaker.endWait(at(NOON.plusSeconds(1)));
        assertThat(breaker.onProbation()).isTrue();
        assertThat(breaker.openFor(at(NOON.plusSeconds(1)))).isZero();
        assertThat(breaker.written("u1", NOON).probation())
                .isEqualTo(new Probation(NOON, NOON.plusSeconds(1), ofSeconds(10), LastOutcome.BUSY));
    }

    @Test
    void onlyAFailureOfALaterRequestIsAFailureSinceATime() {
        var permit = breaker.sent(at(NOON));
        assertThat(breaker.failedSince(at(NOON))).isFalse();
        breaker.ended(permit, BUSY, at(NOON.plusSeconds(5)));
        assertThat(breaker.failedSince(at(NOON))).isTrue();
        assertThat(breaker.failedSince(at(NOON.plusSeconds(1)))).isFalse();
    }

    @Test
    void aSuccessInterruptsARunOfFailures() {
        ended(breaker, BUSY, NOON);
        ended(breaker, BUSY, NOON);
        assertThat(ended(breaker, new Success(), NOON)).isEqualTo(Change.COUNTS);
        assertThat(ended(breaker, new Success(), NOON)).isEqualTo(Change.NONE);
        ended(breaker, BUSY, NOON);
        ended(breaker, BUSY, NOON);
        assertThat(breaker.onProbation()).isFalse();
    }

    /** B-AUTH-3. */
    @Test
    void whatTheWorkerLacksIsShownOnceUntilAnAttemptEndsOtherwise() {
        assertThat(breaker.notConfigured("no certificate")).isTrue();
        assertThat(breaker.notConfigured("no certificate")).isFalse();
        assertThat(breaker.notConfigured("no trust")).isTrue();
        assertThat(breaker.written("uid", NOON).lastError()).isEqualTo("no trust");
        assertThat(breaker.pristine()).isTrue();
        assertThat(ended(breaker, new Success(), NOON)).isEqualTo(Change.COUNTS);
        assertThat(breaker.written("uid", NOON).lastError()).isNull();
        assertThat(ended(breaker, new Success(), NOON)).isEqualTo(Change.NONE);
        assertThat(breaker.notConfigured("no trust")).isTrue();
        ended(breaker, BUSY, NOON);
        assertThat(breaker.written("uid", NOON).lastError()).isNull();
        assertThat(breaker.notConfigured("no trust"))
                .as("after another failure")
                .isTrue();
    }

    /** B-AUTH-3. */
    @Test
    void whatAFormerOwnerLackedIsShownUntilASuccess() {
        breaker.notConfigured("no certificate");
        var resumed = EndpointBreaker.resumed(RULES, CEILING, breaker.written("uid", NOON), at(NOON));
        assertThat(resumed.written("uid", NOON).lastError()).isEqualTo("no certificate");
        assertThat(resumed.ended(resumed.sent(at(NOON)), new Success(), at(NOON)))
                .isEqualTo(Change.COUNTS);
        assertThat(resumed.written("uid", NOON).lastError()).isNull();
    }

    @Test
    void aBadEventAndAFailureOfOurOwnNeitherCountNorInterrupt() {
        ended(breaker, BUSY, NOON);
        ended(breaker, BUSY, NOON);
        for (int i = 0; i < 5; i++) {
            assertThat(ended(breaker, new Alive(), NOON)).isEqualTo(Change.NONE);
            assertThat(ended(breaker, new None(), NOON)).isEqualTo(Change.NONE);
        }
        assertThat(breaker.onProbation()).isFalse();
        assertThat(ended(breaker, BUSY, NOON)).isEqualTo(Change.PROBATION_BEGAN);
    }

    @Test
    void theLastFailureDecidesHowLong() {
        ended(breaker, BUSY, NOON);
        ended(breaker, BUSY, NOON);
        ended(breaker, EndpointSignal.of(new Responded(404, null), StatusOverrides.NONE), NOON);
        assertThat(breaker.openFor(at(NOON))).isEqualTo(Duration.ofMinutes(5));
    }

    @Test
    void aFailedProbeDoublesProbationUpToTheLongest() {
        var now = onProbation(breaker);
        for (var expected = ofSeconds(20); expected.compareTo(ofHours(4)) < 0; expected = expected.multipliedBy(2)) {
            assertThat(ended(breaker, BUSY, now)).isEqualTo(Change.PROBATION_BEGAN);
            assertThat(breaker.openFor(at(now))).isEqualTo(expected);
            now = now.plus(expected);
        }
        for (int i = 0; i < 2; i++) {
            ended(breaker, BUSY, now);
            assertThat(breaker.openFor(at(now))).isEqualTo(ofHours(4));
            now = now.plus(ofHours(4));
        }
    }

    @Test
    void oneProbeIsSentWhenProbationIsOver() {
        var now = onProbation(breaker);
        assertThat(breaker.limit()).isEqualTo(1);
        assertThat(breaker.probing()).isFalse();
        breaker.sent(at(now));
        assertThat(breaker.probing()).isTrue();
        assertThat(breaker.openFor(at(now)))
                .as("what is due now waits for the probe")
                .isZero();
    }

    @Test
    void aProbeThatIsTakenEndsProbationAndTrafficResumesStepByStep() {
        var now = onProbation(breaker);
        assertThat(ended(breaker, new Success(), now)).isEqualTo(Change.PROBATION_ENDED);
        assertThat(breaker.onProbation()).isFalse();
        assertThat(breaker.probing()).isFalse();
        assertThat(breaker.openFor(at(now))).isZero();
        assertThat(breaker.limit()).isEqualTo(1);
        for (int limit = 2; limit <= CEILING; limit++) {
            ended(breaker, new Success(), now);
            assertThat(breaker.limit()).isEqualTo(limit);
        }
        ended(breaker, new Success(), now);
        assertThat(breaker.limit()).isEqualTo(CEILING);
        assertThat(breaker.pristine()).isTrue();
    }

    @Test
    void aProbeWithABadEventEndsProbationToo() {
        var now = onProbation(breaker);
        assertThat(ended(breaker, new Alive(), now)).isEqualTo(Change.PROBATION_ENDED);
        assertThat(ended(breaker, BUSY, now)).as("a new run of failures").isEqualTo(Change.COUNTS);
    }

    @Test
    void afterAFailureOfOurOwnTheNextOneIsTheProbe() {
        var now = onProbation(breaker);
        assertThat(ended(breaker, new None(), now)).isEqualTo(Change.NONE);
        assertThat(breaker.onProbation()).isTrue();
        assertThat(breaker.probing()).isFalse();
        assertThat(breaker.openFor(at(now))).isZero();
        assertThat(ended(breaker, new Success(), now)).isEqualTo(Change.PROBATION_ENDED);
    }

    @Test
    void attemptsBeforeProbationNeitherExtendNorEndIt() {
        var early = breaker.sent(at(NOON));
        var now = onProbation(breaker);
        var left = breaker.openFor(at(now.minusSeconds(5)));
        assertThat(breaker.current(early)).isFalse();
        assertThat(breaker.ended(early, BUSY, at(now))).isEqualTo(Change.NONE);
        assertThat(breaker.ended(early, new Success(), at(now))).isEqualTo(Change.NONE);
        assertThat(breaker.openFor(at(now.minusSeconds(5)))).isEqualTo(left);
        ended(breaker, new Success(), now);
        assertThat(breaker.ended(early, BUSY, at(now))).as("also after it").isEqualTo(Change.NONE);
        assertThat(breaker.written("u", now).consecutiveFailures()).isZero();
    }

    @Test
    void aClockThatJumpsBackDoesNotMakeProbationLonger() {
        onProbation(breaker);
        var later = at(NOON.plusSeconds(4));
        assertThat(breaker.openFor(new ClockReading(later.wall().minus(ofHours(9)), later.monotonicNanos())))
                .isEqualTo(ofSeconds(6));
        assertThat(breaker.openFor(new ClockReading(later.wall().plus(ofHours(9)), later.monotonicNanos())))
                .isEqualTo(ofSeconds(6));
    }

    @Test
    void aProbationThatAnotherClockWroteLastsNoLongerThanItsLength() {
        onProbation(breaker);
        var written = breaker.written("u1", NOON);
        var before = EndpointBreaker.resumed(RULES, CEILING, written, at(NOON.minus(ofHours(9))));
        assertThat(before.openFor(at(NOON.minus(ofHours(9))))).isEqualTo(ofSeconds(10));
        var amid = EndpointBreaker.resumed(RULES, CEILING, written, at(NOON.plusSeconds(4)));
        assertThat(amid.openFor(at(NOON.plusSeconds(4)))).isEqualTo(ofSeconds(6));
        var after = EndpointBreaker.resumed(RULES, CEILING, written, at(NOON.plusSeconds(10)));
        assertThat(after.openFor(at(NOON.plusSeconds(10)))).isZero();
        assertThat(after.onProbation()).as("its probe is still to come").isTrue();
    }

    @Test
    void anEndpointThatReportsOverloadGetsHalf() {
        var wide = new EndpointBreaker(new ProbationPolicy(100, ofHours(4), TimeScale.REAL), CEILING);
        for (int i = 1; i < CEILING; i++) {
            wide.ended(wide.sent(at(NOON)), new Alive(), at(NOON));
        }
        wide.ended(wide.sent(at(NOON)), EndpointSignal.of(new Responded(500, null), StatusOverrides.NONE), at(NOON));
        assertThat(wide.limit()).isEqualTo(CEILING);
        wide.ended(wide.sent(at(NOON)), BUSY, at(NOON));
        wide.ended(wide.sent(at(NOON)), BUSY, at(NOON));
        assertThat(wide.limit()).as("once a round trip").isEqualTo(CEILING / 2);
        var later = at(NOON.plusSeconds(1));
        wide.ended(wide.sent(later), TIMED_OUT, later);
        assertThat(wide.limit()).isEqualTo(CEILING / 4);
        for (int i = 0; i < CEILING / 4; i++) {
            wide.ended(wide.sent(later), new Alive(), later);
        }
        assertThat(wide.limit()).isEqualTo(CEILING / 4 + 1);
    }

    @Test
    void waitsAreScaled() {
        var scaled = new EndpointBreaker(new ProbationPolicy(1, ofHours(4), new TimeScale(0.01)), CEILING);
        scaled.ended(scaled.sent(at(NOON)), BUSY, at(NOON));
        assertThat(scaled.openFor(at(NOON))).isEqualTo(ofMillis(100));
    }

    /** Whatever happens, an endpoint is never closed for longer than the longest, and a good one opens again. */
    @RepeatedTest(200)
    void noSequenceOfFindingsLocksAnEndpointOut(RepetitionInfo run) {
        var random = new java.util.Random(run.getCurrentRepetition());
        var now = NOON;
        var findings = new EndpointSignal[] {
            new Success(),
            new LateSuccess(),
            BUSY,
            EndpointSignal.of(new Unreachable(Cause.SOCKET), StatusOverrides.NONE),
            EndpointSignal.of(new Responded(404, null), StatusOverrides.NONE),
            new Alive(),
            new None()
        };
        for (int i = 0; i < 300; i++) {
            assertThat(breaker.openFor(at(now))).isBetween(ZERO, ofHours(4));
            now = now.plus(breaker.openFor(at(now)));
            breaker.ended(breaker.sent(at(now)), findings[random.nextInt(findings.length)], at(now));
            assertThat(breaker.limit()).isBetween(1, CEILING);
        }
        now = now.plus(breaker.openFor(at(now)));
        ended(breaker, new Success(), now);
        assertThat(breaker.onProbation()).isFalse();
        assertThat(breaker.openFor(at(now))).isZero();
    }
}
