package io.tidings.worker.partition;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.clients.producer.ProducerRecord;

/** The records of a partition that wait for a transaction. */
public final class UncommittedRecords {
    private UncommittedRecords() {}

    /** Returns those of parked deliveries, by the offset that they finish. */
    public static SortedMap<Long, List<ProducerRecord<byte[], byte[]>>> parks(AssignedPartition of) {
        var records = new TreeMap<Long, List<ProducerRecord<byte[], byte[]>>>();
        of.results().parks.forEach((offset, park) -> records.put(offset, park.records()));
        return records;
    }

    /** Returns those that finish nothing. */
    public static List<ProducerRecord<byte[], byte[]>> lines(AssignedPartition of) {
        return of.results().lines.stream().map(Results.Line::record).toList();
    }
}
