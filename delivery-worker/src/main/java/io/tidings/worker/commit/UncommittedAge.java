package io.tidings.worker.commit;

import io.tidings.contract.ClockReading;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The age of the oldest uncommitted result: a crash would set the worker back by this much (B-RETRY-6). Confined to the
 * poll thread.
 *
 * <pre>
 *   finished ──> waiting ──> in a transaction ──> committed
 *                   └──> left out, for the next transaction
 * </pre>
 */
public final class UncommittedAge<P> {
    private final Map<P, ClockReading> leftOut = new HashMap<>();
    private @Nullable ClockReading waiting;
    private @Nullable ClockReading inTransaction;

    boolean waiting() {
        return waiting != null;
    }

    public void finished(ClockReading now) {
        if (waiting == null) {
            waiting = now;
        }
    }

    /**
     * @param taken partitions whose results are in the transaction
     * @param left partitions whose results did not fit in it
     */
    public void cut(Collection<P> taken, Collection<P> left, ClockReading now) {
        var since = waiting == null ? now : waiting;
        waiting = null;
        inTransaction = taken.stream()
                .map(partition -> leftOut.getOrDefault(partition, since))
                .reduce(UncommittedAge::earlier)
                .orElse(null);
        leftOut.keySet().retainAll(left);
        left.forEach(partition -> leftOut.putIfAbsent(partition, since));
    }

    void committed() {
        inTransaction = null;
    }

    public Duration age(ClockReading now) {
        var oldest = earliest(waiting, inTransaction);
        for (var since : leftOut.values()) {
            oldest = earliest(oldest, since);
        }
        return oldest == null ? Duration.ZERO : now.since(oldest);
    }

    private static @Nullable ClockReading earliest(@Nullable ClockReading one, @Nullable ClockReading other) {
        return one == null ? other : other == null ? one : earlier(one, other);
    }

    private static ClockReading earlier(ClockReading one, ClockReading other) {
        return one.monotonicNanos() - other.monotonicNanos() <= 0 ? one : other;
    }
}
