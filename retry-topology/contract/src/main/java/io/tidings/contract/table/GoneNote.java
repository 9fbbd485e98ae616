package io.tidings.contract.table;

import io.tidings.contract.HeaderTime;
import java.time.Instant;
import java.util.Optional;

/**
 * The latest 410 of its endpoint that a subscription was paused for (B-GONE). It is remembered when somebody resumes the
 * subscription, so that an older report does not pause it again.
 *
 * @param seen when the response came
 * @param pauses whether the subscription is still paused for it
 */
public record GoneNote(Instant seen, boolean pauses) {
    private static final String PAUSED = "paused ";

    /** Reads the text of a header; empty if it is invalid. */
    static Optional<GoneNote> parsed(String text) {
        boolean pauses = text.startsWith(PAUSED);
        return HeaderTime.parsed(pauses ? text.substring(PAUSED.length()) : text)
                .map(seen -> new GoneNote(seen, pauses));
    }

    @Override
    public String toString() {
        return (pauses ? PAUSED : "") + seen;
    }
}
