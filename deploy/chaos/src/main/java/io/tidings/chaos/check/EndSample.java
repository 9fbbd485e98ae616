package io.tidings.chaos.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * The deliveries whose ends are asked for: all that failed in the end and a random part of those that succeeded after
 * failures, each within a bound. Confined to one thread.
 */
public final class EndSample {
    private final Reservoir failed;
    private final Reservoir succeeded;

    EndSample(Random random, int mostFailed, int mostSucceeded) {
        failed = new Reservoir(random, mostFailed);
        succeeded = new Reservoir(random, mostSucceeded);
    }

    public static EndSample of(long seed, int mostFailed, int mostSucceeded) {
        return new EndSample(new Random(seed), mostFailed, mostSucceeded);
    }

    public void add(RecordedEnds ends) {
        (ends.succeeded() ? succeeded : failed).add(ends);
    }

    public List<RecordedEnds> all() {
        var all = new ArrayList<>(failed.kept);
        all.addAll(succeeded.kept);
        return all;
    }

    /** Keeps each of all that were added with the same probability. */
    private static final class Reservoir {
        private final Random random;
        private final int most;
        private final List<RecordedEnds> kept = new ArrayList<>();
        private int added;

        Reservoir(Random random, int most) {
            this.random = random;
            this.most = most;
        }

        void add(RecordedEnds ends) {
            added++;
            if (kept.size() < most) {
                kept.add(ends);
            } else {
                int place = random.nextInt(added);
                if (place < most) {
                    kept.set(place, ends);
                }
            }
        }
    }
}
