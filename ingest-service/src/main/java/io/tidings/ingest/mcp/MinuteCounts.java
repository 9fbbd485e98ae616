package io.tidings.ingest.mcp;

import io.tidings.runtime.RecentlyUsed;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/**
 * Permits for each minute and name. Knows a bounded number of names, and drops the one that was unused for longest.
 * Thread-safe.
 */
final class MinuteCounts {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final int NAMES = 10_000;

    private final int permits;
    private final Map<String, Minute> minutes = new RecentlyUsed<>(NAMES);

    private record Minute(Instant begun, int taken) {
        boolean lasts(Instant now) {
            return !now.isBefore(begun) && now.isBefore(begun.plus(MINUTE));
        }
    }

    MinuteCounts(int permits) {
        this.permits = permits;
    }

    int permits() {
        return permits;
    }

    /** Returns false if all are taken. */
    synchronized boolean take(String name, Instant now) {
        var known = minutes.get(name);
        var minute = known != null && known.lasts(now) ? known : new Minute(now, 0);
        if (minute.taken() >= permits) {
            return false;
        }
        minutes.put(name, new Minute(minute.begun(), minute.taken() + 1));
        return true;
    }
}
