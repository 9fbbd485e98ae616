package io.tidings.benchmark.campaign.history;

import java.time.Duration;
import java.time.Instant;

/**
 * Something that was done to the system.
 *
 * @param until when what was disturbed worked again
 */
public record Disturbance(String what, Reach reach, Instant from, Instant until) {
    /** Whose work it may have undone. */
    public enum Reach {
        /** A worker's: what became of its requests may be forgotten. */
        RESULTS,
        OTHERS
    }

    /**
     * Whether a request that began and ended then may have lost its result to this.
     *
     * @param uncommitted results that ended after this may not have been committed when it began
     */
    public boolean explains(Request request, Instant uncommitted, Duration slack) {
        return reach == Reach.RESULTS
                && !request.answered().isBefore(uncommitted)
                && !request.arrived().isAfter(until.plus(slack));
    }
}
