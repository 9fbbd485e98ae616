package io.tidings.worker.partition;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * What one transaction writes and commits for one partition.
 *
 * @param index of what waits behind others
 * @param counted what the finished offsets change in the counts
 */
public record Cut(
        AssignedPartition partition,
        Outbox.Content content,
        IndexWrite index,
        OffsetAndMetadata position,
        Map<Long, CountChange> counted) {
    public List<ProducerRecord<byte[], byte[]>> records() {
        var records = new ArrayList<ProducerRecord<byte[], byte[]>>();
        content.alsoWritten().forEach(line -> records.add(line.record()));
        content.parks().values().forEach(park -> records.addAll(park.records()));
        records.addAll(index.records());
        return records;
    }

    /** The writes to topics of others; what tells of them is among the records. */
    public List<TopicWrite> writes() {
        return content.parks().values().stream()
                .map(Outbox.Park::write)
                .filter(Objects::nonNull)
                .toList();
    }

    public int size() {
        return content.size() + index.records().size();
    }

    public long bytes() {
        return content.bytes() + Outbox.bytes(index.records());
    }
}
