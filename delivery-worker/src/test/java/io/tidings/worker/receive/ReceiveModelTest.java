package io.tidings.worker.receive;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** B-PULL-2: kills, drains and aborted transactions lose nothing, and hand out nothing twice while a lock is valid. */
class ReceiveModelTest {
    @Test
    void nothingIsLostOrHandedOutTwiceWheneverAWorkerEnds() {
        for (int seed = 0; seed < 3_000; seed++) {
            var model = new ReceiveModel(new Random(seed), 1 + seed % 4);
            try {
                for (int step = 0; step < 150; step++) {
                    model.step();
                }
                model.checkEnd();
            } catch (AssertionError e) {
                throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
            }
        }
    }
}
