package io.tidings.worker.health;

import io.tidings.contract.Durations;
import io.tidings.contract.TimeScale;
import java.time.Duration;

/**
 * The rule when an endpoint is put on probation, and for how long (B-PROB-1).
 *
 * @param threshold consecutive failures, at least 1
 * @param longest before {@code scale}
 */
public record ProbationPolicy(int threshold, Duration longest, TimeScale scale) {
    public ProbationPolicy {
        if (threshold < 1 || longest.isNegative() || longest.isZero()) {
            throw new IllegalArgumentException("probation after " + threshold + " failures, at most " + longest);
        }
    }

    boolean tooMany(int consecutiveFailures) {
        return consecutiveFailures >= threshold;
    }

    /** @param asked by the failure that begins the probation */
    Duration first(Duration asked) {
        return Durations.min(scale.of(asked), scale.of(longest));
    }

    /** Returns the probation after a failed probe: twice the last, but no shorter than this failure asks for. */
    Duration next(Duration last, Duration asked) {
        var twice = last.multipliedBy(2);
        return Durations.min(Durations.max(twice, first(asked)), scale.of(longest));
    }
}
