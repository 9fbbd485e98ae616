package io.tidings.worker.attempt;

import io.tidings.contract.ClockReading;
import java.time.Duration;
import java.util.LinkedHashSet;

/**
 * Counts the requests that have hardly had time for a response, so that no more of them are under way than a worker
 * needs to be busy.
 *
 * <p>Endpoints that respond at once are best served over few connections: with 1,000 instead of 128 under way the same
 * delivery cost twice the CPU, for every connection has buffers that have to be fetched into the processor's cache
 * again. Endpoints that take their time need many under way, and are not held back by this: after a moment a request
 * no longer counts here.
 *
 * <p>Confined to the poll thread.
 */
public final class FreshRequestLimit {
    static final int MOST = 128;
    static final Duration RECENT = Duration.ofMillis(10);

    /** In the order of their start. */
    private final LinkedHashSet<Attempt> fresh = new LinkedHashSet<>();

    /** Whether one more may be started. */
    public boolean room(ClockReading now) {
        while (fresh.size() >= MOST && fresh.getFirst().took(now).compareTo(RECENT) >= 0) {
            fresh.removeFirst();
        }
        return fresh.size() < MOST;
    }

    public void started(Attempt attempt) {
        fresh.add(attempt);
    }

    public void ended(Attempt attempt) {
        fresh.remove(attempt);
    }
}
