package io.tidings.worker.health;

import static io.tidings.worker.health.BreakerExamples.BUSY;
import static io.tidings.worker.health.BreakerExamples.CEILING;
import static io.tidings.worker.health.BreakerExamples.NOON;
import static io.tidings.worker.health.BreakerExamples.RULES;
import static io.tidings.worker.health.BreakerExamples.at;
import static io.tidings.worker.health.BreakerExamples.ended;
import static io.tidings.worker.health.BreakerExamples.onProbation;
import static java.time.Duration.ZERO;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.worker.health.EndpointBreaker.Change;
import io.tidings.worker.verdict.EndpointSignal.None;
import io.tidings.worker.verdict.EndpointSignal.Success;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** B-LANE-1: what a lane decided about an endpoint holds for the other lanes of the subscription. */
class DecisionsOfOtherLanesTest {
    private final EndpointBreaker one = new EndpointBreaker(RULES, CEILING);
    private final EndpointBreaker other = new EndpointBreaker(RULES, CEILING);

    @Test
    void aProbationThatALaneBeganHoldsInTheOther() {
        var over = onProbation(one);
        assertThat(told(one, other, NOON)).isEqualTo(Change.PROBATION_BEGAN);
        assertThat(other.openFor(at(NOON))).isEqualTo(ofSeconds(10));
        assertThat(other.openFor(at(over))).isEqualTo(ZERO);
        assertThat(other.lastFailure()).isEqualTo(one.lastFailure());
        assertThat(other.limit()).isEqualTo(1);
    }

    @Test
    void anAttemptFromBeforeItSaysNothing() {
        var before = other.sent(at(NOON));
        onProbation(one);
        told(one, other, NOON);
        assertThat(other.ended(before, new Success(), at(NOON))).isEqualTo(Change.NONE);
        assertThat(other.onProbation()).isTrue();
    }

    @Test
    void theEndThatALaneSawIsTheEndInTheOther() {
        var over = onProbation(one);
        told(one, other, NOON);
        other.deferred();
        ended(one, new Success(), over);
        assertThat(told(one, other, over)).isEqualTo(Change.PROBATION_ENDED);
        assertThat(other.pristine()).isTrue();
        assertThat(other.written("u1", over).deferred()).isZero();
    }

    @Test
    void aFailedProbeOfOneLaneExtendsTheProbationOfBothOnce() {
        var over = onProbation(one);
        told(one, other, NOON);
        ended(one, BUSY, over);
        assertThat(told(one, other, over)).isEqualTo(Change.PROBATION_BEGAN);
        assertThat(other.openFor(at(over))).isEqualTo(one.openFor(at(over))).isEqualTo(ofSeconds(20));
        assertThat(told(other, one, over)).isEqualTo(Change.NONE);
    }

    @Test
    void whatWasTakenOverDoesNotComeBack() {
        var over = onProbation(one);
        told(one, other, NOON);
        assertThat(told(other, one, NOON)).isEqualTo(Change.NONE);
        ended(other, new Success(), over);
        assertThat(told(other, one, over)).isEqualTo(Change.PROBATION_ENDED);
        assertThat(told(one, other, over)).isEqualTo(Change.NONE);
    }

    @Test
    void theResponseToAnOwnProbeDecidesWhateverAnotherLaneSawMeanwhile() {
        var over = onProbation(one);
        told(one, other, NOON);
        var probe = other.sent(at(over));
        ended(one, BUSY, over);
        assertThat(told(one, other, over)).isEqualTo(Change.NONE);
        assertThat(other.ended(probe, new Success(), at(over))).isEqualTo(Change.PROBATION_ENDED);
        assertThat(told(other, one, over)).isEqualTo(Change.PROBATION_ENDED);
    }

    @Test
    void anEndIsTakenOverWhileAnOwnProbeIsOut() {
        var over = onProbation(one);
        told(one, other, NOON);
        var probe = other.sent(at(over));
        ended(one, new Success(), over);
        assertThat(told(one, other, over)).isEqualTo(Change.PROBATION_ENDED);
        assertThat(other.ended(probe, BUSY, at(over))).isEqualTo(Change.NONE);
        assertThat(other.pristine()).isTrue();
    }

    @Test
    void aProbeThatSaysNothingIsRepeated() {
        var over = onProbation(one);
        told(one, other, NOON);
        ended(other, new None(), over);
        assertThat(other.openFor(at(over))).isEqualTo(ZERO);
        assertThat(other.onProbation()).isTrue();
    }

    /** The clock of the second worker is a minute behind. */
    @Test
    void anEndIsLaterThanItsBeginWhateverTheClocksSay() {
        var over = onProbation(one);
        told(one, other, NOON.minusSeconds(60));
        assertThat(other.openFor(at(NOON.minusSeconds(60))))
                .as("no longer than the probation is")
                .isEqualTo(ofSeconds(10));
        ended(other, new Success(), over.minusSeconds(60));
        assertThat(told(other, one, over)).isEqualTo(Change.PROBATION_ENDED);
    }

    @Test
    void aLaneThatNeverFailedKnowsTheEndToo() {
        var over = onProbation(one);
        ended(one, new Success(), over);
        assertThat(told(one, other, over)).as("it sends anyway").isEqualTo(Change.NONE);
        assertThat(other.decided()).isEqualTo(one.decided());
    }

    @Test
    void aNewOwnerKnowsWhatWasDecided() {
        var over = onProbation(one);
        ended(one, new Success(), over);
        var resumed = EndpointBreaker.resumed(RULES, CEILING, one.written("u1", over), at(over));
        assertThat(resumed.decided()).isEqualTo(over);
    }

    private static Change told(EndpointBreaker from, EndpointBreaker to, Instant now) {
        return to.takeOver(from.written("u1", now), at(now));
    }
}
