package io.tidings.chaos.history;

import java.time.Instant;

/**
 * A line of {@code attempts}: what the worker made of an attempt, in the transaction that made it true.
 *
 * @param number of the attempt, the first is 1
 * @param outcome the word of B-OUT, or {@code Delivered}
 * @param status of the answer, {@link EndpointRequest#NO_ANSWER} when there was none
 * @param ended by the worker's clock
 * @param appended by the broker's clock, shortly before its transaction was committed
 * @param due when the next one may start; of a retry only, else the same as {@code ended}
 * @param reason of a drop or dead letter, else empty
 */
public record CommittedAttempt(
        String source,
        String event,
        int number,
        String outcome,
        int status,
        Instant ended,
        Instant appended,
        Instant due,
        Ending ending,
        String reason) {
    private static final String TIMED_OUT = "TimedOut";

    /** What followed. */
    public enum Ending {
        DELIVERED,
        RETRY,
        DEFER,
        DEAD_LETTER,
        DROP,
        /** Nothing: it was decided before, and this is told only. */
        TOLD;

        /** Whether exactly one such line may stand for an attempt of a chain: what it says was done is never repeated. */
        public boolean moves() {
            return this == RETRY || this == DEAD_LETTER || this == DROP;
        }
    }

    public boolean timedOut() {
        return outcome.equals(TIMED_OUT);
    }
}
