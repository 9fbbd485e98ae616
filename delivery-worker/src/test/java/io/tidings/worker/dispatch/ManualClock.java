package io.tidings.worker.dispatch;

import io.tidings.contract.ClockReading;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A clock that goes on only when a test moves it, whatever the machine does meanwhile, but by a nanosecond whenever it
 * is read: no two moments are the same. Safe for use by many threads.
 */
final class ManualClock {
    private final Instant begin = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    private final AtomicLong nanos = new AtomicLong();

    ClockReading now() {
        long steady = nanos.getAndIncrement();
        return new ClockReading(begin.plusNanos(steady), steady);
    }

    void move(Duration forward) {
        nanos.addAndGet(forward.toNanos());
    }
}
