package io.tidings.worker.probation;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.TimeScale;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.endpoint.EndpointStanding;
import io.tidings.contract.endpoint.Probation;
import io.tidings.worker.probation.Finding.Bad;
import io.tidings.worker.probation.Finding.Good;
import io.tidings.worker.probation.Finding.Late;
import io.tidings.worker.probation.Finding.Present;
import io.tidings.worker.probation.Finding.Unknown;
import io.tidings.worker.probation.Standing.Change;
import io.tidings.worker.probation.Standing.Pass;
import io.tidings.worker.tier.Moment;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** B-PROB-1 and B-PROB-3: when an endpoint is left alone, for how long, and how it comes back. */
class StandingTest {
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    private static final Finding BUSY = new Bad(LastOutcome.BUSY);
    private static final Finding TIMED_OUT = new Bad(LastOutcome.TIMED_OUT);
    private static final ProbationRules RULES = new ProbationRules(3, ofHours(4), TimeScale.REAL);
    private static final int CEILING = 8;

    private final Standing standing = new Standing(RULES, CEILING);

    @Test
    void theLastOfTooManyFailuresInARowBeginsProbation() {
        assertThat(ended(BUSY, NOON)).isEqualTo(Change.COUNTS);
        assertThat(ended(BUSY, NOON)).isEqualTo(Change.COUNTS);
        assertThat(standing.openFor(at(NOON))).isZero();
        assertThat(standing.onProbation()).isFalse();
        assertThat(ended(BUSY, NOON)).isEqualTo(Change.PROBATION_BEGAN);
        assertThat(standing.onProbation()).isTrue();
        assertThat(standing.openFor(at(NOON))).isEqualTo(ofSeconds(10));
        assertThat(standing.openFor(at(NOON.plusSeconds(4)))).isEqualTo(ofSeconds(6));
        assertThat(standing.openFor(at(NOON.plusSeconds(10)))).isZero();
        assertThat(standing.openFor(at(NOON.plusSeconds(11)))).isZero();
    }

    @Test
    void aSuccessInterruptsARunOfFailures() {
        ended(BUSY, NOON);
        ended(BUSY, NOON);
        assertThat(ended(new Good(), NOON)).isEqualTo(Change.COUNTS);
        assertThat(ended(new Good(), NOON)).isEqualTo(Change.NONE);
        ended(BUSY, NOON);
        ended(BUSY, NOON);
        assertThat(standing.onProbation()).isFalse();
    }

    @Test
    void aBadEventAndAFailureOfOurOwnNeitherCountNorInterrupt() {
        ended(BUSY, NOON);
        ended(BUSY, NOON);
        for (int i = 0; i < 5; i++) {
            assertThat(ended(new Present(), NOON)).isEqualTo(Change.NONE);
            assertThat(ended(new Unknown(), NOON)).isEqualTo(Change.NONE);
        }
        assertThat(standing.onProbation()).isFalse();
        assertThat(ended(BUSY, NOON)).isEqualTo(Change.PROBATION_BEGAN);
    }

    @Test
    void theLastFailureDecidesHowLong() {
        ended(BUSY, NOON);
        ended(BUSY, NOON);
        ended(new Bad(LastOutcome.NOT_FOUND), NOON);
        assertThat(standing.openFor(at(NOON))).isEqualTo(Duration.ofMinutes(5));
    }

    @Test
    void aFailedProbeDoublesProbationUpToTheLongest() {
        var now = onProbation();
        for (var expected = ofSeconds(20); expected.compareTo(ofHours(4)) < 0; expected = expected.multipliedBy(2)) {
            assertThat(ended(BUSY, now)).isEqualTo(Change.PROBATION_BEGAN);
            assertThat(standing.openFor(at(now))).isEqualTo(expected);
            now = now.plus(expected);
        }
        for (int i = 0; i < 2; i++) {
            ended(BUSY, now);
            assertThat(standing.openFor(at(now))).isEqualTo(ofHours(4));
            now = now.plus(ofHours(4));
        }
    }

    @Test
    void oneProbeIsSentWhenProbationIsOver() {
        var now = onProbation();
        assertThat(standing.limit()).isEqualTo(1);
        assertThat(standing.probing()).isFalse();
        standing.sent(at(now));
        assertThat(standing.probing()).isTrue();
        assertThat(standing.openFor(at(now)))
                .as("what is due now waits for the probe")
                .isZero();
    }

    @Test
    void aProbeThatIsTakenEndsProbationAndTrafficResumesStepByStep() {
        var now = onProbation();
        assertThat(ended(new Good(), now)).isEqualTo(Change.PROBATION_ENDED);
        assertThat(standing.onProbation()).isFalse();
        assertThat(standing.probing()).isFalse();
        assertThat(standing.openFor(at(now))).isZero();
        assertThat(standing.limit()).isEqualTo(1);
        for (int limit = 2; limit <= CEILING; limit++) {
            ended(new Good(), now);
            assertThat(standing.limit()).isEqualTo(limit);
        }
        ended(new Good(), now);
        assertThat(standing.limit()).isEqualTo(CEILING);
        assertThat(standing.pristine()).isTrue();
    }

    @Test
    void aProbeWithABadEventEndsProbationToo() {
        var now = onProbation();
        assertThat(ended(new Present(), now)).isEqualTo(Change.PROBATION_ENDED);
        assertThat(ended(BUSY, now)).as("a new run of failures").isEqualTo(Change.COUNTS);
    }

    @Test
    void afterAFailureOfOurOwnTheNextOneIsTheProbe() {
        var now = onProbation();
        assertThat(ended(new Unknown(), now)).isEqualTo(Change.NONE);
        assertThat(standing.onProbation()).isTrue();
        assertThat(standing.probing()).isFalse();
        assertThat(standing.openFor(at(now))).isZero();
        assertThat(ended(new Good(), now)).isEqualTo(Change.PROBATION_ENDED);
    }

    @Test
    void whatWasSentBeforeProbationNeitherExtendsNorEndsIt() {
        var early = standing.sent(at(NOON));
        var now = onProbation();
        var left = standing.openFor(at(now.minusSeconds(5)));
        assertThat(standing.current(early)).isFalse();
        assertThat(standing.ended(early, BUSY, at(now))).isEqualTo(Change.NONE);
        assertThat(standing.ended(early, new Good(), at(now))).isEqualTo(Change.NONE);
        assertThat(standing.openFor(at(now.minusSeconds(5)))).isEqualTo(left);
        ended(new Good(), now);
        assertThat(standing.ended(early, BUSY, at(now))).as("also after it").isEqualTo(Change.NONE);
        assertThat(standing.written("u", now).consecutiveFailures()).isZero();
    }

    /** B-DEL-4. */
    @Test
    void aLateSuccessInterruptsARunOfFailures() {
        ended(TIMED_OUT, NOON);
        ended(TIMED_OUT, NOON);
        assertThat(ended(new Late(), NOON)).isEqualTo(Change.COUNTS);
        ended(TIMED_OUT, NOON);
        ended(TIMED_OUT, NOON);
        assertThat(standing.onProbation()).isFalse();
    }

    /** B-DEL-4: whenever it was sent, it is taken now. */
    @Test
    void aLateSuccessEndsProbationAlsoOneThatWasSentBeforeIt() {
        var early = standing.sent(at(NOON));
        var now = onProbation();
        assertThat(standing.ended(early, new Late(), at(now))).isEqualTo(Change.PROBATION_ENDED);
        assertThat(standing.openFor(at(now))).isZero();
    }

    /** B-DEL-4: else its next timeouts would put it on probation again before they turn out to be successes. */
    @Test
    void anEndpointRespondsLateFromALateSuccessUntilATimeoutThatStaysOne() {
        assertThat(standing.respondsLate()).isFalse();
        ended(TIMED_OUT, NOON);
        ended(new Late(), NOON);
        assertThat(standing.respondsLate()).isTrue();
        ended(new Good(), NOON);
        ended(BUSY, NOON);
        assertThat(standing.respondsLate()).isTrue();
        ended(TIMED_OUT, NOON);
        assertThat(standing.respondsLate()).isFalse();
    }

    @Test
    void aProbeIsJudgedByItsTimeoutAlsoWhereResponsesComeLate() {
        ended(new Late(), NOON);
        onProbation();
        assertThat(standing.respondsLate()).isFalse();
    }

    @Test
    void afterALateSuccessTheEndpointGetsOneRequestMoreWithEveryOther() {
        ended(TIMED_OUT, NOON);
        for (int limit = 2; limit <= CEILING; limit++) {
            ended(new Late(), NOON);
            assertThat(standing.limit()).isEqualTo(limit);
        }
    }

    @Test
    void aClockThatJumpsBackDoesNotMakeProbationLonger() {
        onProbation();
        var later = at(NOON.plusSeconds(4));
        assertThat(standing.openFor(new Moment(later.wall().minus(ofHours(9)), later.monotonicNanos())))
                .isEqualTo(ofSeconds(6));
        assertThat(standing.openFor(new Moment(later.wall().plus(ofHours(9)), later.monotonicNanos())))
                .isEqualTo(ofSeconds(6));
    }

    @Test
    void aProbationThatAnotherClockWroteLastsNoLongerThanItsLength() {
        onProbation();
        var written = standing.written("u1", NOON);
        var before = Standing.resumed(RULES, CEILING, written, at(NOON.minus(ofHours(9))));
        assertThat(before.openFor(at(NOON.minus(ofHours(9))))).isEqualTo(ofSeconds(10));
        var amid = Standing.resumed(RULES, CEILING, written, at(NOON.plusSeconds(4)));
        assertThat(amid.openFor(at(NOON.plusSeconds(4)))).isEqualTo(ofSeconds(6));
        var after = Standing.resumed(RULES, CEILING, written, at(NOON.plusSeconds(10)));
        assertThat(after.openFor(at(NOON.plusSeconds(10)))).isZero();
        assertThat(after.onProbation()).as("its probe is still to come").isTrue();
    }

    @Test
    void anEndpointThatSaysItIsTooMuchGetsHalf() {
        var wide = new Standing(new ProbationRules(100, ofHours(4), TimeScale.REAL), CEILING);
        for (int i = 1; i < CEILING; i++) {
            wide.ended(wide.sent(at(NOON)), new Present(), at(NOON));
        }
        wide.ended(wide.sent(at(NOON)), new Bad(LastOutcome.GENERIC_ERROR), at(NOON));
        assertThat(wide.limit()).isEqualTo(CEILING);
        wide.ended(wide.sent(at(NOON)), BUSY, at(NOON));
        wide.ended(wide.sent(at(NOON)), BUSY, at(NOON));
        assertThat(wide.limit()).as("once a round trip").isEqualTo(CEILING / 2);
        var later = at(NOON.plusSeconds(1));
        wide.ended(wide.sent(later), new Bad(LastOutcome.TIMED_OUT), later);
        assertThat(wide.limit()).isEqualTo(CEILING / 4);
        for (int i = 0; i < CEILING / 4; i++) {
            wide.ended(wide.sent(later), new Present(), later);
        }
        assertThat(wide.limit()).isEqualTo(CEILING / 4 + 1);
    }

    @Test
    void itIsWrittenDownAndResumed() {
        var now = onProbation();
        standing.deferred();
        standing.deferred();
        var written = standing.written("u1", now);
        assertThat(written)
                .isEqualTo(new EndpointStanding(
                        "u1",
                        3,
                        LastOutcome.BUSY,
                        new Probation(NOON, NOON.plusSeconds(10), ofSeconds(10), LastOutcome.BUSY),
                        2,
                        now));
        var resumed = Standing.resumed(RULES, CEILING, written, at(NOON));
        assertThat(resumed.openFor(at(NOON))).isEqualTo(ofSeconds(10));
        assertThat(resumed.limit()).isEqualTo(1);
        assertThat(resumed.written("u1", now)).isEqualTo(written);
        resumed.ended(resumed.sent(at(now)), BUSY, at(now));
        assertThat(resumed.openFor(at(now))).as("doubled by the new owner").isEqualTo(ofSeconds(20));
    }

    @Test
    void failuresBelowTheThresholdAreResumedToo() {
        ended(BUSY, NOON);
        ended(BUSY, NOON);
        var resumed = Standing.resumed(RULES, CEILING, standing.written("u1", NOON), at(NOON));
        assertThat(resumed.pristine()).isFalse();
        assertThat(resumed.ended(resumed.sent(at(NOON)), BUSY, at(NOON))).isEqualTo(Change.PROBATION_BEGAN);
    }

    @Test
    void theEndOfProbationForgetsWhatItPutOff() {
        var now = onProbation();
        standing.deferred();
        ended(new Good(), now);
        assertThat(standing.written("u1", now))
                .isEqualTo(new EndpointStanding("u1", 0, LastOutcome.BUSY, null, 0, now));
    }

    @Test
    void waitsAreScaled() {
        var scaled = new Standing(new ProbationRules(1, ofHours(4), new TimeScale(0.01)), CEILING);
        scaled.ended(scaled.sent(at(NOON)), BUSY, at(NOON));
        assertThat(scaled.openFor(at(NOON))).isEqualTo(ofMillis(100));
    }

    /** Whatever happens, an endpoint is never closed for longer than the longest, and a good one opens again. */
    @RepeatedTest(200)
    void noSequenceOfFindingsLocksAnEndpointOut(RepetitionInfo run) {
        var random = new java.util.Random(run.getCurrentRepetition());
        var now = NOON;
        var findings = new Finding[] {
            new Good(),
            new Late(),
            BUSY,
            new Bad(LastOutcome.SOCKET_ERROR),
            new Bad(LastOutcome.NOT_FOUND),
            new Present(),
            new Unknown()
        };
        for (int i = 0; i < 300; i++) {
            assertThat(standing.openFor(at(now))).isBetween(ZERO, ofHours(4));
            now = now.plus(standing.openFor(at(now)));
            standing.ended(standing.sent(at(now)), findings[random.nextInt(findings.length)], at(now));
            assertThat(standing.limit()).isBetween(1, CEILING);
        }
        now = now.plus(standing.openFor(at(now)));
        ended(new Good(), now);
        assertThat(standing.onProbation()).isFalse();
        assertThat(standing.openFor(at(now))).isZero();
    }

    /** @return when the probation that begins at noon is over */
    private Instant onProbation() {
        for (int i = 0; i < 3; i++) {
            ended(BUSY, NOON);
        }
        assertThat(standing.openFor(at(NOON))).isEqualTo(ofSeconds(10));
        return NOON.plusSeconds(10);
    }

    private Change ended(Finding finding, Instant now) {
        Pass pass = standing.sent(at(now));
        return standing.ended(pass, finding, at(now));
    }

    private static Moment at(Instant time) {
        return new Moment(time, Duration.between(NOON, time).toNanos());
    }
}
