package io.tidings.worker;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** B-PULL-1, B-PULL-2, with all of a worker that takes part. */
class QueueModelTest {
    @Test
    void nothingIsLostOrHandedOutTwiceWheneverAWorkerEnds() {
        for (int seed = 0; seed < 500; seed++) {
            try (var model = new QueueModel(new Random(seed))) {
                for (int step = 0; step < 400; step++) {
                    model.turn();
                }
                model.end();
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
            }
        }
    }
}
