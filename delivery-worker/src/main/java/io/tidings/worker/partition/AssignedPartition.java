package io.tidings.worker.partition;

import io.tidings.contract.RetryLadder;
import io.tidings.contract.RetryTier;
import io.tidings.contract.delivery.Delivery;
import io.tidings.worker.progress.CommitMetadata;
import io.tidings.worker.progress.LagEstimate;
import io.tidings.worker.progress.OffsetLedger;
import io.tidings.worker.schedule.Origin;
import io.tidings.worker.tier.TierBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
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
public final class AssignedPartition {
    private final TopicPartition partition;
    private final @Nullable TierBuffer<ConsumerRecord<byte[], byte[]>> buffer;
    private final SortedMap<Long, List<ProducerRecord<byte[], byte[]>>> parks = new TreeMap<>();
    private final List<ProducerRecord<byte[], byte[]>> alsoWritten = new ArrayList<>();
    private @Nullable OffsetLedger ledger;
    private @Nullable LagEstimate unread;
    private DuplicateDetector duplicates = new DuplicateDetector();
    private String topicId = "";
    private boolean owned = true;
    private boolean reading;
    private boolean changed;
    private int inFlight;

    /** What one partition has in a transaction. */
    public record Cut(
            AssignedPartition partition, List<ProducerRecord<byte[], byte[]>> records, OffsetAndMetadata position) {
        public long bytes() {
            return AssignedPartition.bytes(records);
        }
    }

    /** @param tier none for a partition of {@code deliveries} */
    public AssignedPartition(
            TopicPartition partition, @Nullable RetryTier tier, RetryLadder ladder, Duration patience) {
        this.partition = partition;
        this.buffer = tier == null ? null : new TierBuffer<>(ladder.stay(tier), patience, new RecordTimestamps());
    }

    public TopicPartition partition() {
        return partition;
    }

    /** Shared by {@code deliveries} and all tiers of the same subscriptions. */
    public int number() {
        return partition.partition();
    }

    public Origin origin() {
        return buffer == null ? Origin.DELIVERIES : Origin.TIERS;
    }

    /** The waiting in front of it, if it is a tier. */
    @Nullable
    public TierBuffer<ConsumerRecord<byte[], byte[]>> front() {
        return buffer;
    }

    /** Begins, now that it is known where. */
    public void start(PartitionStart start, int maxMetadata) {
        var point = start.point();
        duplicates = start.duplicates();
        ledger = new OffsetLedger(point.position(), maxMetadata);
        unread = new LagEstimate(point.position().offset());
        topicId = point.topicId();
        // So that a tier nobody has committed yet does not hide its lag, nor a former log where this one is read.
        changed = !point.start().asCommitted();
    }

    public boolean started() {
        return ledger != null;
    }

    public OffsetLedger ledger() {
        if (ledger == null) {
            throw new IllegalStateException(partition + " is not started");
        }
        return ledger;
    }

    /** How far it may be committed now. */
    private OffsetAndMetadata committable() {
        var position = ledger().position();
        return new OffsetAndMetadata(position.offset(), CommitMetadata.write(position.gaps(), topicId));
    }

    /** Takes notice of a poll that read so many records of it, which brought the consumer to the next offset. */
    public void read(int records, long next) {
        if (unread != null) {
            unread.read(records, next);
        }
    }

    /** Takes notice that the consumer was set back. */
    public void readAgainFrom(long offset) {
        if (unread != null) {
            unread.backTo(offset);
        }
    }

    /** How many deliveries are not finished: those read, and those to be expected up to the end of the log. */
    public long waiting(long end) {
        return ledger().open() + (buffer == null ? 0 : buffer.size()) + (unread == null ? 0 : unread.before(end));
    }

    /**
     * Takes notice of what its next record is.
     *
     * @param appended in milliseconds
     * @return whether matching has written it before; never of a tier, where each record is meant
     */
    public boolean repeated(Delivery delivery, long appended) {
        return buffer == null && duplicates.repeated(delivery, appended);
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

    /** Finishes a record with nothing to write for it. */
    public void finish(long offset) {
        ledger().delivered(offset);
        changed = true;
    }

    /** Takes notice of a record that a former owner has finished, which may be committed past. */
    public void skipped() {
        changed = true;
    }

    /** Finishes a record as soon as these are written in the same transaction that counts it as finished. */
    public void park(long offset, List<ProducerRecord<byte[], byte[]>> records) {
        parks.put(offset, records);
        changed = true;
    }

    /** Has something written with the next transaction that no record's fate depends on. */
    public void alsoWrite(ProducerRecord<byte[], byte[]> record) {
        alsoWritten.add(record);
        changed = true;
    }

    public boolean changed() {
        return owned && changed && ledger != null;
    }

    /** How many records it holds for the next transactions, about: several of one delivery count as one. */
    public int heldRecords() {
        return parks.size() + alsoWritten.size();
    }

    /** Takes out what the next transaction writes of it. What exceeds the bytes is left for the one after it. */
    public Cut cut(long maxBytes) {
        var parked = ledger().park(firstOffsets(maxBytes));
        var records = new ArrayList<>(alsoWritten);
        alsoWritten.clear();
        for (long offset : parked) {
            records.addAll(parks.remove(offset));
        }
        changed = !parks.isEmpty();
        return new Cut(this, records, committable());
    }

    private List<Long> firstOffsets(long maxBytes) {
        var offsets = new ArrayList<Long>();
        long bytes = 0;
        for (var park : parks.entrySet()) {
            if (bytes >= maxBytes) {
                break;
            }
            offsets.add(park.getKey());
            bytes += bytes(park.getValue());
        }
        return offsets;
    }

    private static long bytes(List<ProducerRecord<byte[], byte[]>> records) {
        long bytes = 0;
        for (var record : records) {
            bytes += record.value() == null ? 0 : record.value().length;
        }
        return bytes;
    }

    /** What waits to be parked, by the offset of the record that it finishes. */
    public SortedMap<Long, List<ProducerRecord<byte[], byte[]>>> parks() {
        return Collections.unmodifiableSortedMap(parks);
    }

    public List<ProducerRecord<byte[], byte[]>> alsoWritten() {
        return Collections.unmodifiableList(alsoWritten);
    }
}
