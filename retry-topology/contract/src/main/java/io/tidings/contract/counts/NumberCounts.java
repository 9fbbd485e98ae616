package io.tidings.contract.counts;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The counts of all subscriptions of one partition number, and how they lie in the log. Not thread-safe.
 *
 * <p>A transaction writes one record with the counts that it changes. Its key is the next of a ring of slots, so that
 * compaction keeps the latest record of each slot. Whichever counts lie in the slot's former record and are not written
 * since are written again, before compaction takes them: the log is its own snapshot, and a transaction writes on
 * average little more than its changes.
 *
 * <pre>
 *  slot   0        1        2        3        0            1
 *        {a: 1}   {b: 1}   {a: 2}   {c: 1}   {d: 1}       {b: 1, a: 3}
 *                                             a lies in 2  b lay in 1
 * </pre>
 */
public final class NumberCounts {
    static final int SLOTS = 64;

    /** Some 300 KB. */
    static final int MOST_IN_RECORD = 2_000;

    private final Map<CountedSubscription, Entry> counts = new HashMap<>();
    private final Map<Integer, Set<CountedSubscription>> bySlot = new HashMap<>();
    private int latest = SLOTS - 1;

    private record Entry(int slot, DeliveryCounts counts) {}

    /** Returns the counts of a subscription; none if it has not been counted. */
    public DeliveryCounts of(CountedSubscription subscription) {
        var known = counts.get(subscription);
        return known == null ? DeliveryCounts.NONE : known.counts();
    }

    public Set<CountedSubscription> subscriptions() {
        return Collections.unmodifiableSet(counts.keySet());
    }

    /** Takes the next record of the log. Subscriptions that it no longer mentions are forgotten. */
    public void read(CountsRecord record) {
        var former = bySlot.put(record.slot(), new HashSet<>(record.counts().keySet()));
        if (former != null) {
            former.forEach(each -> {
                if (!record.counts().containsKey(each)) {
                    counts.remove(each);
                }
            });
        }
        record.counts().forEach((each, now) -> {
            var before = counts.put(each, new Entry(record.slot(), now));
            if (before != null && before.slot() != record.slot()) {
                remove(each, bySlot.get(before.slot()));
            }
        });
        latest = record.slot();
    }

    private static void remove(CountedSubscription subscription, @Nullable Set<CountedSubscription> slot) {
        if (slot != null) {
            slot.remove(subscription);
        }
    }

    /**
     * Returns the records that write some changes; they hold once they are {@link #read}.
     *
     * @param changes what to add to the counts
     * @param exists whether a subscription exists; the counts of others are forgotten when nothing waits
     */
    public List<CountsRecord> next(
            Map<CountedSubscription, DeliveryCounts> changes, Predicate<CountedSubscription> exists) {
        var records = new ArrayList<CountsRecord>(1);
        var unwritten = new HashMap<CountedSubscription, DeliveryCounts>();
        changes.forEach((each, change) -> unwritten.put(each, of(each).plus(change)));
        Queue<CountedSubscription> queue = new ArrayDeque<>(unwritten.keySet());
        while (!queue.isEmpty()) {
            int slot = (latest + 1 + records.size()) % SLOTS;
            for (var each : bySlot.getOrDefault(slot, Set.of())) {
                if (!unwritten.containsKey(each) && (of(each).waiting() > 0 || exists.test(each))) {
                    unwritten.put(each, of(each));
                    queue.add(each);
                }
            }
            boolean last = records.size() == SLOTS - 1;
            records.add(new CountsRecord(slot, taken(queue, last ? queue.size() : MOST_IN_RECORD, unwritten)));
        }
        return records;
    }

    private static Map<CountedSubscription, DeliveryCounts> taken(
            Queue<CountedSubscription> queue, int most, Map<CountedSubscription, DeliveryCounts> unwritten) {
        var taken = new LinkedHashMap<CountedSubscription, DeliveryCounts>();
        while (taken.size() < most && !queue.isEmpty()) {
            var each = queue.remove();
            var counts = unwritten.get(each);
            if (counts != null) {
                taken.put(each, counts);
            }
        }
        return taken;
    }
}
