package io.tidings.worker.partition;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.clients.producer.ProducerRecord;

/** What the next transactions write for one partition. Confined to the poll thread. */
final class Outbox {
    private final SortedMap<Long, List<ProducerRecord<byte[], byte[]>>> parks = new TreeMap<>();
    private final Map<Long, TopicWrite> writes = new HashMap<>();
    private final List<ProducerRecord<byte[], byte[]>> alsoWritten = new ArrayList<>();
    /** The offsets that a transaction finishes which was aborted; they get other records. */
    private final Set<Long> reopened = new HashSet<>();

    record Content(List<ProducerRecord<byte[], byte[]>> records, List<TopicWrite> writes) {}

    void park(long offset, List<ProducerRecord<byte[], byte[]>> records) {
        parks.put(offset, records);
    }

    void write(TopicWrite write) {
        parks.put(write.offset(), write.log());
        writes.put(write.offset(), write);
    }

    void alsoWrite(ProducerRecord<byte[], byte[]> record) {
        alsoWritten.add(record);
    }

    boolean parked() {
        return !parks.isEmpty();
    }

    int size() {
        return parks.size() + alsoWritten.size();
    }

    /** Returns the first offsets whose records have together about so many bytes. */
    List<Long> firstOffsets(long maxBytes) {
        var offsets = new ArrayList<Long>();
        long bytes = 0;
        for (var park : parks.entrySet()) {
            if (bytes >= maxBytes) {
                break;
            }
            long offset = park.getKey();
            offsets.add(offset);
            var write = writes.get(offset);
            bytes += bytes(park.getValue()) + (write == null ? 0 : bytes(List.of(write.record())));
        }
        return offsets;
    }

    /** Takes the records of these offsets, and those that no offset depends on. */
    Content take(List<Long> offsets) {
        var records = new ArrayList<>(alsoWritten);
        alsoWritten.clear();
        var taken = new ArrayList<TopicWrite>();
        for (long offset : offsets) {
            records.addAll(parks.remove(offset));
            var write = writes.remove(offset);
            if (write != null) {
                taken.add(write);
            }
        }
        return new Content(records, taken);
    }

    boolean reopened(long offset) {
        return reopened.contains(offset);
    }

    /** Returns the records of an aborted transaction, with what the verdicts on refused writes add in their place. */
    List<ProducerRecord<byte[], byte[]>> insteadOf(
            List<ProducerRecord<byte[], byte[]>> aborted, List<TopicWrite> refused, Runnable verdicts) {
        var logs = Collections.newSetFromMap(new IdentityHashMap<ProducerRecord<byte[], byte[]>, Boolean>());
        refused.forEach(each -> logs.addAll(each.log()));
        var records = new ArrayList<>(aborted);
        records.removeIf(logs::contains);
        refused.forEach(each -> reopened.add(each.offset()));
        verdicts.run();
        var parked = new TreeSet<>(reopened);
        parked.retainAll(parks.keySet());
        reopened.clear();
        records.addAll(take(List.copyOf(parked)).records());
        return records;
    }

    static long bytes(List<ProducerRecord<byte[], byte[]>> records) {
        long bytes = 0;
        for (var record : records) {
            bytes += record.value() == null ? 0 : record.value().length;
        }
        return bytes;
    }

    SortedMap<Long, List<ProducerRecord<byte[], byte[]>>> parks() {
        return Collections.unmodifiableSortedMap(parks);
    }

    List<ProducerRecord<byte[], byte[]>> alsoWritten() {
        return Collections.unmodifiableList(alsoWritten);
    }
}
