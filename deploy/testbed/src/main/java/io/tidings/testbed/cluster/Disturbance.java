package io.tidings.testbed.cluster;

import java.time.Duration;
import java.time.Instant;

/**
 * Something that was done to the system.
 *
 * @param until when everything worked again
 */
public record Disturbance(String what, Reach reach, Instant from, Instant until) {
    /** The results that it may have lost. */
    public enum Reach {
        /** Results of a worker, whose partitions may have moved. */
        OWNERS,
        /** Results of a worker, which keeps its partitions. */
        RESULTS,
        /** Everything is done by programs of a former release, which keeps fewer promises. */
        FORMER_RELEASE,
        /** Nothing, but new events of a key may go to another partition than those before them. */
        KEYS,
        OTHERS
    }

    private static final String ENDED = " ended by itself";

    /** A program ended by itself, and was started again. */
    public static Disturbance end(String program, Instant from, Instant until) {
        return new Disturbance(program + ENDED, Reach.OWNERS, from, until);
    }

    /** True if a program ended by itself. */
    public boolean end() {
        return what.endsWith(ENDED);
    }

    /**
     * True if a request of that time may have lost its result.
     *
     * @param uncommitted results that ended after this may not have been committed at the beginning of the disturbance
     */
    public boolean explains(Instant arrived, Instant answered, Instant uncommitted, Duration slack) {
        return (reach == Reach.OWNERS || reach == Reach.RESULTS)
                && !answered.isBefore(uncommitted)
                && !arrived.isAfter(until.plus(slack));
    }
}
