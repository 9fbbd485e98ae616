package io.tidings.worker.verdict;

import io.tidings.contract.delivery.LastOutcome;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What the endpoint did with one attempt. */
public sealed interface Outcome {
    /**
     * It answered.
     *
     * @param retryAfter how long it asked to be left alone; null when it did not ask or nobody understands it
     */
    record Responded(int status, @Nullable Duration retryAfter) implements Outcome {}

    /** It did not answer in time. */
    record TimedOut() implements Outcome {}

    /**
     * No connection came about, or it broke before an answer.
     *
     * @param sentence why, for people; null when nobody knows
     */
    record Unreachable(Cause cause, @Nullable String sentence) implements Outcome {
        public Unreachable(Cause cause) {
            this(cause, null);
        }
    }

    /** Its address is none that Tidings may send to; no request was sent (B-SUB-4). */
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

    /** Its name on the wire (B-OUT). Only failures have one: there is no name for a success. */
    default LastOutcome lastOutcome() {
        return switch (this) {
            case Responded(int status, var _) -> wordOf(status);
            case TimedOut() -> LastOutcome.TIMED_OUT;
            case Unreachable(Cause cause, var _) ->
                switch (cause) {
                    case SOCKET -> LastOutcome.SOCKET_ERROR;
                    case RESOLUTION -> LastOutcome.RESOLUTION_ERROR;
                    case PROTOCOL -> LastOutcome.GENERIC_ERROR;
                };
            case AddressRefused() -> LastOutcome.FORBIDDEN;
            case NotSent() -> LastOutcome.DELIVERING;
        };
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
            case NotSent() -> "not sent, for want of a connection: " + at;
        };
    }

    /** Whether it was an attempt: what we did not come to send is none. */
    default boolean attempted() {
        return switch (this) {
            case Responded _, TimedOut _, Unreachable _, AddressRefused _ -> true;
            case NotSent _ -> false;
        };
    }

    /** The status of the answer, if there was one. */
    default @Nullable Integer httpStatus() {
        return this instanceof Responded(int status, var _) ? status : null;
    }

    private static LastOutcome wordOf(int status) {
        return switch (status) {
            case 400 -> LastOutcome.BAD_REQUEST;
            case 401 -> LastOutcome.UNAUTHORIZED;
            case 403 -> LastOutcome.FORBIDDEN;
            case 404, 410 -> LastOutcome.NOT_FOUND;
            case 408 -> LastOutcome.TIMED_OUT;
            case 413 -> LastOutcome.PAYLOAD_TOO_LARGE;
            case 429, 503 -> LastOutcome.BUSY;
            default -> LastOutcome.GENERIC_ERROR;
        };
    }
}
