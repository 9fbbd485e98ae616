package io.tidings.worker.schedule;

import java.time.Duration;

/**
 * Lets requests through at a rate: a tenth of a second's worth at once, but at least one.
 *
 * <p>What it holds is told by the moment at which it will be full again. Times are of {@link System#nanoTime}.
 */
final class TokenBucket {
    private static final long BURST = Duration.ofMillis(100).toNanos();

    private long interval;
    private boolean used;
    private long full;

    /** From the last request on. */
    void rate(Rate rate) {
        long before = interval;
        interval = rate.interval().toNanos();
        full += used ? interval - before : 0;
    }

    boolean ready(long now) {
        return interval == 0 || !used || opens() - now <= 0;
    }

    /** When the next request may go; asked only when there was one before. */
    long opens() {
        return full - Math.max(0, BURST - interval);
    }

    void take(long now) {
        full = (used && full - now > 0 ? full : now) + interval;
        used = true;
    }

    /** Nothing was taken yet. */
    void refill() {
        used = false;
    }

    /** What was taken last was not used. */
    void giveBack() {
        full -= interval;
    }
}
