package io.tidings.contract;

import java.time.DateTimeException;
import java.time.Instant;

/**
 * Times that records may hold: from 1970 to 2199, because programs compute differences between them, and two that are
 * more than 292 years apart overflow a long of nanoseconds. Pure.
 */
public final class HeaderTime {
    /** The expected form, for messages. */
    public static final String RULE = "time from 1970 to 2199 such as 2026-11-21T09:30:00Z";

    private static final Instant END = Instant.parse("2200-01-01T00:00:00Z");

    private HeaderTime() {}

    /** @throws DateTimeException if the text is no such time */
    public static Instant parse(String text) {
        var time = Instant.parse(text);
        if (!possible(time)) {
            throw new DateTimeException(text + " is no " + RULE);
        }
        return time;
    }

    public static boolean possible(Instant time) {
        return !time.isBefore(Instant.EPOCH) && time.isBefore(END);
    }
}
