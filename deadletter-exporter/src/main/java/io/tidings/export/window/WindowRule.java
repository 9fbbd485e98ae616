package io.tidings.export.window;

import java.time.Duration;
import java.time.Instant;

/**
 * @param length of a window, in whole milliseconds like record timestamps
 * @param delay how old the youngest record of a window must be (B-DLQ-4)
 */
public record WindowRule(Duration length, Duration delay) {
    public WindowRule {
        if (length.toMillis() < 1 || delay.isNegative()) {
            throw new IllegalArgumentException("windows of " + length + " written after " + delay);
        }
    }

    public Instant startOf(Instant appended) {
        long millis = appended.toEpochMilli();
        return Instant.ofEpochMilli(millis - Math.floorMod(millis, length.toMillis()));
    }

    public Instant dueAt(Instant start) {
        return start.plusMillis(length.toMillis()).plus(delay);
    }
}
