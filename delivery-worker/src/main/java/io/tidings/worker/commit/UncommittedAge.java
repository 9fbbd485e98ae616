package io.tidings.worker.commit;

import io.tidings.contract.ClockReading;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The age of the oldest uncommitted result: a crash would set the worker back by this much (B-RETRY-6). A result is
 * uncommitted until its transaction is committed, or its partition is no longer owned.
 *
 * <p>The results of a partition come in rounds, between one cut of it and the next. A commit says up to which round all
 * results of the partition are committed. Confined to the poll thread, except the ages.
 *
 * @param <P> partitions
 */
public final class UncommittedAge<P> {
    /** The first result of each round. */
    private final Map<P, NavigableMap<Long, ClockReading>> rounds = new HashMap<>();

    private volatile @Nullable ClockReading oldest;

    /** Remembers a result; of several in a round only the first counts. */
    public void finished(P partition, long round, ClockReading now) {
        if (rounds.computeIfAbsent(partition, _ -> new TreeMap<>()).putIfAbsent(round, now) == null) {
            lookForOldest();
        }
    }

    /** @param before the earliest round of which results are not committed */
    public void committed(P partition, long before) {
        var results = rounds.get(partition);
        if (results != null) {
            results.headMap(before).clear();
            if (results.isEmpty()) {
                rounds.remove(partition);
            }
            lookForOldest();
        }
    }

    /** Leaves the results of partitions to their next owner. */
    public void forgetIf(Predicate<P> lost) {
        if (rounds.keySet().removeIf(lost)) {
            lookForOldest();
        }
    }

    /** Thread-safe. */
    public Duration age(ClockReading now) {
        var since = oldest;
        return since == null ? Duration.ZERO : now.since(since);
    }

    /** Thread-safe. */
    public boolean olderThan(Duration patience, long monotonicNanos) {
        var since = oldest;
        return since != null && monotonicNanos - since.monotonicNanos() > patience.toNanos();
    }

    private void lookForOldest() {
        ClockReading found = null;
        for (var results : rounds.values()) {
            var first = results.firstEntry().getValue();
            found = found == null || first.monotonicNanos() - found.monotonicNanos() < 0 ? first : found;
        }
        oldest = found;
    }
}
