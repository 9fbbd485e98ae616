package io.tidings.runtime;

import java.time.Instant;
import java.time.InstantSource;

/** A clock that starts with the wall clock and then never jumps, whatever is done to that one. */
public final class MonotonicClock implements InstantSource {
    private final Instant start;
    private final long steadyStart;

    private MonotonicClock(Instant start, long steadyStart) {
        this.start = start;
        this.steadyStart = steadyStart;
    }

    public static MonotonicClock start() {
        return new MonotonicClock(Instant.now(), System.nanoTime());
    }

    @Override
    public Instant instant() {
        return start.plusNanos(System.nanoTime() - steadyStart);
    }
}
