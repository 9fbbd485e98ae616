package io.tidings.runtime.tracing;

import java.util.Locale;

/** The steps of an event, by the names of their spans; see {@code docs/tracing.md}. */
public enum Step {
    /** The event is accepted and made durable. */
    PUBLISH,
    /** The event's subscriptions are found. */
    MATCH,
    /** The event is sent once to the endpoint of a subscription. */
    ATTEMPT,
    /** The event is given up and kept. */
    DEAD_LETTER,
    /** The event is given up and not kept. */
    DROP,
    /** The time from giving the event up until it is in a blob. */
    EXPORT;

    public String wireName() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
