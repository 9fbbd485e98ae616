package io.tidings.worker.verdict;

import io.tidings.contract.delivery.LastOutcome;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The end of one attempt at the endpoint. */
public sealed interface Outcome {
    /**
     * @param retryAfter the wait that the endpoint asked for; null without a valid Retry-After header
     * @param excerpt the beginning of a failed response's body, for people; null if there is none
     */
    record Responded(
            int status,
            @Nullable Duration retryAfter,
            @Nullable String excerpt) implements Outcome {
        public Responded(int status, @Nullable Duration retryAfter) {
            this(status, retryAfter, null);
        }

        public Responded withExcerpt(@Nullable String other) {
            return new Responded(status, retryAfter, other);
        }
    }

    record TimedOut() implements Outcome {}

    /**
     * No connection could be made, or it broke before a response.
     *
     * @param sentence the cause, for people; null if unknown
     */
    record Unreachable(Cause cause, @Nullable String sentence) implements Outcome {
        public Unreachable(Cause cause) {
            this(cause, null);
        }
    }

    /** The address is not allowed, so no request was sent (B-SUB-4). */
    record AddressRefused() implements Outcome {}

    /**
     * No access token could be had, so no request was sent (B-AUTH-2).
     *
     * @param sentence the reason, for people
     */
    record TokenUnavailable(String sentence) implements Outcome {}

    /** The event is a record of the Kafka topic that is its destination (B-DEST). */
    record Written() implements Outcome {}

    /** A receiver has got the event, and acknowledged it (B-PULL). */
    record Acknowledged() implements Outcome {}

    /**
     * The Kafka topic that is the destination takes no record, or not this one (B-DEST).
     *
     * @param sentence the reason, for people
     */
    record NotWritten(Refusal refusal, String sentence) implements Outcome {}

    /**
     * The endpoint would refuse the event by the rules that both know, so that it was not sent: this says nothing about the
     * endpoint (B-MCP-2).
     *
     * @param sentence the reason, for people
     */
    record Withheld(Refusal refusal, String sentence) implements Outcome {}

    /** The reason why an event is not taken, as a status of HTTP. */
    enum Refusal {
        INVALID(400),
        NO_RIGHT(401),
        NO_TOPIC(404),
        TOO_LARGE(413),
        OTHER(500);

        private final int status;

        Refusal(int status) {
            this.status = status;
        }

        public int status() {
            return status;
        }
    }

    /** The worker had no connection to send it on: this is no attempt and says nothing about the endpoint. */
    record NotSent() implements Outcome {}

    /**
     * The proxy serves nobody for now: this is no attempt and says nothing about the endpoint (B-PROXY).
     *
     * @param sentence the reason, for people
     */
    record ProxyUnavailable(String sentence) implements Outcome {}

    enum Cause {
        /** Connect, reset or TLS. */
        SOCKET,
        RESOLUTION,
        /** The response is not HTTP. */
        PROTOCOL
    }

    /** The name of the failure on the wire (B-OUT); null if nothing failed or nothing was sent. */
    default @Nullable LastOutcome lastOutcome() {
        return StatusRules.of(this).lastOutcome();
    }

    /**
     * Describes the outcome for people.
     *
     * @param at host and port of the endpoint; the rest of its URL may hold a secret
     */
    default String sentence(String at) {
        return switch (this) {
            case Responded(int status, var _, var _) -> "status " + status + ": " + at;
            case TimedOut() -> "no response in time: " + at;
            case Unreachable(var _, var sentence) -> sentence == null ? "not reached: " + at : sentence;
            case AddressRefused() -> "address not allowed: " + at;
            case TokenUnavailable(var sentence) -> "no access token: " + sentence;
            case Written() -> "written: " + at;
            case Acknowledged() -> "acknowledged: " + at;
            case NotWritten(var _, var sentence) -> sentence;
            case Withheld(var _, var sentence) -> sentence;
            case NotSent() -> "not sent, because no connection was free: " + at;
            case ProxyUnavailable(var sentence) -> "not sent: " + sentence;
        };
    }

    default boolean attempted() {
        return switch (this) {
            case Responded _,
                    TimedOut _,
                    Unreachable _,
                    AddressRefused _,
                    TokenUnavailable _,
                    Written _,
                    Acknowledged _,
                    NotWritten _,
                    Withheld _ -> true;
            case NotSent _, ProxyUnavailable _ -> false;
        };
    }

    default @Nullable Integer httpStatus() {
        return switch (this) {
            case Responded(int status, var _, var _) -> status;
            case NotWritten(var refusal, var _) -> refusal.status();
            case Withheld(var refusal, var _) -> refusal.status();
            case TimedOut _,
                    Unreachable _,
                    AddressRefused _,
                    TokenUnavailable _,
                    Written _,
                    Acknowledged _,
                    NotSent _,
                    ProxyUnavailable _ -> null;
        };
    }

    /** The beginning of a failed response's body, for people; null if there is none. */
    default @Nullable String excerpt() {
        return null;
    }
}
