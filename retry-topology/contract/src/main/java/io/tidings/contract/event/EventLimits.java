package io.tidings.contract.event;

import org.jspecify.annotations.Nullable;

/** Limits of B-PUB-4, in bytes unless stated otherwise. */
public final class EventLimits {
    /** One event, as it was published. */
    public static final int MAX_EVENT_BYTES = 1024 * 1024;

    /** One publishing request. */
    public static final int MAX_REQUEST_BYTES = 1024 * 1024;

    /** Number of events in one publishing request. */
    public static final int MAX_EVENTS = 5000;

    /**
     * Characters of an event's id, subject, type or source. Each attempt writes some of them into headers and lines; data
     * has its place in the event only.
     */
    public static final int MAX_ATTRIBUTE_LENGTH = 1024;

    /**
     * One event as it is delivered. Stamping and conversion may have made it longer, and it must fit into a record of
     * 2 MiB together with headers and the members of a dead letter.
     */
    public static final int MAX_DELIVERED_BYTES = 1536 * 1024;

    /** The largest record on any topic: the largest event with headers and dead-letter members. */
    public static final int MAX_RECORD_BYTES = 2 * 1024 * 1024;

    private EventLimits() {}

    /** Returns the rule that an attribute breaks by its length, as the predicate of a sentence; null if it does not. */
    public static @Nullable String tooLong(String value, int most) {
        return value.length() <= most
                ? null
                : "has " + value.length() + " characters, the limit is " + most + "; shorten it";
    }
}
