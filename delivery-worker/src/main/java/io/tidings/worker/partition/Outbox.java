package io.tidings.worker.partition;

import static java.util.stream.Collectors.groupingBy;

import io.tidings.contract.lane.QueueChange;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/** What the next transactions write for one partition. Confined to the poll thread. */
final class Outbox {
    /** The offset of what tells of no record. */
    static final long NONE = -1;

    private final NavigableMap<Long, Park> parks = new TreeMap<>();
    private List<Line> alsoWritten = new ArrayList<>();
    private long bytes;

    /**
     * What a transaction writes when it finishes an offset.
     *
     * @param changes of what waits behind others
     * @param write for the topic of others, of which the records tell
     * @param round in which the offset got its result
     */
    record Park(
            List<ProducerRecord<byte[], byte[]>> records,
            List<QueueChange> changes,
            @Nullable TopicWrite write,
            long bytes,
            long round) {
        int size() {
            return records.size() + (write == null ? 0 : 1);
        }
    }

    /**
     * A record beside the parks.
     *
     * @param offset of what it tells of; {@link #NONE} if it tells of no record
     */
    record Line(long offset, ProducerRecord<byte[], byte[]> record) {}

    /** @param alsoWritten records that finish no offset */
    record Content(SortedMap<Long, Park> parks, List<Line> alsoWritten) {
        int size() {
            return alsoWritten.size()
                    + parks.values().stream().mapToInt(Park::size).sum();
        }

        List<QueueChange> changes() {
            return parks.values().stream()
                    .flatMap(park -> park.changes().stream())
                    .toList();
        }

        long bytes() {
            return Outbox.bytesOf(alsoWritten)
                    + parks.values().stream().mapToLong(Park::bytes).sum();
        }
    }

    void park(long offset, List<ProducerRecord<byte[], byte[]>> records, List<QueueChange> changes, long round) {
        put(offset, new Park(records, changes, null, bytes(records), round));
    }

    void write(TopicWrite write, List<QueueChange> changes, long round) {
        put(
                write.offset(),
                new Park(write.log(), changes, write, bytes(write.log()) + bytes(List.of(write.record())), round));
    }

    private void put(long offset, Park park) {
        parks.put(offset, park);
        bytes += park.bytes();
    }

    void alsoWrite(long offset, ProducerRecord<byte[], byte[]> record) {
        alsoWritten.add(new Line(offset, record));
        bytes += bytes(List.of(record));
    }

    boolean waits(long offset) {
        return parks.containsKey(offset);
    }

    boolean parked() {
        return !parks.isEmpty();
    }

    long bytes() {
        return bytes;
    }

    /** Returns the earliest round of which a result waits, or the present one. */
    long earliestRound(long present) {
        return parks.values().stream().mapToLong(Park::round).reduce(present, Math::min);
    }

    /**
     * Takes the parks of the lowest offsets up to the limits, which the last offset may exceed, and what was also
     * written, except what tells of the parks that stay.
     */
    Content take(int maxRecords, long maxBytes) {
        var ofParks = alsoWritten.stream()
                .filter(line -> parks.containsKey(line.offset()))
                .collect(groupingBy(Line::offset));
        var lines = new ArrayList<>(alsoWritten);
        lines.removeIf(line -> parks.containsKey(line.offset()));
        var content = new Content(new TreeMap<>(), lines);
        int records = content.size();
        long taken = content.bytes();
        while (!parks.isEmpty() && records < maxRecords && taken < maxBytes) {
            var first = parks.pollFirstEntry();
            var told = ofParks.getOrDefault(first.getKey(), List.of());
            content.parks().put(first.getKey(), first.getValue());
            lines.addAll(told);
            records += first.getValue().size() + told.size();
            taken += first.getValue().bytes() + bytesOf(told);
        }
        alsoWritten.removeIf(line -> !parks.containsKey(line.offset()));
        bytes -= content.bytes();
        return content;
    }

    /** Takes back the content of an aborted transaction, which is older than what came since. */
    void giveBack(Content content) {
        content.parks().forEach(this::put);
        var since = alsoWritten;
        alsoWritten = new ArrayList<>(content.alsoWritten());
        alsoWritten.addAll(since);
        bytes += bytesOf(content.alsoWritten());
    }

    void remove(long offset) {
        var park = parks.remove(offset);
        bytes -= park == null ? 0 : park.bytes();
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

    SortedMap<Long, List<ProducerRecord<byte[], byte[]>>> parks() {
        var records = new TreeMap<Long, List<ProducerRecord<byte[], byte[]>>>();
        parks.forEach((offset, park) -> records.put(offset, park.records()));
        return records;
    }

    List<ProducerRecord<byte[], byte[]>> alsoWritten() {
        return alsoWritten.stream().map(Line::record).toList();
    }
}
