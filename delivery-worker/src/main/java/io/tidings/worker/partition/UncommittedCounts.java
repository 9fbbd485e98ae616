package io.tidings.worker.partition;

import java.util.HashMap;
import java.util.Map;
import java.util.function.LongPredicate;

/**
 * What the finished records of one partition change in the counts, until the commit that finishes them: a delivery that
 * a crash repeats is counted when it is finished for good (B-COUNT). Confined to the poll thread.
 */
final class UncommittedCounts {
    private Map<Long, CountChange> byOffset = new HashMap<>();

    void put(long offset, CountChange change) {
        byOffset.put(offset, change);
    }

    void remove(long offset) {
        byOffset.remove(offset);
    }

    /** @param waits whether an offset is not finished yet, because its records wait for a later transaction */
    Map<Long, CountChange> take(LongPredicate waits) {
        var taken = byOffset;
        byOffset = new HashMap<>();
        for (var all = taken.entrySet().iterator(); all.hasNext(); ) {
            var each = all.next();
            if (waits.test(each.getKey())) {
                byOffset.put(each.getKey(), each.getValue());
                all.remove();
            }
        }
        return taken;
    }

    /** Takes back the changes of an aborted transaction; its offsets are finished by a later one. */
    void giveBack(Map<Long, CountChange> aborted) {
        byOffset.putAll(aborted);
    }
}
