package io.tidings.worker.progress;

import static io.tidings.worker.Examples.seeded;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.worker.progress.LedgerChaos.Load;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

/** B-RETRY-6: no crash takes up again what was parked. Random loads and crashes. */
class OffsetLedgerCrashTest {
    @RepeatedTest(200)
    void noCrashRepeatsWhatACommitHasFinished(RepetitionInfo run) {
        var random = seeded(run.getCurrentRepetition());
        new LedgerChaos(random, random.nextInt(1, 60), Load.SMALL).run();
    }

    @RepeatedTest(2)
    void neitherDoesACrashWithTheWholeSpanInTheMetadata(RepetitionInfo run) {
        var chaos = new LedgerChaos(seeded(2000 + run.getCurrentRepetition()), Gaps.SPAN, Load.LARGE);
        chaos.run();
        assertThat(chaos.longest()).isGreaterThan(Gaps.MAX_TEXT * 9 / 10);
    }

    /** A rolling change: its gaps may reach beyond the span. */
    @RepeatedTest(50)
    void norWhatAFormerReleaseHasFinishedFarBehind(RepetitionInfo run) {
        var random = seeded(3000 + run.getCurrentRepetition());
        var chaos = new LedgerChaos(random, random.nextInt(1, 60), Load.SMALL);
        chaos.inheritWideGaps();
        chaos.run();
    }
}
