package io.tidings.worker.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.health.MovedRange;
import io.tidings.contract.health.MovedRanges;
import java.util.List;
import org.junit.jupiter.api.Test;

/** B-RECOVER-3: what a range of moved records may include. */
class TierSweepTest {
    private static final MovedRanges MOVED = MovedRanges.NONE.plus(new MovedRange(10, 20));

    @Test
    void aSweepBeginsBehindWhatWasMovedAndWhatWasTakenOut() {
        assertThat(TierSweep.upTo(100, MOVED, 12)).isEqualTo(new TierSweep(20, 20, 100));
        assertThat(TierSweep.upTo(100, MOVED, 30)).isEqualTo(new TierSweep(30, 30, 100));
        assertThat(TierSweep.upTo(15, MOVED, 0).complete()).isTrue();
    }

    @Test
    void aRangeIncludesWhatWasExaminedBeforeWithoutAnyToMove() {
        var sweep = TierSweep.upTo(100, MOVED, 0).examined(50, List.of(), 0).rest();
        var step = sweep.examined(60, List.of(51L, 55L), 0);
        assertThat(step.range()).isEqualTo(new MovedRange(20, 60));
        assertThat(step.first()).isZero();
        assertThat(MOVED.plus(step.range()).list()).containsExactly(new MovedRange(10, 60));
        assertThat(step.rest()).isEqualTo(new TierSweep(60, 60, 100));
    }

    @Test
    void whatTheLoopHasTakenOutMeanwhileIsNeitherMovedNorInTheRange() {
        var step = TierSweep.upTo(100, MovedRanges.NONE, 0).examined(60, List.of(40L, 51L, 55L), 52);
        assertThat(step.range()).isEqualTo(new MovedRange(52, 60));
        assertThat(step.first()).isEqualTo(2);
    }

    @Test
    void nothingIsMovedIfTheLoopHasTakenOutAllThatWasFound() {
        var step = TierSweep.upTo(100, MovedRanges.NONE, 0).examined(60, List.of(40L, 51L), 70);
        assertThat(step.range()).isNull();
        assertThat(step.rest()).isEqualTo(new TierSweep(70, 70, 100));
    }

    @Test
    void aSweepFollowsTheLoop() {
        var sweep = new TierSweep(20, 30, 100);
        assertThat(sweep.after(25)).isEqualTo(sweep);
        assertThat(sweep.after(40)).isEqualTo(new TierSweep(40, 40, 100));
        assertThat(sweep.after(100).complete()).isTrue();
    }

    @Test
    void aLaterRecoveryExtendsTheSweep() {
        assertThat(new TierSweep(20, 30, 100).extendedTo(120)).isEqualTo(new TierSweep(20, 30, 120));
        assertThat(new TierSweep(20, 30, 100).extendedTo(90)).isEqualTo(new TierSweep(20, 30, 100));
    }
}
