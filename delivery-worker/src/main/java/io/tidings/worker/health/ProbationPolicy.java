package io.tidings.worker.health;

import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;

import io.tidings.contract.TimeScale;
import io.tidings.contract.delivery.LastOutcome;
import java.time.Duration;

/**
 * When an endpoint is left alone, and for how long (B-PROB-1).
 *
 * @param threshold consecutive failures, at least 1
 * @param longest probation, before {@code scale}
 */
public record ProbationPolicy(int threshold, Duration longest, TimeScale scale) {
    public ProbationPolicy {
        if (threshold < 1 || longest.isNegative() || longest.isZero()) {
            throw new IllegalArgumentException("probation after " + threshold + " failures, at most " + longest);
        }
    }

    /** Whether so many failures in a row are too many. */
    boolean tooMany(int consecutiveFailures) {
        return consecutiveFailures >= threshold;
    }

    /** The first probation after a failure like this. */
    Duration first(LastOutcome cause) {
        return shortest(scale.of(base(cause)), scale.of(longest));
    }

    /** The next one after a failed probe: twice as long, and no shorter than this failure asks. */
    Duration next(Duration last, LastOutcome cause) {
        var twice = last.multipliedBy(2);
        var first = first(cause);
        return shortest(twice.compareTo(first) < 0 ? first : twice, scale.of(longest));
    }

    private static Duration base(LastOutcome cause) {
        return switch (cause) {
            case BUSY, TIMED_OUT -> ofSeconds(10);
            case SOCKET_ERROR -> ofSeconds(30);
            case NOT_FOUND, RESOLUTION_ERROR, UNAUTHORIZED, FORBIDDEN -> ofMinutes(5);
            case GENERIC_ERROR, BAD_REQUEST, PAYLOAD_TOO_LARGE, PROBATION, DELIVERING, ABORTED, CANCELED ->
                ofSeconds(30);
        };
    }

    private static Duration shortest(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
