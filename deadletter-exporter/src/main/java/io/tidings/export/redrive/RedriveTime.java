package io.tidings.export.redrive;

import io.tidings.runtime.SettingDuration;
import java.time.DateTimeException;
import java.time.Instant;

/** A time in an option: {@code 2026-11-21T09:30:00Z}, or {@code 90m} for so long ago. */
final class RedriveTime {
    private RedriveTime() {}

    /** @throws IllegalArgumentException if the text has another form */
    static Instant parse(String text, Instant now) {
        try {
            return text.endsWith("Z") ? Instant.parse(text) : now.minus(SettingDuration.parse(text));
        } catch (DateTimeException | IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "\"" + text + "\" is not a time: write 2026-11-21T09:30:00Z, or 90m, 4h, 2d for so long ago", e);
        }
    }
}
