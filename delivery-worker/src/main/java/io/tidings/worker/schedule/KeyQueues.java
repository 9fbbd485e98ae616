package io.tidings.worker.schedule;

import io.tidings.contract.lane.OrderedKey;
import io.tidings.contract.lane.QueueChange;
import io.tidings.contract.lane.QueueChange.Added;
import io.tidings.contract.lane.QueueChange.Blocked;
import io.tidings.contract.lane.QueueChange.Freed;
import io.tidings.contract.lane.QueueChange.Left;
import io.tidings.worker.schedule.KeyQueue.Head;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongPredicate;
import java.util.function.ToIntFunction;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * The deliveries of one partition number that have an order key, and which of each key may be attempted (B-LANE-2):
 * always the one with the lowest sequence. Pure.
 *
 * <pre>
 *   read ──> turn ── attempt ──> ended: the next one has its turn
 *     │       ^           └────> parked: it blocks its key until it comes out of the ladder
 *     ├─ held ┤ while those before it are in memory
 *     └─ appended to the log of what waits, if the key is blocked or too much is held
 *             └── loaded from there when its turn is near
 * </pre>
 *
 * <p>A delivery is written to the log once, and found there by its offset. All that a new owner has to know is in the
 * {@link QueueChange}s, each of which is written in the transaction that finishes the record it is returned for. So the
 * log never tells of a record that is not committed.
 *
 * <p>A delivery whose turn it is, and that lies in {@code deliveries}, blocks its key as well as soon as one behind it is
 * appended: a new owner would find the later one first.
 *
 * <p>Deliveries that a limit of their subscription holds back wait in the log as well (B-LIMIT). Those without an order
 * have a queue of their own, {@link #UNORDERED}: it has no turns, and several of it may be attempted at once.
 *
 * @param <D> a delivery
 */
public final class KeyQueues<D> {
    /** The key of the deliveries of a subscription that have no order key; none is empty. */
    public static final String UNORDERED = "";

    /** Before the number of a shared queue, where other queues have their key. */
    private static final String SHARED = "*";

    /** One shared queue for so many keys that have their own. */
    private static final int KEYS_OF_A_SHARED_QUEUE = 32;

    private final Map<OrderedKey, KeyQueue<D>> queues = new HashMap<>();
    private final Map<String, Integer> ofUid = new HashMap<>();
    private final Bounds bounds;
    private final HeldBytes<D> memory;
    private final KeyLoads<D> loads;

    private List<D> next = new ArrayList<>();
    private List<QueueChange> added = new ArrayList<>();
    private long waiting;
    private long highest = -1;

    /**
     * @param bytes of all keys together that are in memory
     * @param heldOfKey deliveries of one key that are in memory and not in the log
     * @param keys that have a queue of their own, half of them of one subscription; further ones share some
     */
    public record Bounds(long bytes, int heldOfKey, int keys) {}

    /** The next step of a delivery that is due. */
    public enum Step {
        /** It may be attempted. */
        TURN,
        /** It is kept in memory until those before it have ended. */
        HELD,
        /** It is to be written to the log with {@link #append}. */
        APPEND
    }

    /** A delivery to write to the log, with the changes to write in the same transaction. */
    public record Appended<D>(D delivery, List<QueueChange> changes) {}

    /** The changes to write with a parked delivery, and the deliveries to append behind it. */
    public record Parked<D>(List<QueueChange> changes, List<Appended<D>> appended) {}

    /** A delivery of the log that should be loaded. */
    public record Wanted(OrderedKey key, long sequence, long offset) {}

    /** A key whose delivery in the ladder has not come back. */
    public record Overdue(OrderedKey key, long sequence, Instant until) {}

    /** @param bytes that a delivery takes in memory */
    public KeyQueues(Bounds bounds, ToIntFunction<D> bytes) {
        this.bounds = bounds;
        this.memory = new HeldBytes<>(bounds.bytes(), bytes);
        this.loads = new KeyLoads<>(queues, memory);
    }

    public static boolean unordered(OrderedKey key) {
        return key.key().isEmpty();
    }

    /**
     * Returns the key of the queue for deliveries of a key, which all other methods take: its own, or, when too many keys
     * are known, that of a queue that it shares. It is the same as long as a delivery of the key is known, since a key
     * leaves a queue only when the queue is empty, and the index tells so: a new owner would find the key in two queues.
     */
    public OrderedKey queueOf(OrderedKey own) {
        int known = ofUid.getOrDefault(own.uid(), 0);
        if (known == 0 || unordered(own) || queues.containsKey(own)) {
            return own;
        }
        int number = Math.floorMod(own.key().hashCode(), Math.max(1, bounds.keys() / KEYS_OF_A_SHARED_QUEUE));
        var shared = new OrderedKey(own.subscription(), own.uid(), SHARED + number);
        boolean crowded = queues.size() >= bounds.keys() || known >= bounds.keys() / 2;
        return crowded || queues.containsKey(shared) ? shared : own;
    }

    /** Takes over a change that a former owner has written. */
    public void restore(QueueChange change) {
        highest = Math.max(highest, change.sequence());
        var queue = queue(change.key());
        switch (change) {
            case Added(var _, long sequence, long offset) -> put(queue, sequence, offset);
            case Left(var _, long sequence, long offset) -> {
                if (queue.log.remove(sequence, offset)) {
                    waiting--;
                }
            }
            case Blocked(var key, long sequence, var until) -> {
                if (unordered(key)) { // a program wrote it that does not know limits, and would wait for it again
                    added.add(new Freed(key, sequence));
                } else {
                    queue.heads.put(sequence, new Head(until, false));
                }
            }
            case Freed(var _, long sequence) -> {
                queue.heads.remove(sequence);
                added.remove(change);
            }
        }
        forgetIfDone(change.key(), queue);
    }

    /** Forgets all that was restored, because a snapshot follows. */
    public void restoreFromHere() {
        queues.clear();
        ofUid.clear();
        added.clear();
        waiting = 0;
    }

    /** Begins after all was restored. */
    public void begin() {
        List.copyOf(queues.keySet()).forEach(key -> advance(key, queue(key)));
    }

    /** Notes that a delivery which blocks its key was read again, although it may not be due yet. */
    public void arrived(OrderedKey key, long sequence) {
        var queue = queues.get(key);
        if (queue != null) {
            queue.heads.computeIfPresent(sequence, (_, head) -> new Head(head.until(), true));
        }
    }

    /** Returns what follows for a delivery that is due: a new one, or one that was parked. */
    public Step due(OrderedKey key, long sequence, D delivery) {
        arrived(key, sequence);
        var queue = queue(key);
        if (queue.isTurn(sequence)) {
            return Step.TURN;
        }
        if (queue.turn == null && sequence <= queue.first()) {
            queue.turn = sequence;
            return Step.TURN;
        }
        if (!mayHold(key, queue, sequence)) {
            return Step.APPEND;
        }
        if (queue.held.put(sequence, delivery) == null) {
            memory.take(key, delivery);
        }
        return Step.HELD;
    }

    /** A delivery is held only as long as all before it are in memory, or it would hold back the commit for long. */
    private boolean mayHold(OrderedKey key, KeyQueue<D> queue, long sequence) {
        boolean behindTheLog = !queue.log.isEmpty() && sequence > queue.log.sequence(0) && !queue.allInMemory();
        return !queue.waitsForTheLadder(sequence)
                && !behindTheLog
                && queue.appending.isEmpty()
                && queue.held.size() < bounds.heldOfKey()
                && memory.hasRoom(key);
    }

    /**
     * Returns the deliveries to append, in the order of their sequences: this one and all that are held. One whose turn it
     * was gives that back, and gets it again when it is loaded.
     */
    public List<Appended<D>> append(OrderedKey key, long sequence, D delivery, Instant now) {
        var queue = queue(key);
        if (queue.isTurn(sequence)) {
            queue.turn = null;
        }
        if (queue.held.put(sequence, delivery) == null) {
            memory.take(key, delivery);
        }
        return appendHeld(key, queue, now);
    }

    private List<Appended<D>> appendHeld(OrderedKey key, KeyQueue<D> queue, Instant now) {
        var appended = new ArrayList<Appended<D>>();
        for (var each : queue.held.entrySet()) {
            long sequence = each.getKey();
            var changes = new ArrayList<QueueChange>();
            if (queue.heads.remove(sequence) != null) {
                changes.add(new Freed(key, sequence));
            }
            if (queue.turn != null
                    && queue.turn < sequence
                    && !queue.isHead(queue.turn)
                    && queue.log.find(queue.turn) < 0) {
                queue.heads.put(queue.turn, new Head(now, true));
                changes.add(new Blocked(key, queue.turn, now));
            }
            memory.give(key, each.getValue());
            queue.appending.add(sequence);
            appended.add(new Appended<>(each.getValue(), changes));
        }
        queue.held.clear();
        return appended;
    }

    /**
     * A delivery is in the outbox for the ladder: the one whose turn it was, or one that waits on in another tier.
     *
     * @param until it waits there
     */
    public Parked<D> parked(OrderedKey key, long sequence, Instant until) {
        var queue = queue(key);
        var changes = new ArrayList<QueueChange>();
        if (queue.isTurn(sequence)) {
            queue.turn = null;
            leave(key, queue, sequence, changes);
        }
        queue.heads.put(sequence, new Head(until, false));
        changes.add(new Blocked(key, sequence, until));
        if (queue.turn == null && queue.blocked()) {
            queue.loaded.values().forEach(each -> memory.give(key, each));
            queue.loaded.clear();
        } else {
            advance(key, queue);
        }
        return new Parked<>(changes, appendHeld(key, queue, until));
    }

    /** A delivery has ended: delivered, or given up. Returns the changes to write with it. */
    public List<QueueChange> ended(OrderedKey key, long sequence) {
        var queue = queues.get(key);
        if (queue == null) {
            return List.of();
        }
        var changes = new ArrayList<QueueChange>();
        if (queue.isTurn(sequence)) {
            queue.turn = null;
        }
        if (queue.heads.remove(sequence) != null) {
            changes.add(new Freed(key, sequence));
        }
        queue.appending.remove(sequence);
        leave(key, queue, sequence, changes);
        queue.leaving.addAll(changes);
        advance(key, queue);
        return changes;
    }

    /** Changes are committed. Those that {@link #ended} and {@link #missing} return must come here once they are. */
    public void told(List<QueueChange> changes) {
        for (var change : changes) {
            var queue = queues.get(change.key());
            if (queue != null && queue.leaving.remove(change)) {
                forgetIfDone(change.key(), queue);
            }
        }
    }

    /** Returns the changes that {@link #ended} would return. */
    public List<QueueChange> changesAtTheEndOf(OrderedKey key, long sequence) {
        var queue = queues.get(key);
        if (queue == null) {
            return List.of();
        }
        var changes = new ArrayList<QueueChange>();
        if (queue.isHead(sequence)) {
            changes.add(new Freed(key, sequence));
        }
        int found = queue.log.find(sequence);
        if (found >= 0) {
            changes.add(new Left(key, sequence, queue.log.offset(found)));
        }
        return changes;
    }

    private void leave(OrderedKey key, KeyQueue<D> queue, long sequence, List<QueueChange> changes) {
        int found = queue.log.find(sequence);
        if (found >= 0) {
            long offset = queue.log.offset(found);
            queue.log.remove(sequence, offset);
            queue.out.remove(offset);
            waiting--;
            changes.add(new Left(key, sequence, offset));
        }
        var loaded = queue.loaded.remove(sequence);
        if (loaded != null) {
            memory.give(key, loaded);
        }
    }

    /** An appended delivery is committed, at this offset of the log; by a former owner, if it is not in the index yet. */
    public void committed(OrderedKey key, long sequence, long offset) {
        var queue = queue(key);
        queue.appending.remove(sequence);
        put(queue, sequence, offset);
        added.add(new Added(key, sequence, offset));
        advance(key, queue);
    }

    private void put(KeyQueue<D> queue, long sequence, long offset) {
        int before = queue.log.size();
        queue.log.put(sequence, offset);
        waiting += queue.log.size() - before;
    }

    /** Gives the next delivery of a key its turn, if it is in memory. */
    private void advance(OrderedKey key, KeyQueue<D> queue) {
        if (queue.turn != null || forgetIfDone(key, queue)) {
            return;
        }
        if (unordered(key)) {
            if (queue.log.size() > queue.out.size()) {
                loads.wants(key);
            }
            return;
        }
        long first = queue.first();
        var held = queue.held.remove(first);
        if (held != null) {
            memory.give(key, held);
            turn(queue, first, held);
        } else if (!queue.isHead(first) && queue.log.find(first) >= 0) {
            var loaded = queue.loaded.remove(first);
            if (loaded == null) {
                loads.wants(key);
                return;
            }
            memory.give(key, loaded);
            turn(queue, first, loaded);
            if (queue.loaded.size() <= KeyLoads.AT_ONCE / 4 && queue.log.size() > queue.loaded.size() + 1) {
                loads.wants(key);
            }
        }
    }

    private void turn(KeyQueue<D> queue, long sequence, D delivery) {
        queue.turn = sequence;
        next.add(delivery);
    }

    /** Takes the deliveries whose turn has come since the last call. */
    public List<D> takeNext() {
        var taken = next;
        next = taken.isEmpty() ? taken : new ArrayList<>();
        return taken;
    }

    /** Takes what the index does not tell yet: what was appended, and whose key is free. */
    public List<QueueChange> takeAdded() {
        var taken = added;
        added = taken.isEmpty() ? taken : new ArrayList<>();
        return taken;
    }

    /** Returns whether deliveries of the log should be loaded. */
    public boolean wants() {
        return loads.anyWanted();
    }

    /**
     * Returns deliveries to load; {@link #loaded} or {@link #missing} must follow for each, and {@link #loadEnded} for
     * each key.
     *
     * @param most of them
     * @param room for deliveries of a key's subscription, as far as its limits go
     */
    public List<Wanted> takeWanted(int most, ToIntFunction<OrderedKey> room) {
        return loads.take(most, room);
    }

    public void loaded(OrderedKey key, long sequence, long offset, D delivery) {
        var queue = queues.get(key);
        if (queue != null && unordered(key)) {
            if (liesAt(queue, sequence, offset) && queue.out.put(offset, sequence) == null) {
                next.add(delivery);
            }
        } else if (queue != null
                && !queue.isTurn(sequence)
                && !queue.blocked()
                && liesAt(queue, sequence, offset)
                && queue.loaded.put(sequence, delivery) == null) {
            memory.take(key, delivery);
        }
    }

    /** Returns the sequence of a delivery without order that is being attempted, by its offset; null if it is not known. */
    public @Nullable Long sequenceAt(OrderedKey key, long offset) {
        var queue = queues.get(key);
        return queue == null ? null : queue.out.get(offset);
    }

    /** A receiver has a delivery of the log, so that it is not loaded until it is {@link #putBack} (B-PULL). */
    public void takeOut(OrderedKey key, long sequence) {
        var queue = queues.get(key);
        int found = queue == null ? -1 : queue.log.find(sequence);
        if (queue != null && found >= 0 && unordered(key)) {
            queue.out.put(queue.log.offset(found), sequence);
        } else if (queue != null && found >= 0 && queue.turn == null) {
            queue.turn = sequence;
        }
    }

    /** Takes a delivery of the log out as {@link #takeOut} does, unless somebody has it or is about to get it. */
    public boolean takeOutIfFree(OrderedKey key, long sequence) {
        var queue = queues.get(key);
        int found = queue == null ? -1 : queue.log.find(sequence);
        if (queue == null || found < 0) {
            return false;
        }
        boolean free = unordered(key)
                ? !queue.out.containsKey(queue.log.offset(found))
                : queue.turn == null && !queue.blocked();
        if (free) {
            takeOut(key, sequence);
        }
        return free;
    }

    /** Returns where a delivery lies; empty if the log has it no more. */
    public Optional<Wanted> wanted(OrderedKey key, long sequence) {
        var queue = queues.get(key);
        int found = queue == null ? -1 : queue.log.find(sequence);
        return queue == null || found < 0
                ? Optional.empty()
                : Optional.of(new Wanted(key, sequence, queue.log.offset(found)));
    }

    /** Returns whether the log has a delivery. */
    public boolean waits(OrderedKey key, long sequence) {
        var queue = queues.get(key);
        return queue != null && queue.log.find(sequence) >= 0;
    }

    /** A delivery of the log is not attempted now, and loaded again later. */
    public void putBack(OrderedKey key, long sequence) {
        var queue = queues.get(key);
        int found = queue == null ? -1 : queue.log.find(sequence);
        if (queue != null && found >= 0) {
            queue.out.remove(queue.log.offset(found));
            if (queue.isTurn(sequence)) {
                queue.turn = null;
                queue.loaded.values().forEach(each -> memory.give(key, each));
                queue.loaded.clear();
            }
            advance(key, queue);
        }
    }

    /** Returns whether deliveries in the log wait for a limit that this one would pass: all without an order, or some keys. */
    public boolean heldBack(OrderedKey key) {
        if (!unordered(key)) {
            return loads.heldBack(key.uid());
        }
        var queue = queues.get(key);
        return queue != null && (!queue.appending.isEmpty() || queue.log.size() > queue.out.size());
    }

    /** Returns the changes to write for a delivery that the log has no more; empty if it does not wait there. */
    public List<QueueChange> missing(OrderedKey key, long sequence, long offset) {
        var queue = queues.get(key);
        if (queue == null || queue.isTurn(sequence) || !liesAt(queue, sequence, offset)) {
            return List.of();
        }
        var changes = new ArrayList<QueueChange>();
        leave(key, queue, sequence, changes);
        queue.leaving.addAll(changes);
        return changes;
    }

    private static boolean liesAt(KeyQueue<?> queue, long sequence, long offset) {
        int found = queue.log.find(sequence);
        return found >= 0 && queue.log.offset(found) == offset;
    }

    /**
     * Returns deliveries that lie before an offset of the log.
     *
     * @param most of them
     */
    public List<Wanted> before(long end, int most) {
        return where(offset -> offset < end, most);
    }

    /** Returns the deliveries that lie at an offset of the log or behind it. */
    public List<Wanted> from(long offset) {
        return where(each -> each >= offset, Integer.MAX_VALUE);
    }

    private List<Wanted> where(LongPredicate offsets, int most) {
        var found = new ArrayList<Wanted>();
        queues.forEach((key, queue) -> {
            for (int index = 0; index < queue.log.size() && found.size() < most; index++) {
                if (offsets.test(queue.log.offset(index))) {
                    found.add(new Wanted(key, queue.log.sequence(index), queue.log.offset(index)));
                }
            }
        });
        return found;
    }

    /**
     * A delivery is written to the log again. Returns the changes to write with it; empty if it is needed now, or gone.
     */
    public List<QueueChange> rewritten(OrderedKey key, long sequence, long offset) {
        var queue = queues.get(key);
        if (queue == null
                || queue.isTurn(sequence)
                || queue.loaded.containsKey(sequence)
                || queue.out.containsKey(offset)
                || !queue.log.remove(sequence, offset)) {
            return List.of();
        }
        waiting--;
        queue.appending.add(sequence);
        return List.of(new Left(key, sequence, offset));
    }

    /** All that was wanted of the key is loaded, missing, or could not be read. */
    public void loadEnded(OrderedKey key) {
        var queue = queues.get(key);
        if (queue != null) {
            queue.loading = false;
            advance(key, queue);
        }
    }

    /** Returns the keys whose delivery in the ladder should have come back before this time, and was not read. */
    public List<Overdue> overdue(Instant before) {
        var overdue = new ArrayList<Overdue>();
        queues.forEach((key, queue) -> queue.heads.forEach((sequence, head) -> {
            if (!head.arrived() && head.until().isBefore(before)) {
                overdue.add(new Overdue(key, sequence, head.until()));
            }
        }));
        return overdue;
    }

    /** Returns the state as changes that lead to it; what is not committed yet is missing. */
    public List<QueueChange> snapshot() {
        var changes = new ArrayList<QueueChange>();
        queues.forEach((key, queue) -> {
            queue.heads.forEach((sequence, head) -> changes.add(new Blocked(key, sequence, head.until())));
            for (int index = 0; index < queue.log.size(); index++) {
                changes.add(new Added(key, queue.log.sequence(index), queue.log.offset(index)));
            }
        });
        return changes;
    }

    /** Returns the offsets of the log at which a delivery waits, in any order. */
    public LongStream offsets() {
        return queues.values().stream().flatMapToLong(queue -> queue.log.offsets());
    }

    public boolean waitsAt(long offset) {
        return offsets().anyMatch(each -> each == offset);
    }

    /** Returns the highest sequence that was restored. */
    public long highestSequence() {
        return highest;
    }

    /** Returns the number of deliveries in the log. */
    public long waiting() {
        return waiting;
    }

    /** Returns a change as it is true now; empty if a delivery that blocked its key has ended since. */
    public Optional<QueueChange> present(QueueChange change) {
        if (!(change instanceof Blocked)) {
            return Optional.of(change);
        }
        var queue = queues.get(change.key());
        var head = queue == null ? null : queue.heads.get(change.sequence());
        return head == null
                ? Optional.empty()
                : Optional.of(new Blocked(change.key(), change.sequence(), head.until()));
    }

    /** Returns the number of deliveries without an order in the log, which only a limit can have kept from being sent. */
    public long waitingForLimits() {
        long sum = 0;
        for (var each : queues.entrySet()) {
            sum += unordered(each.getKey()) ? each.getValue().log.size() : 0;
        }
        return sum;
    }

    public int blockedKeys() {
        return Math.toIntExact(
                queues.values().stream().filter(each -> !each.heads.isEmpty()).count());
    }

    private KeyQueue<D> queue(OrderedKey key) {
        return queues.computeIfAbsent(key, _ -> {
            ofUid.merge(key.uid(), 1, Integer::sum);
            return new KeyQueue<>();
        });
    }

    private boolean forgetIfDone(OrderedKey key, @Nullable KeyQueue<D> queue) {
        boolean done = queue != null && queue.forgettable();
        if (done) {
            queues.remove(key);
            ofUid.computeIfPresent(key.uid(), (_, keys) -> keys == 1 ? null : keys - 1);
        }
        return done;
    }
}
