package io.tidings.worker.partition;

import io.tidings.contract.ClockReading;
import io.tidings.contract.RetryLadder;
import io.tidings.contract.RetryTier;
import io.tidings.contract.counts.CountedSubscription;
import io.tidings.contract.counts.NumberCounts;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.lane.QueueChange;
import io.tidings.worker.progress.CommitMetadata;
import io.tidings.worker.progress.LagEstimate;
import io.tidings.worker.progress.OffsetLedger;
import io.tidings.worker.progress.Progress;
import io.tidings.worker.progress.WaitingOffsets;
import io.tidings.worker.schedule.Origin;
import io.tidings.worker.schedule.TailWatch;
import io.tidings.worker.schedule.TierBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * One partition during one period of ownership. When the worker gets it again, it is a new object: work of the former
 * period must not count in the next. Confined to the poll thread.
 */
public final class AssignedPartition {
    private final TopicPartition partition;
    private final Origin origin;
    private final @Nullable RetryTier tier;
    private final @Nullable TierBuffer<ConsumerRecord<byte[], byte[]>> buffer;
    private final @Nullable TailWatch tail;
    private final Outbox outbox = new Outbox();
    private final UncommittedCounts counted = new UncommittedCounts();
    private @Nullable Progress progress;
    private @Nullable LagEstimate unread;
    private DuplicateDetector duplicates = new DuplicateDetector();
    private MovedRecords moved = new MovedRecords(Map.of());
    private @Nullable OrderedDeliveries order;
    private NumberCounts counts = new NumberCounts();
    private String topicId = "";
    private long committed;
    private long forwardedRead;
    private long lastEntered;
    private @Nullable Instant roomSince;
    /** The number of cuts; each begins a round of results. */
    private long round;
    /** The earliest round with a result that is not committed. */
    private long uncommittedRound;

    private boolean owned = true;
    private boolean reading;
    private boolean changed;
    private int inFlight;

    /** @param tier null for a partition of {@code deliveries} */
    public AssignedPartition(
            TopicPartition partition, @Nullable RetryTier tier, RetryLadder ladder, Duration maxHeadWait) {
        this(
                partition,
                tier == null ? Origin.DELIVERIES : Origin.TIERS,
                tier,
                tier == null ? null : new TierBuffer<>(ladder.stay(tier), maxHeadWait, new RecordTimestamps()),
                tier == null ? null : new TailWatch(ladder.stay(tier)));
    }

    /** A partition of {@code waiting}, which is read by offset, as the turns come. */
    static AssignedPartition ofWaiting(
            TopicPartition partition, String topicId, WaitingOffsets waiting, OrderedDeliveries order) {
        var started = new AssignedPartition(partition, Origin.TIERS, null, null, null);
        started.progress = waiting;
        started.order = order;
        started.topicId = topicId;
        started.committed = waiting.position().offset();
        return started;
    }

    private AssignedPartition(
            TopicPartition partition,
            Origin origin,
            @Nullable RetryTier tier,
            @Nullable TierBuffer<ConsumerRecord<byte[], byte[]>> buffer,
            @Nullable TailWatch tail) {
        this.partition = partition;
        this.origin = origin;
        this.tier = tier;
        this.buffer = buffer;
        this.tail = tail;
    }

    public TopicPartition partition() {
        return partition;
    }

    /** The same for {@code deliveries} and all tiers of a subscription. */
    public int number() {
        return partition.partition();
    }

    /** Null unless it is a partition of a tier. */
    @Nullable
    public RetryTier tier() {
        return tier;
    }

    public Origin origin() {
        return origin;
    }

    /** Returns whether the consumer of the group reads it; false for {@code waiting}. */
    public boolean polled() {
        return !(progress instanceof WaitingOffsets);
    }

    @Nullable
    public TierBuffer<ConsumerRecord<byte[], byte[]>> front() {
        return buffer;
    }

    /** When its end is fetched, if it is a tier. */
    @Nullable
    public TailWatch tail() {
        return tail;
    }

    public void start(PartitionStart start) {
        var point = start.point();
        duplicates = start.duplicates();
        moved = start.moved();
        order = start.order();
        counts = start.counts();
        committed = point.position().offset();
        progress = new OffsetLedger(point.position());
        unread = new LagEstimate(point.position().offset());
        topicId = point.topicId();
        // Commit even an unchanged start: a tier without a commit hides its lag, and an old commit names a former
        // log.
        changed = !point.start().asCommitted();
    }

    public boolean started() {
        return progress != null;
    }

    /** Those with its number; shared by all partitions of the number. Null before the start. */
    @Nullable
    public OrderedDeliveries order() {
        return order;
    }

    /** The running counts of its number, as they are committed; shared by all partitions of the number. */
    public NumberCounts counts() {
        return counts;
    }

    public OffsetLedger ledger() {
        if (progress instanceof OffsetLedger ledger) {
            return ledger;
        }
        throw new IllegalStateException(partition + " is not started");
    }

    public Progress progress() {
        if (progress == null) {
            throw new IllegalStateException(partition + " is not started");
        }
        return progress;
    }

    private OffsetAndMetadata committable() {
        var position = progress().position();
        return new OffsetAndMetadata(position.offset(), CommitMetadata.write(position.gaps(), topicId));
    }

    public void read(int records, long next) {
        if (unread != null) {
            unread.read(records, next);
        }
    }

    public void readAgainFrom(long offset) {
        if (unread != null) {
            unread.backTo(offset);
        }
    }

    /** Returns the offset after the last record read; 0 before the start. */
    public long readUpTo() {
        return unread == null ? 0 : unread.position();
    }

    /** Returns the number of unfinished deliveries: those read, and an estimate of those up to the end of the log. */
    public long waiting(long end) {
        return progress().open() + (buffer == null ? 0 : buffer.size()) + (unread == null ? 0 : unread.before(end));
    }

    /** Returns whether matching has written this delivery before; always false for a tier. */
    public boolean repeated(Delivery delivery, long appended) {
        return origin == Origin.DELIVERIES && duplicates.repeated(delivery, appended);
    }

    /** Returns whether the record was moved forward, so that it is finished (B-RECOVER-3). */
    public boolean movedForward(ConsumerRecord<byte[], byte[]> record, Delivery delivery) {
        return moved.contain(record, delivery);
    }

    /** Returns whether the record is due, because a recovery has begun and not moved it yet (B-RECOVER-1). */
    public boolean broughtForward(ConsumerRecord<byte[], byte[]> record, Delivery delivery) {
        return moved.broughtForward(record, delivery);
    }

    /** The records that were moved out of it; none unless it is a tier. */
    public MovedRecords moved() {
        return moved;
    }

    public String topicId() {
        return topicId;
    }

    /** Everything below this offset is finished and committed. */
    public long committed() {
        return committed;
    }

    /** Called when the transaction of the latest cut is committed. */
    public void committed(long offset) {
        committed = offset;
        progress().committed(offset);
        uncommittedRound = outbox.earliestRound(round);
    }

    /** The round of results that is under way. */
    public long round() {
        return round;
    }

    /** The earliest round with results that are not committed, or the one that is under way. */
    public long uncommittedRound() {
        return uncommittedRound;
    }

    /** Returns the latest round of what is finished now. */
    public long latestRound() {
        return changed ? round : round - 1;
    }

    /** Returns whether everything of a round is committed. */
    public boolean hasCommitted(long ofRound) {
        return uncommittedRound > ofRound;
    }

    /** The number of forwarded deliveries that were read from it. */
    public long forwardedRead() {
        return forwardedRead;
    }

    public void oneMoreForwardedRead() {
        forwardedRead++;
    }

    /** @param appended when the record was, in milliseconds */
    public void entered(long appended) {
        lastEntered = appended;
    }

    /** Notes whether there is room for more of its records. */
    public void room(boolean there, Instant now) {
        roomSince = !there ? null : roomSince == null ? now : roomSince;
    }

    /**
     * Returns whether every record has been read that leaves the ladder before a time.
     *
     * @param atEnd whether the last fetch has shown that there is no other record
     * @param fetched how long fetching takes at most where there is room
     */
    public boolean hasPassed(Instant time, boolean atEnd, Duration fetched, ClockReading now) {
        if (lastEntered > time.toEpochMilli()) {
            return true;
        }
        var next = buffer == null ? Optional.<Instant>empty() : buffer.wakeUp(now);
        return next.map(leaves -> leaves.isAfter(time)) // first in, first out
                .orElseGet(() -> atEnd
                        && roomSince != null
                        && roomSince.isBefore(now.wall().minus(fetched)));
    }

    public boolean owned() {
        return owned;
    }

    public void disown() {
        owned = false;
    }

    public boolean reading() {
        return reading;
    }

    public void reading(boolean now) {
        reading = now;
    }

    public void attemptStarted() {
        inFlight++;
    }

    public void attemptEnded() {
        inFlight--;
    }

    public int inFlight() {
        return inFlight;
    }

    /** Finishes a record without a write: a crash may repeat it harmlessly. */
    public void finish(long offset) {
        progress().finished(offset);
        changed = true;
    }

    /** Finishes a record in the transaction that writes these changes of what waits behind others, if there are any. */
    public void finish(long offset, List<QueueChange> changes) {
        if (changes.isEmpty()) {
            finish(offset);
        } else {
            park(offset, List.of(), changes);
        }
    }

    /** Counts in the running counts of its number. */
    public void countIn(NumberCounts shared) {
        counts = shared;
    }

    /** Counts a delivery that Kafka has lost, in the transaction that tells its offset as finished. */
    void countLost(long offset, CountedSubscription subscription) {
        counted.put(offset, CountChange.ofLost(subscription));
    }

    /**
     * Counts a delivery in the transaction that tells its offset as finished (B-COUNT). A record that is finished
     * without it changes no count, such as that of a delivery that was moved forward.
     *
     * @param ending null if it waits in the ladder from then on
     */
    public void count(PolledDelivery polled, CountChange.@Nullable Ending ending) {
        counted.put(polled.offset(), CountChange.of(polled, ending));
    }

    /** Skips a record that a former owner has finished, so that the commit may pass it. */
    public void skipped() {
        changed = true;
    }

    /** Finishes a record in the transaction that writes these records. */
    public void park(long offset, List<ProducerRecord<byte[], byte[]>> records) {
        park(offset, records, List.of());
    }

    /** Finishes a record in the transaction that writes these records and changes. */
    public void park(long offset, List<ProducerRecord<byte[], byte[]>> records, List<QueueChange> changes) {
        outbox.park(offset, records, changes, round);
        changed = true;
    }

    /** Finishes a delivery in the transaction that writes it to the Kafka topic that is its destination. */
    public void write(TopicWrite write, List<QueueChange> changes) {
        outbox.write(write, changes, round);
        changed = true;
    }

    /** Adds a record to the next transaction that no offset depends on. */
    public void alsoWrite(ProducerRecord<byte[], byte[]> record) {
        outbox.alsoWrite(Outbox.NONE, record);
        changed = true;
    }

    /** Adds a record that tells of the result of an offset: if that waits for a later transaction, so does the record. */
    public void alsoWrite(long offset, ProducerRecord<byte[], byte[]> record) {
        outbox.alsoWrite(offset, record);
        changed = true;
    }

    public boolean changed() {
        return owned && changed && progress != null;
    }

    /** The bytes of the records that wait for a transaction. */
    public long outboxBytes() {
        return outbox.bytes();
    }

    /** Returns whether a commit can tell all that has finished; always true unless a former release left wide gaps. */
    public boolean tellable() {
        return progress().holdsAllWith(outbox.parks().keySet());
    }

    /**
     * Takes the content of the next transaction: in the order of offsets, each with all of its records. What exceeds the
     * limits stays for the one after it, unless only all of it together is {@link #tellable}.
     */
    public Cut cut(int maxRecords, long maxBytes) {
        round++;
        boolean all = progress().reachesBeyond();
        var content = outbox.take(all ? Integer.MAX_VALUE : maxRecords, all ? Long.MAX_VALUE : maxBytes);
        content.parks().keySet().forEach(progress()::finished);
        changed = outbox.parked();
        var index = order == null ? IndexWrite.NONE : order.index(content.changes());
        return new Cut(this, content, index, committable(), counted.take(outbox::waits));
    }

    /** Takes back the content of an aborted transaction. */
    public void giveBack(Cut aborted) {
        outbox.giveBack(aborted.content());
        counted.giveBack(aborted.counted());
        aborted.content().parks().keySet().forEach(progress()::reopened);
        if (order != null) {
            order.giveBack(aborted.index());
        }
        changed = true;
    }

    /** Takes a write out that brokers refuse, so that its delivery gets another verdict. */
    public void withdraw(TopicWrite refused) {
        outbox.remove(refused.offset());
        counted.remove(refused.offset());
    }

    /** The records to write, by the offset that they finish. */
    public SortedMap<Long, List<ProducerRecord<byte[], byte[]>>> parks() {
        return outbox.parks();
    }

    public List<ProducerRecord<byte[], byte[]>> alsoWritten() {
        return outbox.alsoWritten();
    }
}
