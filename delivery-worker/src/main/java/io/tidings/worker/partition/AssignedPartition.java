package io.tidings.worker.partition;

import io.tidings.contract.ClockReading;
import io.tidings.contract.RetryLadder;
import io.tidings.contract.RetryTier;
import io.tidings.contract.counts.NumberCounts;
import io.tidings.contract.delivery.Delivery;
import io.tidings.worker.progress.LagEstimate;
import io.tidings.worker.progress.OffsetLedger;
import io.tidings.worker.progress.WaitingOffsets;
import io.tidings.worker.schedule.Origin;
import io.tidings.worker.schedule.TailWatch;
import io.tidings.worker.schedule.TierBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
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
    private @Nullable Results results;
    private @Nullable LagEstimate unread;
    private DuplicateDetector duplicates = new DuplicateDetector();
    private MovedRecords moved = new MovedRecords(Map.of());
    private @Nullable OrderedDeliveries order;
    private NumberCounts counts = new NumberCounts();
    private long forwardedRead;
    private long lastEntered;
    private @Nullable Instant roomSince;
    private boolean owned = true;
    private boolean reading;
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
        started.order = order;
        started.results = new Results(started, waiting, topicId, false);
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
        return results == null || results.progress() instanceof OffsetLedger;
    }

    @Nullable
    public TierBuffer<ConsumerRecord<byte[], byte[]>> front() {
        return buffer;
    }

    /** The time when its end is fetched, if it is a tier. */
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
        unread = new LagEstimate(point.position().offset());
        // Commit even an unchanged start: a tier without a commit hides its lag, and an old commit names a former
        // log.
        boolean changed = !point.start().asCommitted();
        results = new Results(this, new OffsetLedger(point.position()), point.topicId(), changed);
    }

    public boolean started() {
        return results != null;
    }

    private <T> T inherited(@Nullable T part) {
        if (part == null) {
            throw new IllegalStateException(partition + " is not started");
        }
        return part;
    }

    /** The results of its records. There are none before its start. */
    public Results results() {
        return inherited(results);
    }

    /** The deliveries with an order key, shared by all partitions of the number, once it is started. */
    public OrderedDeliveries order() {
        return inherited(order);
    }

    /** The running counts of its number, as they are committed; shared by all partitions of the number. */
    public NumberCounts counts() {
        return counts;
    }

    public OffsetLedger ledger() {
        if (results().progress() instanceof OffsetLedger ledger) {
            return ledger;
        }
        throw new IllegalStateException(partition + " is read by offset");
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
        return results().progress().open()
                + (buffer == null ? 0 : buffer.size())
                + (unread == null ? 0 : unread.before(end));
    }

    /** Remembers a delivery; returns whether matching has written it before, which is always false for a tier. */
    public boolean recognise(Delivery delivery, long appended) {
        return origin == Origin.DELIVERIES && duplicates.recognise(delivery, appended);
    }

    /** The records that were moved out of it; none unless it is a tier. */
    public MovedRecords moved() {
        return moved;
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

    /** Counts in the running counts of its number. */
    public void countIn(NumberCounts shared) {
        counts = shared;
    }

    public boolean changed() {
        return owned && results != null && results.changed();
    }

    /** Returns whether its results should be committed soon: there are writes among them, or many. */
    public boolean presses() {
        return changed() && results().press();
    }
}
