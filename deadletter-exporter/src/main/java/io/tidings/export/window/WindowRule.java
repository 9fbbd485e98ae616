package io.tidings.export.window;

import java.time.Duration;
import java.time.Instant;

/**
 * How the time of appending is divided into windows, and when one may be written.
 *
 * @param length of a window, in whole milliseconds as record timestamps are
 * @param delay how old the youngest record of a window must be (B-DLQ-4)
 */
public record WindowRule(Duration length, Duration delay) {
    public WindowRule {
        if (length.toMillis() < 1 || delay.isNegative()) {
            throw new IllegalArgumentException("windows of " + length + " written after " + delay);
        }
    }

    /** The start of the window that this moment lies in. */
    public Instant startOf(Instant appended) {
        long millis = appended.toEpochMilli();
        return Instant.ofEpochMilli(millis - Math.floorMod(millis, length.toMillis()));
    }

    /** When the window that starts then may be written. */
    public Instant dueAt(Instant start) {
        return start.plusMillis(length.toMillis()).plus(delay);
    }
}
