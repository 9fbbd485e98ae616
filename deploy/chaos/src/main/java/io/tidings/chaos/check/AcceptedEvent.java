package io.tidings.chaos.check;

import java.time.Instant;

/**
 * An accepted event that a subscription's filter matches.
 *
 * @param sent when the publisher began to send it
 * @param at when the publisher got the response
 */
public record AcceptedEvent(String event, Instant sent, Instant at, Way way) {
    /** The way in which an event is published. Only HTTP promises to see a change that ingest had responded to. */
    public enum Way {
        HTTP,
        KAFKA
    }
}
