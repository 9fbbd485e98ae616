package io.tidings.worker.progress;

import static io.tidings.worker.Examples.seeded;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.worker.progress.LedgerChaos.Load;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

/** B-RETRY-6: no crash takes up again what was parked. Random loads and crashes. */
class OffsetLedgerCrashTest {
    @RepeatedTest(200)
    void noCrashRepeatsAParkedRecord(RepetitionInfo run) {
        var random = seeded(run.getCurrentRepetition());
        new LedgerChaos(random, random.nextBoolean() ? 40 : random.nextInt(8, 400), Load.SMALL).run();
    }

    @RepeatedTest(20)
    void evenWithTheSmallestLimitsEverythingIsFinishedInTheEnd(RepetitionInfo run) {
        new LedgerChaos(seeded(1000 + run.getCurrentRepetition()), 4, Load.SMALL).run();
    }

    @RepeatedTest(2)
    void neitherDoesACrashWithFullMetadata(RepetitionInfo run) {
        var chaos = new LedgerChaos(seeded(2000 + run.getCurrentRepetition()), Gaps.MAX_TEXT, Load.LARGE);
        chaos.run();
        assertThat(chaos.longest()).isGreaterThan(Gaps.MAX_TEXT - 100);
    }
}
