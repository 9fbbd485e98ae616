package io.tidings.worker.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.tidings.worker.recovery.RecoveryModel.World;
import java.util.ArrayDeque;
import java.util.HashSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** B-RECOVER-3: one chain stays one chain, whenever the worker is killed. All orders of all steps are tried. */
class RecoveryModelTest {
    @ParameterizedTest(name = "{0} kills, {1} recoveries")
    @CsvSource({"2, 1", "1, 2"})
    void everyDeliveryHasOneChainWheneverTheWorkerIsKilled(int kills, int recoveries) {
        var seen = new HashSet<World>();
        var open = new ArrayDeque<World>();
        open.add(RecoveryModel.start(kills, recoveries));
        int moves = 0;
        while (!open.isEmpty()) {
            var world = open.remove();
            for (var step : RecoveryModel.STEPS) {
                if (step.possible().test(world)) {
                    var next = step.taken().apply(world);
                    if (seen.add(next)) {
                        if (!next.oneChain()) {
                            fail("%s%nafter %s".formatted(next, world));
                        }
                        moves += next.log().inDeliveries() == world.log().inDeliveries() ? 0 : 1;
                        open.add(next);
                    }
                }
            }
        }
        assertThat(seen).hasSizeGreaterThan(1_000);
        assertThat(moves).isGreaterThan(50);
    }
}
