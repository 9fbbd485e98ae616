package io.tidings.chaos.check;

import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.timeline.AttemptLine;
import java.time.Instant;

/**
 * A line of {@code attempts}, which the worker wrote in the transaction of the verdict.
 *
 * @param number counted from 1
 * @param outcome the word of B-OUT, or {@code Delivered}
 * @param status of the response, or {@link EndpointRequest#NO_ANSWER}
 * @param ended by the worker's clock
 * @param appended by the broker's clock, shortly before the commit
 * @param due of the next attempt, for a retry; else the same as {@code ended}
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
    private static final String DELIVERED = "Delivered";

    /** @param appended when the broker appended the line */
    public static CommittedAttempt of(AttemptLine line, Instant appended) {
        var consequence = line.consequence();
        var result = line.result();
        return new CommittedAttempt(
                line.delivery().source().toString(),
                line.delivery().eventId(),
                line.attempt(),
                result.outcome() == null ? DELIVERED : result.outcome().wireName(),
                result.status() == null ? EndpointRequest.NO_ANSWER : result.status(),
                line.ended(),
                appended,
                consequence == null || consequence.due() == null ? line.ended() : consequence.due(),
                consequence == null ? Ending.TOLD : Ending.of(consequence.verdict()),
                consequence == null || consequence.reason() == null ? "" : consequence.reason());
    }

    /** The verdict. */
    public enum Ending {
        DELIVERED,
        RETRY,
        DEFER,
        DEAD_LETTER,
        DROP,
        /** None: the delivery had a verdict before. */
        TOLD;

        /** @param verdict as the line names it */
        static Ending of(String verdict) {
            return switch (verdict) {
                case "Delivered" -> DELIVERED;
                case "Retry" -> RETRY;
                case "Defer" -> DEFER;
                case "DeadLetter" -> DEAD_LETTER;
                case "Drop" -> DROP;
                default -> throw new IllegalArgumentException("unknown verdict " + verdict);
            };
        }

        /** True if there may be one such line for an attempt of a chain, because its verdict is never repeated. */
        public boolean moves() {
            return this == RETRY || this == DEAD_LETTER || this == DROP;
        }
    }

    /** True if the endpoint accepted the event, in time or late. */
    public boolean delivered() {
        return outcome.equals(DELIVERED);
    }

    public boolean timedOut() {
        return outcome.equals(LastOutcome.TIMED_OUT.wireName());
    }
}
