package io.tidings.worker.partition;

import io.tidings.contract.lane.QueueChange;
import io.tidings.worker.progress.CommitMetadata;
import io.tidings.worker.progress.Progress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/**
 * The results of the records of one partition until they are committed: which records have finished, and what the
 * transactions that tell so write. Confined to the poll thread.
 */
public final class Results {
    /** Successes that a crash may repeat although they could have been committed. */
    private static final int MOST_QUIET = 1_000;

    /** The offset of what tells of no record. */
    private static final long NONE = -1;

    private final AssignedPartition partition;
    private final Progress progress;
    private final String topicId;
    final NavigableMap<Long, Park> parks = new TreeMap<>();
    List<Line> lines = new ArrayList<>();
    private List<CountChange> counted = new ArrayList<>();
    private long bytes;
    private long committed;
    /** The number of cuts; each begins a round of results. */
    private long round;
    /** The earliest round with a result that is not committed. */
    private long uncommittedRound;

    private boolean changed;

    /**
     * The writes of the transaction that finishes an offset.
     *
     * @param changes of what waits behind others
     * @param counted null if no count changes
     * @param write for the topic of others, of which the records tell
     * @param round in which the offset got its result
     */
    record Park(
            List<ProducerRecord<byte[], byte[]>> records,
            List<QueueChange> changes,
            @Nullable CountChange counted,
            @Nullable TopicWrite write,
            long bytes,
            long round) {
        int size() {
            return records.size() + (write == null ? 0 : 1);
        }
    }

    /** @param offset of what the record tells of; {@link #NONE} if it tells of no record */
    record Line(long offset, ProducerRecord<byte[], byte[]> record) {}

    /**
     * The results that one transaction takes.
     *
     * @param lines records that finish no offset
     * @param counted what is finished without a write changes in the counts
     */
    record Content(SortedMap<Long, Park> parks, List<Line> lines, List<CountChange> counted) {
        int size() {
            return lines.size() + parks.values().stream().mapToInt(Park::size).sum();
        }

        List<QueueChange> changes() {
            return parks.values().stream()
                    .flatMap(park -> park.changes().stream())
                    .toList();
        }

        long bytes() {
            return bytesOf(lines)
                    + parks.values().stream().mapToLong(Park::bytes).sum();
        }
    }

    Results(AssignedPartition partition, Progress progress, String topicId, boolean changed) {
        this.partition = partition;
        this.progress = progress;
        this.topicId = topicId;
        this.committed = progress.position().offset();
        this.changed = changed;
    }

    public Progress progress() {
        return progress;
    }

    public String topicId() {
        return topicId;
    }

    /** Finishes a record without a write: a crash may repeat it harmlessly. */
    public void finish(long offset) {
        progress.finished(offset);
        changed = true;
    }

    /**
     * Finishes a record, in the transaction that writes these records and changes if there are any.
     *
     * @param count what the transaction that tells the offset as finished counts (B-COUNT); null if nothing
     * @param changes of what waits behind others
     */
    public void finish(
            long offset,
            @Nullable CountChange count,
            List<ProducerRecord<byte[], byte[]>> records,
            List<QueueChange> changes) {
        if (!records.isEmpty() || !changes.isEmpty()) {
            put(offset, new Park(records, changes, count, null, bytes(records), round));
        } else {
            finish(offset);
            if (count != null) {
                counted.add(count);
            }
        }
    }

    /** Finishes a delivery in the transaction that writes it to the Kafka topic that is its destination. */
    public void write(TopicWrite write, CountChange count, List<QueueChange> changes) {
        long size = bytes(write.log()) + bytes(List.of(write.record()));
        put(write.offset(), new Park(write.log(), changes, count, write, size, round));
    }

    private void put(long offset, Park park) {
        parks.put(offset, park);
        bytes += park.bytes();
        changed = true;
    }

    /** Counts in the next transaction what has no record to finish. */
    void count(CountChange change) {
        counted.add(change);
        changed = true;
    }

    /** Has the next transaction commit the partition, although nothing has finished. */
    public void needCommit() {
        changed = true;
    }

    /** Adds a record to the next transaction that no offset depends on. */
    public void alsoWrite(ProducerRecord<byte[], byte[]> record) {
        alsoWrite(NONE, record);
    }

    /** Adds a record that tells of the result of an offset: if that waits for a later transaction, so does the record. */
    public void alsoWrite(long offset, ProducerRecord<byte[], byte[]> record) {
        lines.add(new Line(offset, record));
        bytes += bytes(List.of(record));
        changed = true;
    }

    boolean changed() {
        return changed;
    }

    /** Returns whether there is more than a few successes. */
    boolean press() {
        return !parks.isEmpty() || !lines.isEmpty() || counted.size() >= MOST_QUIET;
    }

    /** The bytes of the records that wait for a transaction. */
    public long bytes() {
        return bytes;
    }

    /** Returns whether a commit can tell all that has finished; always true unless a former release left wide gaps. */
    public boolean tellable() {
        return progress.holdsAllWith(parks.keySet());
    }

    /**
     * Takes the content of the next transaction: in the order of offsets, each with all of its records. What exceeds the
     * limits stays for the one after it, unless only all of it together is {@link #tellable}.
     */
    public Cut cut(int maxRecords, long maxBytes) {
        round++;
        boolean all = progress.reachesBeyond();
        var content = take(all ? Integer.MAX_VALUE : maxRecords, all ? Long.MAX_VALUE : maxBytes);
        content.parks().keySet().forEach(progress::finished);
        changed = !parks.isEmpty();
        var position = progress.position();
        return new Cut(
                partition,
                content,
                partition.order().index(content.changes()),
                new OffsetAndMetadata(position.offset(), CommitMetadata.write(position.gaps(), topicId)));
    }

    /**
     * Takes the parks of the lowest offsets up to the limits, which the last offset may exceed, and the lines, except
     * what tells of the parks that stay.
     */
    private Content take(int maxRecords, long maxBytes) {
        var told = new LinkedHashMap<Long, List<Line>>();
        var content = new Content(new TreeMap<>(), new ArrayList<>(), counted);
        for (var line : lines) {
            var taker = parks.containsKey(line.offset())
                    ? told.computeIfAbsent(line.offset(), _ -> new ArrayList<>())
                    : content.lines();
            taker.add(line);
        }
        int records = content.size();
        long taken = content.bytes();
        while (!parks.isEmpty() && records < maxRecords && taken < maxBytes) {
            var first = parks.pollFirstEntry();
            var ofFirst = Objects.requireNonNullElse(told.remove(first.getKey()), List.<Line>of());
            content.parks().put(first.getKey(), first.getValue());
            content.lines().addAll(ofFirst);
            records += first.getValue().size() + ofFirst.size();
            taken += first.getValue().bytes() + bytesOf(ofFirst);
        }
        lines = new ArrayList<>();
        told.values().forEach(lines::addAll);
        counted = new ArrayList<>();
        bytes -= content.bytes();
        return content;
    }

    /** Takes back the content of an aborted transaction, which is older than what came since. */
    public void giveBack(Cut aborted) {
        var content = aborted.content();
        content.parks().forEach(this::put);
        content.parks().keySet().forEach(progress::reopened);
        lines.addAll(0, content.lines());
        bytes += bytesOf(content.lines());
        counted.addAll(content.counted());
        partition.order().giveBack(aborted.index());
        changed = true;
    }

    /** Takes a write out that brokers refuse, so that its delivery gets another verdict. */
    public void withdraw(TopicWrite refused) {
        var park = parks.remove(refused.offset());
        bytes -= park == null ? 0 : park.bytes();
    }

    /** Everything below this offset is finished and committed. */
    public long committed() {
        return committed;
    }

    /** Called when the transaction of the latest cut is committed. */
    public void committed(long offset) {
        committed = offset;
        progress.committed(offset);
        uncommittedRound = parks.values().stream().mapToLong(Park::round).reduce(round, Math::min);
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

    static long bytes(List<ProducerRecord<byte[], byte[]>> records) {
        long bytes = 0;
        for (var record : records) {
            bytes += length(record.key()) + length(record.value());
            for (var header : record.headers()) {
                bytes += header.key().length() + length(header.value());
            }
        }
        return bytes;
    }

    private static long bytesOf(List<Line> lines) {
        return bytes(lines.stream().map(Line::record).toList());
    }

    private static int length(byte @Nullable [] bytes) {
        return bytes == null ? 0 : bytes.length;
    }
}
