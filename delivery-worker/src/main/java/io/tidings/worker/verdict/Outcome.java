package io.tidings.worker.verdict;

import io.tidings.contract.delivery.LastOutcome;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What the endpoint did with one attempt. */
public sealed interface Outcome {
    /**
     * The endpoint responded.
     *
     * @param retryAfter how long it asked to be left alone; null when it did not ask, or not legibly
     */
    record Responded(int status, @Nullable Duration retryAfter) implements Outcome {}

    /** The endpoint did not respond in time. */
    record TimedOut() implements Outcome {}

    /**
     * No connection came about, or it broke before a response.
     *
     * @param sentence why, for people; null when nobody knows
     */
    record Unreachable(Cause cause, @Nullable String sentence) implements Outcome {
        public Unreachable(Cause cause) {
            this(cause, null);
        }
    }

    /** The address is not allowed, so no request was sent (B-SUB-4). */
    record AddressRefused() implements Outcome {}

    /** We did not come to send it, for want of a connection: no attempt, and nothing the endpoint did. */
    record NotSent() implements Outcome {}

    /** Why an endpoint was not reached. */
    enum Cause {
        /** Connect, reset or TLS. */
        SOCKET,
        /** Its name has no address. */
        RESOLUTION,
        /** What came back is no HTTP. */
        PROTOCOL
    }

    /** The name of the failure on the wire (B-OUT); null where nothing failed or nothing was sent. */
    default @Nullable LastOutcome lastOutcome() {
        return StatusRules.of(this).lastOutcome();
    }

    /**
     * What went wrong, for people; for a success it says so.
     *
     * @param at host and port of the endpoint, all that may be said of its URL
     */
    default String sentence(String at) {
        return switch (this) {
            case Responded(int status, var _) -> "status " + status + ": " + at;
            case TimedOut() -> "no response in time: " + at;
            case Unreachable(var _, var sentence) -> sentence == null ? "not reached: " + at : sentence;
            case AddressRefused() -> "address not allowed: " + at;
            case NotSent() -> "not sent, because no connection was free: " + at;
        };
    }

    /** Whether it was an attempt: what we did not come to send is none. */
    default boolean attempted() {
        return switch (this) {
            case Responded _, TimedOut _, Unreachable _, AddressRefused _ -> true;
            case NotSent _ -> false;
        };
    }

    /** The status of the response; null when there was none. */
    default @Nullable Integer httpStatus() {
        return this instanceof Responded(int status, var _) ? status : null;
    }
}
