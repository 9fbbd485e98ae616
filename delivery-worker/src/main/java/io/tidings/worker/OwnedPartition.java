package io.tidings.worker;

import io.tidings.contract.RetryLadder;
import io.tidings.contract.RetryTier;
import io.tidings.contract.delivery.Delivery;
import io.tidings.worker.lane.Origin;
import io.tidings.worker.progress.CommitMetadata;
import io.tidings.worker.progress.OffsetLedger;
import io.tidings.worker.progress.Unread;
import io.tidings.worker.repeat.Repeats;
import io.tidings.worker.tier.TierFront;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * One partition while this worker owns it. Owned again later, it is another one: what was begun under this ownership
 * must not count under the next.
 *
 * <p>Confined to the poll thread.
 */
final class OwnedPartition {
    private final TopicPartition partition;
    private final @Nullable TierFront<ConsumerRecord<byte[], byte[]>> front;
    private final SortedMap<Long, List<ProducerRecord<byte[], byte[]>>> parks = new TreeMap<>();
    private final List<ProducerRecord<byte[], byte[]>> alsoWritten = new ArrayList<>();
    private @Nullable OffsetLedger ledger;
    private @Nullable Unread unread;
    private Repeats repeats = new Repeats();
    private String topicId = "";
    private boolean owned = true;
    private boolean reading;
    private boolean changed;
    private int inFlight;

    /** @param tier none for a partition of {@code deliveries} */
    OwnedPartition(TopicPartition partition, @Nullable RetryTier tier, RetryLadder ladder, Duration patience) {
        this.partition = partition;
        this.front = tier == null ? null : new TierFront<>(ladder.stay(tier), patience, new RecordTimes());
    }

    TopicPartition partition() {
        return partition;
    }

    /** Shared by {@code deliveries} and all tiers of the same subscriptions. */
    int number() {
        return partition.partition();
    }

    Origin origin() {
        return front == null ? Origin.DELIVERIES : Origin.TIERS;
    }

    /** The waiting in front of it, if it is a tier. */
    @Nullable
    TierFront<ConsumerRecord<byte[], byte[]>> front() {
        return front;
    }

    /** Begins, now that it is known where. */
    void start(Inheritance inheritance, int maxMetadata) {
        var point = inheritance.point();
        repeats = inheritance.repeats();
        ledger = new OffsetLedger(point.position(), maxMetadata);
        unread = new Unread(point.position().offset());
        topicId = point.topicId();
        // So that a tier nobody has committed yet does not hide its lag, nor a former log where this one is read.
        changed = !point.start().asCommitted();
    }

    boolean started() {
        return ledger != null;
    }

    OffsetLedger ledger() {
        if (ledger == null) {
            throw new IllegalStateException(partition + " is not started");
        }
        return ledger;
    }

    /** How far it may be committed now. */
    OffsetAndMetadata committable() {
        var position = ledger().position();
        return new OffsetAndMetadata(position.offset(), CommitMetadata.write(position.gaps(), topicId));
    }

    /** Takes notice of a poll that read so many records of it, which brought the consumer to the next offset. */
    void read(int records, long next) {
        if (unread != null) {
            unread.read(records, next);
        }
    }

    /** Takes notice that the consumer was set back. */
    void readAgainFrom(long offset) {
        if (unread != null) {
            unread.backTo(offset);
        }
    }

    /** How many deliveries are not finished: those read, and those to be expected up to the end of the log. */
    long waiting(long end) {
        return ledger().open() + (front == null ? 0 : front.size()) + (unread == null ? 0 : unread.before(end));
    }

    /**
     * Takes notice of what its next record is.
     *
     * @param appended in milliseconds
     * @return whether matching has written it before; never of a tier, where each record is meant
     */
    boolean repeated(Delivery delivery, long appended) {
        return front == null && repeats.repeated(delivery, appended);
    }

    boolean owned() {
        return owned;
    }

    void disown() {
        owned = false;
    }

    boolean reading() {
        return reading;
    }

    void reading(boolean now) {
        reading = now;
    }

    void attemptStarted() {
        inFlight++;
    }

    void attemptEnded() {
        inFlight--;
    }

    int inFlight() {
        return inFlight;
    }

    /** Finishes a record with nothing to write for it. */
    void finish(long offset) {
        ledger().delivered(offset);
        changed = true;
    }

    /** Takes notice of a record that a former owner has finished, which may be committed past. */
    void skipped() {
        changed = true;
    }

    /** Finishes a record as soon as these are written in the same transaction that counts it as finished. */
    void park(long offset, List<ProducerRecord<byte[], byte[]>> records) {
        parks.put(offset, records);
        changed = true;
    }

    /** Has something written with the next transaction that no record's fate depends on. */
    void alsoWrite(ProducerRecord<byte[], byte[]> record) {
        alsoWritten.add(record);
        changed = true;
    }

    boolean changed() {
        return owned && changed && ledger != null;
    }

    void unchanged() {
        changed = !parks.isEmpty();
    }

    SortedMap<Long, List<ProducerRecord<byte[], byte[]>>> parks() {
        return parks;
    }

    List<ProducerRecord<byte[], byte[]>> alsoWritten() {
        return alsoWritten;
    }
}
