package io.tidings.worker.dispatch;

import io.tidings.contract.ClockReading;
import java.time.Duration;
import java.util.LinkedHashSet;

/**
 * The requests that were sent less than 10 ms ago. Their number is limited, because more of them only cost CPU.
 *
 * <p>Fast endpoints are best served over few connections: with 1,000 instead of 128 requests in flight, a delivery
 * cost twice the CPU, because the buffers of every connection fall out of the processor's cache. Slow endpoints need
 * many requests in flight, so older requests do not count here. Confined to the poll thread.
 */
final class FreshRequestLimit {
    static final int MOST = 128;
    static final Duration RECENT = Duration.ofMillis(10);

    /** In order of their start. */
    private final LinkedHashSet<Attempt> fresh = new LinkedHashSet<>();

    boolean room(ClockReading now) {
        while (fresh.size() >= MOST && fresh.getFirst().took(now).compareTo(RECENT) >= 0) {
            fresh.removeFirst();
        }
        return fresh.size() < MOST;
    }

    void started(Attempt attempt) {
        fresh.add(attempt);
    }

    void ended(Attempt attempt) {
        fresh.remove(attempt);
    }
}
