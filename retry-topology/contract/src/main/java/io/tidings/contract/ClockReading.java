package io.tidings.contract;

import java.time.Duration;
import java.time.Instant;

/** The present time, by the wall clock and by the monotonic clock of {@link System#nanoTime}. */
public record ClockReading(Instant wall, long monotonicNanos) {
    /** Returns the time since an earlier reading, by the monotonic clock. */
    public Duration since(ClockReading earlier) {
        return Duration.ofNanos(monotonicNanos - earlier.monotonicNanos);
    }
}
