package io.tidings.worker.verdict;

import java.time.Duration;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The random addition to a wait (B-RETRY-1): at most a share of the step, 0 to 1, and at most the longest. */
public record Jitter(double share, Duration most) {
    public static final Jitter NONE = new Jitter(0, Duration.ZERO);

    public Jitter {
        if (!(share >= 0 && share <= 1) || most.isNegative()) {
            throw new IllegalArgumentException("jitter of " + share + " of a step, at most " + most);
        }
    }

    /** @param own share in place of the usual one; null for none */
    Duration on(Duration step, @Nullable Double own, RandomGenerator random) {
        double share = own == null ? this.share : own;
        long bound = Math.min((long) (step.toNanos() * share), most.toNanos());
        return Duration.ofNanos(bound == 0 ? 0 : random.nextLong(bound + 1));
    }
}
