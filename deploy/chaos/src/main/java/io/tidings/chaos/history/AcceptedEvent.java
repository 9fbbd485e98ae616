package io.tidings.chaos.history;

import java.time.Instant;

/**
 * An event that a subscription's filter matches and whose publisher was told that it is safe.
 *
 * @param sent when the publisher began to send it
 * @param at when the publisher was told
 * @param way that it took
 */
public record AcceptedEvent(String event, Instant sent, Instant at, Way way) {
    /** How an event is published. Only what is published over HTTP is promised to see a change that was answered before. */
    public enum Way {
        HTTP,
        KAFKA
    }
}
