package io.tidings.worker.partition;

import io.tidings.contract.counts.CountedSubscription;
import io.tidings.contract.delivery.DeliveryOrder;
import io.tidings.contract.delivery.DeliveryOrder.Place;
import io.tidings.contract.lane.HandOut;
import io.tidings.contract.lane.HandOutRecord;
import io.tidings.contract.lane.Lane;
import io.tidings.contract.lane.OrderedKey;
import io.tidings.contract.lane.QueueChange;
import io.tidings.contract.lane.QueueChange.Added;
import io.tidings.contract.lane.QueueRecord;
import io.tidings.contract.record.DeliveryHeaders;
import io.tidings.contract.record.DeliveryHeaders.Read.Valid;
import io.tidings.contract.record.DeliveryReader;
import io.tidings.worker.progress.WaitingOffsets;
import io.tidings.worker.receive.HandOuts;
import io.tidings.worker.schedule.KeyQueues;
import io.tidings.worker.schedule.KeyQueues.Appended;
import io.tidings.worker.schedule.KeyQueues.Overdue;
import io.tidings.worker.schedule.KeyQueues.Step;
import io.tidings.worker.schedule.KeyQueues.Wanted;
import io.tidings.worker.schedule.Origin;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * The deliveries of one partition number that wait for others with their order key (B-LANE-2), for a limit of their
 * subscription (B-LIMIT) or for receivers (B-PULL): in {@code deliveries}, the tiers and {@code waiting}. Confined to the
 * poll thread.
 */
public final class OrderedDeliveries {
    /** Of one record of the index. */
    private static final int MOST_BYTES = 512 * 1024;

    /** The most that a change takes besides its key. */
    private static final int CHANGE_BYTES = 32;

    /** Hand-outs of one record of the index. */
    private static final int MOST_HAND_OUTS = 500;

    private static final int CHANGES_BEFORE_SNAPSHOT = 20_000;

    /** Much less than the retention of the index, which deletes old changes. */
    private static final Duration BETWEEN_SNAPSHOTS = Duration.ofHours(12);

    private final Logs logs;
    private final KeyQueues<PolledDelivery> queues;
    private final AssignedPartition waiting;
    private final HandOuts handOuts;
    private final WaitingOffsets offsets;
    private final DeliveryReader reader = new DeliveryReader();
    /** Appended in transactions that are not committed. */
    private final IdentityHashMap<ProducerRecord<byte[], byte[]>, PolledDelivery> appending = new IdentityHashMap<>();

    /** Changes for the next transaction, whichever partition it is about. */
    private List<QueueChange> pending = new ArrayList<>();

    private boolean tellBase;
    private long indexed;
    /** The highest sequence of deliveries without order: they wait in the order in which they were appended. */
    private long lastUnordered;

    private int lostAtStart;
    private long changes;
    private @Nullable Instant snapshot;
    private @Nullable Instant nextSnapshot;

    /**
     * The place where deliveries wait, and from which log they come.
     *
     * @param topicId of {@code deliveries}
     * @param base the sequence of offset 0 of {@code deliveries}
     */
    public record Logs(TopicPartition waiting, String waitingId, TopicPartition index, String topicId, long base) {}

    /**
     * The state that a former owner has left.
     *
     * @param indexed the offset of {@code waiting} up to which the index tells what waits
     * @param end of {@code waiting}: what the index tells beyond it is lost
     * @param appended behind the offset up to which the index tells
     * @param otherBase whether the index tells another base
     * @param changes of the index since its latest snapshot
     * @param snapshot when it was written, or the oldest record of the index; null if the index is empty
     * @param handOuts what receivers have; it has begun
     */
    public record Inherited(
            KeyQueues<PolledDelivery> queues,
            long indexed,
            long end,
            List<Added> appended,
            boolean otherBase,
            long changes,
            @Nullable Instant snapshot,
            HandOuts handOuts) {}

    public OrderedDeliveries(Logs logs, Inherited inherited) {
        this.logs = logs;
        this.queues = inherited.queues();
        this.handOuts = inherited.handOuts();
        this.indexed = Math.min(inherited.indexed(), inherited.end());
        this.changes = inherited.changes();
        this.snapshot = inherited.snapshot();
        this.tellBase = inherited.otherBase();
        this.lastUnordered =
                inherited.appended().stream().mapToLong(Added::sequence).reduce(queues.highestSequence(), Math::max);
        inherited
                .appended()
                .forEach(each -> queues.committed(queues.queueOf(each.key()), each.sequence(), each.offset()));
        var beyond = queues.from(inherited.end());
        beyond.forEach(each -> pending.addAll(queues.missing(each.key(), each.sequence(), each.offset())));
        long first = queues.offsets().min().orElse(indexed);
        offsets = new WaitingOffsets(Math.min(first, indexed));
        queues.offsets().forEach(offsets::add);
        waiting = AssignedPartition.ofWaiting(logs.waiting(), logs.waitingId(), offsets, this);
        beyond.forEach(each -> waiting.results().count(lost(each.key())));
        lostAtStart = beyond.size();
        queues.begin();
        pending.addAll(queues.takeAdded());
        if (tellBase || !pending.isEmpty()) {
            waiting.results().needCommit();
        }
    }

    /** The partition that the deliveries of the log are finished in. */
    public AssignedPartition waiting() {
        return waiting;
    }

    /**
     * Takes the number of deliveries that were lost with the end of the log before the start. None of them may wait until
     * it is loaded: another one may be appended at its offset, and would be finished in its place.
     */
    public int takeLostAtStart() {
        int lost = lostAtStart;
        lostAtStart = 0;
        return lost;
    }

    /** Notes that a delivery was read, although it may not be due yet. */
    public void arrived(PolledDelivery polled) {
        var order = order(polled);
        if (order != null) {
            queues.arrived(key(polled, order), sequence(polled, order));
        }
    }

    /** Returns what follows for a delivery that is due. */
    public Step due(PolledDelivery polled) {
        var order = order(polled);
        return order == null ? Step.TURN : queues.due(key(polled, order), sequence(polled, order), polled);
    }

    /** Returns the deliveries to append to the log: this one and those before it that are held. */
    public List<Appended<PolledDelivery>> append(PolledDelivery polled, Instant now) {
        var order = order(polled);
        return order == null ? List.of() : queues.append(key(polled, order), sequence(polled, order), polled, now);
    }

    /** Returns what to append of a delivery that exceeds the limits of its subscription. */
    public List<Appended<PolledDelivery>> exceeding(PolledDelivery polled, Instant now) {
        if (order(polled) != null) {
            return append(polled, now);
        }
        long sequence = ++lastUnordered;
        var placed = polled.ordered(new DeliveryOrder(KeyQueues.UNORDERED, new Place(sequence, sequence - 1)));
        return queues.append(unordered(polled), sequence, placed, now);
    }

    /** Leaves a delivery of the log there for a while, though it was loaded. */
    public void putBack(PolledDelivery loaded) {
        var known = place(loaded);
        if (known != null) {
            queues.putBack(known.key(), known.sequence());
        }
    }

    /** Returns whether others of its subscription wait in the log for a limit, which this delivery would pass. */
    public boolean heldBack(PolledDelivery polled) {
        var order = order(polled);
        return queues.heldBack(order == null ? unordered(polled) : key(polled, order));
    }

    /** Returns the record that makes a delivery wait in the log. */
    public ProducerRecord<byte[], byte[]> waitingRecord(PolledDelivery polled, Instant now) {
        var placed = placed(polled);
        return new ProducerRecord<>(
                logs.waiting().topic(),
                logs.waiting().partition(),
                null,
                placed.key(),
                placed.event(),
                List.of(DeliveryHeaders.write(placed.delivery().asTaken(), now)));
    }

    /** Notes that a transaction will write this record. */
    public void appending(ProducerRecord<byte[], byte[]> record, PolledDelivery polled) {
        appending.put(record, placed(polled));
    }

    /** Returns the delivery as it is written: with its place, if it has an order key. */
    public PolledDelivery placed(PolledDelivery polled) {
        var order = order(polled);
        return order == null || order.place() != null
                ? polled
                : polled.ordered(order.at(new Place(sequence(polled, order), sequence(polled, order) - 1)));
    }

    /**
     * Returns what follows when a delivery is parked in the ladder.
     *
     * @param until it waits there
     */
    public KeyQueues.Parked<PolledDelivery> parked(PolledDelivery polled, Instant until) {
        var order = order(polled);
        return order == null
                ? new KeyQueues.Parked<>(List.of(), List.of())
                : queues.parked(key(polled, order), sequence(polled, order), until);
    }

    /** Returns the changes that are written in the transaction which finishes the delivery. */
    public List<QueueChange> ended(PolledDelivery polled) {
        var known = place(polled);
        if (known == null) {
            return List.of();
        }
        handOuts.left(known);
        return queues.ended(known.key(), known.sequence());
    }

    /**
     * A transaction of its destination has finished the delivery, with the changes that were known when it was sent. All
     * of them are told again, so that none is missing that came meanwhile; the index takes each once.
     */
    public void endedAtItsDestination(PolledDelivery polled) {
        var changes = ended(polled);
        if (!changes.isEmpty()) {
            pending.addAll(changes);
            waiting.results().needCommit();
        }
    }

    /** Returns the changes to write in a transaction that may finish the delivery, as {@link #endedAtItsDestination} says. */
    public List<QueueChange> changesAtItsEnd(PolledDelivery polled) {
        var known = place(polled);
        return known == null ? List.of() : queues.changesAtTheEndOf(known.key(), known.sequence());
    }

    /** Takes the deliveries whose turn has come. */
    public List<PolledDelivery> takeNext() {
        return queues.takeNext();
    }

    public boolean wantsLoads() {
        return queues.wants();
    }

    /** @param room for deliveries of a lane, as far as limits of its subscription go */
    public List<Wanted> takeWanted(int most, ToIntFunction<Lane> room) {
        return queues.takeWanted(most, key -> room.applyAsInt(new Lane(key.subscription(), waiting.number())));
    }

    /**
     * Takes a record that was wanted.
     *
     * @param record null if the log has none at this offset
     * @return whether it is the delivery that was wanted; if not, that one is lost
     */
    public boolean loaded(Wanted wanted, @Nullable ConsumerRecord<byte[], byte[]> record) {
        var polled = polled(wanted, record);
        if (polled != null) {
            var sent = KeyQueues.unordered(wanted.key()) ? polled.ordered(null) : polled;
            queues.loaded(wanted.key(), wanted.sequence(), wanted.offset(), sent);
            return true;
        }
        var left = queues.missing(wanted.key(), wanted.sequence(), wanted.offset());
        if (!left.isEmpty()) {
            handOuts.left(new HandOuts.Place(wanted.key(), wanted.sequence()));
        }
        if (!left.isEmpty() && record != null && queues.waitsAt(wanted.offset())) {
            waiting.results().count(lost(wanted.key())); // the offset is another one's
            pending.addAll(left);
        } else if (!left.isEmpty()) {
            waiting.results().finish(wanted.offset(), lost(wanted.key()), List.of(), left);
        }
        return left.isEmpty();
    }

    /** Returns the wanted delivery; null if the record is another one. */
    private @Nullable PolledDelivery polled(Wanted wanted, @Nullable ConsumerRecord<byte[], byte[]> record) {
        if (record == null
                || record.key() == null
                || record.value() == null
                || !(reader.read(record.headers()) instanceof Valid(var delivery))) {
            return null;
        }
        var polled = new PolledDelivery(waiting, record.offset(), delivery, record.key(), record.value());
        var order = order(polled);
        boolean same = order != null
                && key(polled, order).equals(wanted.key())
                && sequence(polled, order) == wanted.sequence();
        return same ? polled : null;
    }

    /**
     * Returns deliveries that lie before an offset of the log.
     *
     * @param most of them
     */
    public List<Wanted> before(long end, int most) {
        return queues.before(end, most);
    }

    /** Writes a delivery to the end of the log, before the retention takes its record. */
    public void rewrite(Wanted old, ConsumerRecord<byte[], byte[]> record, Instant now) {
        var polled = polled(old, record);
        var changes =
                polled == null ? List.<QueueChange>of() : queues.rewritten(old.key(), old.sequence(), old.offset());
        if (polled != null && !changes.isEmpty()) {
            var again = waitingRecord(polled, now);
            appending(again, polled);
            waiting.results().finish(old.offset(), null, List.of(again), changes);
        }
    }

    /** Ends the loading of some deliveries. */
    public void loadEnded(List<Wanted> wanted) {
        wanted.stream().map(Wanted::key).distinct().forEach(queues::loadEnded);
    }

    /** Returns the keys whose delivery in the ladder should have come back before this time, and did not. */
    public List<Overdue> overdue(Instant before) {
        return queues.overdue(before);
    }

    /** Lets the next delivery of a key go, because the one that blocks it exists no more. */
    public void free(Overdue lost) {
        waiting.results().count(lost(lost.key()));
        handOuts.left(new HandOuts.Place(lost.key(), lost.sequence()));
        pending.addAll(queues.ended(lost.key(), lost.sequence()));
    }

    /** Returns what the transaction writes that makes these changes. */
    IndexWrite index(List<QueueChange> made) {
        var added = pending;
        added.addAll(queues.takeAdded());
        pending = new ArrayList<>();
        var all = new ArrayList<>(added);
        made.forEach(change -> queues.present(change).ifPresent(all::add));
        var handed = handOuts.takeUntold();
        boolean nothing = all.isEmpty() && !tellBase;
        if (nothing && handed.isEmpty()) {
            return IndexWrite.NONE;
        }
        tellBase = false;
        added.forEach(each ->
                indexed = Math.max(indexed, each instanceof Added(var _, var _, long offset) ? offset + 1 : 0));
        changes += all.size() + handed.size();
        var records = new ArrayList<>(nothing ? List.<ProducerRecord<byte[], byte[]>>of() : records(false, all));
        records.addAll(handOutRecords(handed));
        return new IndexWrite(records, added, handed);
    }

    /** Takes back what an aborted transaction would have told. */
    void giveBack(IndexWrite aborted) {
        pending.addAll(0, aborted.added());
        tellBase |= !aborted.records().isEmpty();
        handOuts.giveBack(aborted.handOuts());
    }

    /** The index tells the changes of a committed transaction. */
    public void told(Cut committed) {
        queues.told(committed.index().added());
        queues.told(committed.content().changes());
    }

    private List<ProducerRecord<byte[], byte[]>> records(boolean snapshot, List<QueueChange> changes) {
        var records = new ArrayList<ProducerRecord<byte[], byte[]>>();
        int from = 0;
        do { // without changes one record tells the rest
            int to = end(changes, from);
            var some = changes.subList(from, to);
            var record = new QueueRecord(snapshot && from == 0, logs.topicId(), logs.base(), indexed, some);
            records.add(indexRecord(record.write()));
            from = to;
        } while (from < changes.size());
        return records;
    }

    private List<ProducerRecord<byte[], byte[]>> handOutRecords(List<HandOut> handed) {
        var records = new ArrayList<ProducerRecord<byte[], byte[]>>();
        for (int from = 0; from < handed.size(); from += MOST_HAND_OUTS) {
            var some = handed.subList(from, Math.min(handed.size(), from + MOST_HAND_OUTS));
            records.add(indexRecord(new HandOutRecord(some).write()));
        }
        return records;
    }

    private ProducerRecord<byte[], byte[]> indexRecord(byte[] value) {
        return new ProducerRecord<>(
                logs.index().topic(), logs.index().partition(), null, null, value, List.of(QueueRecord.headers()));
    }

    /** Returns the end of the changes that one record has room for. */
    private static int end(List<QueueChange> changes, int from) {
        int bytes = 0;
        int to = from;
        while (to < changes.size() && bytes < MOST_BYTES) {
            bytes += CHANGE_BYTES + 3 * changes.get(to).key().key().length(); // of UTF-8, at most
            to++;
        }
        return Math.min(changes.size(), Math.max(to, from + 1));
    }

    /** Returns whether a snapshot would make enough of the index superfluous, or the index grows old. */
    public boolean snapshotDue(Instant now) {
        return changes >= Math.max(CHANGES_BEFORE_SNAPSHOT, 2 * queues.waiting())
                || (snapshot != null && Duration.between(snapshot, now).compareTo(BETWEEN_SNAPSHOTS) > 0);
    }

    /** Returns the whole state, to be written after all changes of the same transaction. No change may wait for a later one. */
    public List<ProducerRecord<byte[], byte[]>> snapshot(Instant now) {
        nextSnapshot = now;
        var records = new ArrayList<>(records(true, queues.snapshot()));
        records.addAll(handOutRecords(handOuts.snapshot()));
        return records;
    }

    /** The latest snapshot is committed. */
    public void snapshotWritten() {
        changes = 0;
        snapshot = nextSnapshot;
    }

    /** What receivers have of it. {@link #decided} must follow a change. */
    public HandOuts handOuts() {
        return handOuts;
    }

    /** The next transaction tells what was decided of {@link #handOuts}; {@link Results#hasCommitted} says when. */
    public void decided() {
        if (handOuts.hasUntold()) {
            waiting.results().needCommit();
        }
    }

    /** Leaves a delivery in the log that receivers had, although it was to end. */
    public void goesOn(PolledDelivery received) {
        var known = place(received);
        if (known != null && !handOuts.goesOn(known)) {
            queues.putBack(known.key(), known.sequence());
        }
    }

    /** Takes a delivery that nobody has, so that nobody gets it; returns false if somebody is about to. */
    public boolean takeOut(HandOuts.Place place) {
        return queues.takeOutIfFree(place.key(), place.sequence());
    }

    /** Returns where a delivery lies that receivers had; empty if the log has it no more. */
    public Optional<Wanted> wanted(HandOuts.Place place) {
        return queues.wanted(place.key(), place.sequence());
    }

    /** Returns the wanted delivery that receivers had; empty if the record is another one. */
    public Optional<PolledDelivery> received(Wanted wanted, @Nullable ConsumerRecord<byte[], byte[]> record) {
        return Optional.ofNullable(polled(wanted, record))
                .map(polled -> KeyQueues.unordered(wanted.key()) ? polled.ordered(null) : polled);
    }

    /** Finishes a delivery that receivers had, and of which the log has no record any more. */
    public void isLost(Wanted wanted) {
        queues.putBack(wanted.key(), wanted.sequence());
        var _ = loaded(wanted, null);
    }

    /** Lets a delivery be handed out again, which a receiver had. */
    public void putBack(HandOuts.Place place) {
        queues.putBack(place.key(), place.sequence());
    }

    public TopicPartition indexPartition() {
        return logs.index();
    }

    /** A record of the log is committed, at this offset. */
    public void written(ProducerRecord<byte[], byte[]> record, long offset) {
        var placed = appending.remove(record);
        var order = placed == null ? null : order(placed);
        if (placed != null && order != null) {
            offsets.add(offset);
            queues.committed(key(placed, order), sequence(placed, order), offset);
        }
    }

    public long waitingForLimits() {
        return queues.waitingForLimits();
    }

    public long waitingDeliveries() {
        return queues.waiting();
    }

    public int blockedKeys() {
        return queues.blockedKeys();
    }

    /** Null for a delivery without order. */
    private static @Nullable DeliveryOrder order(PolledDelivery polled) {
        var order = polled.delivery().order();
        return order == null || (order.place() == null && polled.from().origin() == Origin.TIERS) ? null : order;
    }

    /** Returns the place of a delivery that the queues know; null for others. */
    public HandOuts.@Nullable Place place(PolledDelivery polled) {
        var order = order(polled);
        if (order != null) {
            return new HandOuts.Place(key(polled, order), sequence(polled, order));
        }
        var sequence = polled.from() == waiting ? queues.sequenceAt(unordered(polled), polled.offset()) : null;
        return sequence == null ? null : new HandOuts.Place(unordered(polled), sequence);
    }

    private static OrderedKey unordered(PolledDelivery polled) {
        return new OrderedKey(polled.subscription(), polled.delivery().uid(), KeyQueues.UNORDERED);
    }

    private static CountChange lost(OrderedKey key) {
        return CountChange.ofLost(new CountedSubscription(key.subscription(), key.uid()));
    }

    private long sequence(PolledDelivery polled, DeliveryOrder order) {
        return order.place() == null
                ? logs.base() + polled.offset()
                : order.place().sequence();
    }

    private OrderedKey key(PolledDelivery polled, DeliveryOrder order) {
        return queues.queueOf(
                new OrderedKey(polled.subscription(), polled.delivery().uid(), order.key()));
    }
}
