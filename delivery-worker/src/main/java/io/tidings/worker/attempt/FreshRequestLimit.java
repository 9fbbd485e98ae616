package io.tidings.worker.attempt;

import io.tidings.contract.ClockReading;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Counts the requests that have hardly had time to be answered, so that no more of them are under way than a worker
 * needs to be busy.
 *
 * <p>Endpoints that answer at once are best served over few connections: with 1,000 instead of 128 under way the same
 * delivery cost twice the CPU, for every connection has buffers that have to be fetched into the processor's cache
 * again. Endpoints that take their time need many under way, and are not held back by this: after a moment a request
 * no longer counts here.
 *
 * <p>Confined to the poll thread.
 */
public final class FreshRequestLimit {
    static final int MOST = 128;
    static final Duration RECENT = Duration.ofMillis(10);

    private final Deque<Attempt> recent = new ArrayDeque<>();
    private int open;

    /** Whether one more may be started. */
    public boolean room(ClockReading now) {
        for (var oldest = recent.peek(); oldest != null && leaves(oldest, now); oldest = recent.peek()) {
            recent.remove();
            ended(oldest);
        }
        return open < MOST;
    }

    private static boolean leaves(Attempt attempt, ClockReading now) {
        return !attempt.recent() || attempt.took(now).compareTo(RECENT) >= 0;
    }

    public void started(Attempt attempt) {
        attempt.recent(true);
        recent.add(attempt);
        open++;
    }

    public void ended(Attempt attempt) {
        if (attempt.recent()) {
            attempt.recent(false);
            open--;
        }
    }
}
