package io.tidings.testbed.cluster;

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
        /** A worker's, and partitions may be another's since then. */
        OWNERS,
        /** A worker's: what became of its requests may be forgotten. */
        RESULTS,
        /** Everything is done by programs of a former release, which keeps fewer promises. */
        FORMER_RELEASE,
        OTHERS
    }

    private static final String ENDED = " ended by itself";

    /** A program that ended without being told to, and was started again. */
    public static Disturbance end(String program, Instant from, Instant until) {
        return new Disturbance(program + ENDED, Reach.OWNERS, from, until);
    }

    /** Whether it is the end of a program that nobody told to end. */
    public boolean end() {
        return what.endsWith(ENDED);
    }

    /**
     * Whether a request that began and ended then may have lost its result to this.
     *
     * @param uncommitted results that ended after this may not have been committed when it began
     */
    public boolean explains(Instant arrived, Instant answered, Instant uncommitted, Duration slack) {
        return (reach == Reach.OWNERS || reach == Reach.RESULTS)
                && !answered.isBefore(uncommitted)
                && !arrived.isAfter(until.plus(slack));
    }
}
