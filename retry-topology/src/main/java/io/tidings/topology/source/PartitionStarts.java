package io.tidings.topology.source;

import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.topology.source.StartRecord.Ended;
import io.tidings.topology.source.StartRecord.Mark;
import io.tidings.topology.source.StartRecord.Start;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.apache.kafka.common.TopicPartition;

/**
 * The subscriptions that one partition of a source is matched for, and those that first read what it held before they
 * were there (B-SOURCE-3). Confined to the reader's thread.
 *
 * <pre>
 *   unseen ──settle──> catching up, from offset 'next' on ──'next' has reached the position──> caught up ──> ended
 *      └─────────────────── nothing before, or read by a former release ──────────────────────────^
 * </pre>
 *
 * <p>Only a subscription that has caught up gets what the group reads. So each record is matched for it once, and in the
 * order of the partition. Its state changes in the transaction that commits the position.
 */
final class PartitionStarts {
    /** Each has cost some ends of a process. */
    private static final int MOST_UNPROCESSABLE = 100;

    private final TopicPartition partition;
    private final Map<String, Start> starts = new HashMap<>();
    /** By uid; looked at more often than the others. */
    private final Map<String, Start> catchingUp = new HashMap<>();

    private final TreeSet<Long> unprocessable = new TreeSet<>();
    private Mark found;
    private boolean kept;
    private long settled = -1;

    /**
     * @param records those of the partition, the newest of each key last
     * @param position of the group
     */
    PartitionStarts(TopicPartition partition, Collection<StartRecord> records, long position) {
        this.partition = partition;
        this.found = mark(position, "", "");
        for (var record : records) {
            switch (record) {
                case Mark mark
                when mark.next() == position -> {
                    kept = true;
                    found = mark;
                    unprocessable.addAll(mark.unprocessable());
                }
                case Mark _ -> {} // an older release has read on, or somebody has set the group back
                case Start start -> put(start);
                case Ended(var _, var uid) -> remove(uid);
            }
        }
    }

    private void put(Start start) {
        starts.put(start.uid(), start);
        if (start.next().isPresent()) {
            catchingUp.put(start.uid(), start);
        } else {
            catchingUp.remove(start.uid());
        }
    }

    private void remove(String uid) {
        starts.remove(uid);
        catchingUp.remove(uid);
    }

    /** Returns what the process wrote that had the partition last. */
    Mark found() {
        return found;
    }

    /** Notes that no process may read a record, because it ends with it. */
    void reject(long offset) {
        unprocessable.add(offset);
        if (unprocessable.size() > MOST_UNPROCESSABLE) {
            unprocessable.removeFirst();
        }
    }

    boolean mayRead(long offset) {
        return !unprocessable.contains(offset);
    }

    Mark mark(long next, String begun, String begunAgain) {
        return new Mark(partition, next, begun, begunAgain, List.copyOf(unprocessable));
    }

    /** Returns whether the table has changed since. */
    boolean unsettled(long tablePosition) {
        return settled != tablePosition;
    }

    /** One that was never validated gets no events yet. */
    private boolean unseen(SubscriptionEntry entry) {
        return entry.provisioning().matches() && !starts.containsKey(entry.uid());
    }

    /**
     * Lets new subscriptions begin, and forgets deleted ones.
     *
     * @param tablePosition of the table when the entries were read from it
     * @param from the first offset for a new subscription
     * @param position of the group; all before it is matched for those that have caught up
     * @param exists whether a start is that of a subscription which is not deleted
     * @return what changes, to be written in the transaction that is open at this position
     */
    List<StartRecord> settle(
            Collection<SubscriptionEntry> entries,
            long tablePosition,
            long from,
            long position,
            Predicate<Start> exists) {
        var changes = new ArrayList<StartRecord>();
        entries.stream().filter(this::unseen).forEach(entry -> {
            var start = new Start(partition, entry.uid(), entry.subscription().key(), Optional.empty());
            // A release that kept no starts has matched all before the position for all that there were.
            changes.add(kept && from < position ? start.at(from) : start);
        });
        starts.values().stream()
                .filter(start -> !exists.test(start))
                .map(start -> new Ended(partition, start.uid()))
                .forEach(changes::add);
        apply(changes);
        // The group has been set back behind it, or the topic was created anew.
        changes.addAll(reached(0, position));
        kept = true;
        settled = tablePosition;
        return changes;
    }

    private void apply(List<StartRecord> changes) {
        for (var change : changes) {
            switch (change) {
                case Start start -> put(start);
                case Ended(var _, var uid) -> remove(uid);
                case Mark _ -> {}
            }
        }
    }

    /** Returns whether a subscription gets what the group reads. */
    boolean caughtUp(SubscriptionEntry entry) {
        return starts.containsKey(entry.uid()) && !catchingUp.containsKey(entry.uid());
    }

    /** Returns whether a subscription that is catching up has yet to get the record at an offset. */
    boolean awaits(SubscriptionEntry entry, long offset) {
        var start = catchingUp.get(entry.uid());
        return start != null && start.next().orElse(Long.MAX_VALUE) <= offset;
    }

    /** Returns the lowest offset that a subscription has yet to catch up from; empty if all have. */
    OptionalLong next() {
        return catchingUp.values().stream()
                .flatMap(start -> start.next().stream())
                .mapToLong(Long::longValue)
                .min();
    }

    /** Returns how many offsets subscriptions have yet to catch up with, of all of them. */
    long behind(long position) {
        return catchingUp.values().stream()
                .flatMap(start -> start.next().stream())
                .mapToLong(next -> position - next)
                .sum();
    }

    /**
     * Notes that all subscriptions that are catching up have got the records before an offset.
     *
     * @param position of the group
     * @return what changes, to be written in the transaction that has their deliveries, and commits the position again
     */
    List<StartRecord> reached(long offset, long position) {
        var changes = new ArrayList<StartRecord>();
        for (var start : catchingUp.values()) {
            long next = Math.max(offset, start.next().orElse(offset));
            if (next >= position) {
                changes.add(start.caughtUp());
            } else if (next > start.next().orElse(next)) {
                changes.add(start.at(next));
            }
        }
        apply(changes);
        return changes;
    }
}
