package io.tidings.runtime;

import java.time.Instant;
import java.time.InstantSource;

/** A clock that starts with the wall clock and then is monotonic. */
public final class MonotonicClock implements InstantSource {
    private final Instant start;
    private final long startNanos;

    private MonotonicClock(Instant start, long startNanos) {
        this.start = start;
        this.startNanos = startNanos;
    }

    public static MonotonicClock start() {
        return new MonotonicClock(Instant.now(), System.nanoTime());
    }

    @Override
    public Instant instant() {
        return start.plusNanos(System.nanoTime() - startNanos);
    }
}
