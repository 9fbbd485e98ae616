package io.tidings.worker.commit;

import io.tidings.contract.ClockReading;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How long the oldest result has waited for its commit, which is as far as a crash would take the worker back
 * (B-RETRY-6).
 *
 * <pre>
 *   finished ──> waiting ──> in a transaction ──> committed
 *                   └──> left out, for the next transaction
 * </pre>
 *
 * <p>Confined to the poll thread.
 *
 * @param <P> a partition
 */
public final class UncommittedAge<P> {
    private final Map<P, ClockReading> leftOut = new HashMap<>();
    private @Nullable ClockReading waiting;
    private @Nullable ClockReading inTransaction;

    /** Whether a result waits that no transaction has left out. */
    boolean waiting() {
        return waiting != null;
    }

    /** Takes notice that results wait for a transaction. */
    public void finished(ClockReading now) {
        if (waiting == null) {
            waiting = now;
        }
    }

    /**
     * Takes notice of a transaction.
     *
     * @param taken partitions whose results are in it
     * @param left partitions that have results and no room in it
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

    /** Takes notice that the transaction counts. */
    void committed() {
        inTransaction = null;
    }

    /** The age of the oldest result; zero while there is none. */
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
