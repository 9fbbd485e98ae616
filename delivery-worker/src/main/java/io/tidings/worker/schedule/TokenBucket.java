package io.tidings.worker.schedule;

import java.time.Duration;

/**
 * A rate limit with a burst of a tenth of a second's requests, but at least one. The bucket is stored as the moment at
 * which it will be full. Times are of {@link System#nanoTime}.
 */
final class TokenBucket {
    private static final long BURST = Duration.ofMillis(100).toNanos();

    private long interval;
    private boolean used;
    private long full;

    void rate(Rate rate) {
        long before = interval;
        interval = rate.interval().toNanos();
        full += used ? interval - before : 0;
    }

    boolean ready(long now) {
        return interval == 0 || !used || opens() - now <= 0;
    }

    /** The time when the next request may start; only valid after a first {@link #take}. */
    long opens() {
        return full - Math.max(0, BURST - interval);
    }

    void take(long now) {
        full = (used && full - now > 0 ? full : now) + interval;
        used = true;
    }

    /** Begins without a token, because others may have used it: the former owner of the lane, for one. */
    void empty(Rate rate, long now) {
        interval = rate.interval().toNanos();
        full = now + Math.max(interval, BURST);
        used = true;
    }

    void refill() {
        used = false;
    }

    void giveBack() {
        full -= interval;
    }
}
