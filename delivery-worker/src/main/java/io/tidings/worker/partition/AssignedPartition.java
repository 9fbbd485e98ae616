package io.tidings.worker.partition;

import io.tidings.contract.RetryLadder;
import io.tidings.contract.RetryTier;
import io.tidings.contract.delivery.Delivery;
import io.tidings.worker.progress.CommitMetadata;
import io.tidings.worker.progress.LagEstimate;
import io.tidings.worker.progress.OffsetLedger;
import io.tidings.worker.schedule.Origin;
import io.tidings.worker.tier.TailWatch;
import io.tidings.worker.tier.TierBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
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
    private final @Nullable RetryTier tier;
    private final @Nullable TierBuffer<ConsumerRecord<byte[], byte[]>> buffer;
    private final @Nullable TailWatch tail;
    private final Outbox outbox = new Outbox();
    private @Nullable OffsetLedger ledger;
    private @Nullable LagEstimate unread;
    private DuplicateDetector duplicates = new DuplicateDetector();
    private MovedRecords moved = new MovedRecords(Map.of());
    private @Nullable OrderedDeliveries order;
    private String topicId = "";
    private long committed;
    private long forwardedRead;
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
        this.partition = partition;
        this.tier = tier;
        this.buffer = tier == null ? null : new TierBuffer<>(ladder.stay(tier), maxHeadWait, new RecordTimestamps());
        this.tail = tier == null ? null : new TailWatch(ladder.stay(tier));
    }

    public TopicPartition partition() {
        return partition;
    }

    /** The same for {@code deliveries} and all tiers of a subscription. */
    public int number() {
        return partition.partition();
    }

    /** Null for a partition of {@code deliveries}. */
    @Nullable
    public RetryTier tier() {
        return tier;
    }

    public Origin origin() {
        return buffer == null ? Origin.DELIVERIES : Origin.TIERS;
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
        committed = point.position().offset();
        ledger = new OffsetLedger(point.position());
        unread = new LagEstimate(point.position().offset());
        topicId = point.topicId();
        // Commit even an unchanged start: a tier without a commit hides its lag, and an old commit names a former
        // log.
        changed = !point.start().asCommitted();
    }

    public boolean started() {
        return ledger != null;
    }

    /** Those with its number; shared by all partitions of the number. Null before the start. */
    @Nullable
    public OrderedDeliveries order() {
        return order;
    }

    public OffsetLedger ledger() {
        if (ledger == null) {
            throw new IllegalStateException(partition + " is not started");
        }
        return ledger;
    }

    private OffsetAndMetadata committable() {
        var position = ledger().position();
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
        return ledger().open() + (buffer == null ? 0 : buffer.size()) + (unread == null ? 0 : unread.before(end));
    }

    /** Returns whether matching has written this delivery before; always false for a tier. */
    public boolean repeated(Delivery delivery, long appended) {
        return buffer == null && duplicates.repeated(delivery, appended);
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
        ledger().committed(offset);
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
        ledger().finished(offset);
        changed = true;
    }

    /** Skips a record that a former owner has finished, so that the commit may pass it. */
    public void skipped() {
        changed = true;
    }

    /** Finishes a record in the transaction that writes these records. */
    public void park(long offset, List<ProducerRecord<byte[], byte[]>> records) {
        outbox.park(offset, records, round);
        changed = true;
    }

    /** Finishes a delivery in the transaction that writes it to the Kafka topic that is its destination. */
    public void write(TopicWrite write) {
        outbox.write(write, round);
        changed = true;
    }

    /** Adds a record to the next transaction that no offset depends on. */
    public void alsoWrite(ProducerRecord<byte[], byte[]> record) {
        outbox.alsoWrite(record);
        changed = true;
    }

    public boolean changed() {
        return owned && changed && ledger != null;
    }

    /** The bytes of the records that wait for a transaction. */
    public long outboxBytes() {
        return outbox.bytes();
    }

    /** Returns whether a commit can tell all that has finished; always true unless a former release left wide gaps. */
    public boolean tellable() {
        return ledger().holdsAllWith(outbox.parks().keySet());
    }

    /**
     * Takes the content of the next transaction: in the order of offsets, each with all of its records. What exceeds the
     * limits stays for the one after it, unless only all of it together is {@link #tellable}.
     */
    public Cut cut(int maxRecords, long maxBytes) {
        round++;
        boolean all = ledger().reachesBeyond();
        var content = outbox.take(all ? Integer.MAX_VALUE : maxRecords, all ? Long.MAX_VALUE : maxBytes);
        content.parks().keySet().forEach(ledger()::finished);
        changed = outbox.parked();
        return new Cut(this, content, order == null ? List.of() : order.takeRows(), committable());
    }

    /** Takes back the content of an aborted transaction. */
    public void giveBack(Cut aborted) {
        outbox.giveBack(aborted.content());
        aborted.content().parks().keySet().forEach(ledger()::reopened);
        if (order != null) {
            order.giveBack(aborted.orderRows());
        }
        changed = true;
    }

    /** Takes a write out that brokers refuse, so that its delivery gets another verdict. */
    public void withdraw(TopicWrite refused) {
        outbox.remove(refused.offset());
    }

    /** The records to write, by the offset that they finish. */
    public SortedMap<Long, List<ProducerRecord<byte[], byte[]>>> parks() {
        return outbox.parks();
    }

    public List<ProducerRecord<byte[], byte[]>> alsoWritten() {
        return outbox.alsoWritten();
    }
}
