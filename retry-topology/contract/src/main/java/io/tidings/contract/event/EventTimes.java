package io.tidings.contract.event;

import java.time.DateTimeException;
import java.time.OffsetDateTime;

/** The times that events may hold: ISO 8601 with a zone, which includes RFC 3339. */
public final class EventTimes {
    public static final String EXPECTED = "no ISO 8601 time with a zone, such as 2026-11-21T09:30:00Z";

    private EventTimes() {}

    public static boolean valid(String text) {
        try {
            OffsetDateTime.parse(text);
            return true;
        } catch (DateTimeException e) {
            return false; // the publisher's mistake, reported in the response
        }
    }
}
