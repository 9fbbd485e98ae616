package io.tidings.contract;

import java.time.Duration;
import java.time.Instant;

/**
 * Now, by both clocks: the one that people and brokers share, and the one that never jumps.
 *
 * @param monotonicNanos of {@link System#nanoTime}
 */
public record ClockReading(Instant wall, long monotonicNanos) {
    /** How long ago an earlier moment was, by the clock that never jumps. */
    public Duration since(ClockReading earlier) {
        return Duration.ofNanos(monotonicNanos - earlier.monotonicNanos);
    }
}
