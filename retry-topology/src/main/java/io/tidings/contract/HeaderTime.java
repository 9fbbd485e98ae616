package io.tidings.contract;

import java.time.DateTimeException;
import java.time.Instant;

/**
 * Times as records carry them, from 1970 to 2199: readers compute with them, and two that lie further apart than 292 years
 * have more nanoseconds between them than a number holds. Pure.
 */
public final class HeaderTime {
    /** For sentences that say what was expected. */
    public static final String RULE = "time from 1970 to 2199 such as 2026-11-21T09:30:00Z";

    private static final Instant END = Instant.parse("2200-01-01T00:00:00Z");

    private HeaderTime() {}

    /** @throws DateTimeException when the text is no time, or one that a record cannot have */
    public static Instant parse(String text) {
        var time = Instant.parse(text);
        if (!possible(time)) {
            throw new DateTimeException(text + " is no " + RULE);
        }
        return time;
    }

    /** Returns whether a record can have this time. */
    public static boolean possible(Instant time) {
        return !time.isBefore(Instant.EPOCH) && time.isBefore(END);
    }
}
