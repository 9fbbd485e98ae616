package io.tidings.worker.partition;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * The part of one partition in a transaction: what it writes and commits.
 *
 * @param index of what waits behind others
 */
public record Cut(AssignedPartition partition, Results.Content content, IndexWrite index, OffsetAndMetadata position) {
    public List<ProducerRecord<byte[], byte[]>> records() {
        var records = new ArrayList<ProducerRecord<byte[], byte[]>>();
        content.lines().forEach(line -> records.add(line.record()));
        content.parks().values().forEach(park -> records.addAll(park.records()));
        records.addAll(index.records());
        return records;
    }

    /** The writes to topics of others; what tells of them is among the records. */
    public List<TopicWrite> writes() {
        return content.parks().values().stream()
                .map(Results.Park::write)
                .filter(Objects::nonNull)
                .toList();
    }

    /** The changes of the counts that belong to the finished offsets. */
    public Stream<CountChange> counted() {
        return Stream.concat(
                content.counted().stream(),
                content.parks().values().stream().map(Results.Park::counted).filter(Objects::nonNull));
    }

    public int size() {
        return content.size() + index.records().size();
    }

    public long bytes() {
        return content.bytes() + Results.bytes(index.records());
    }
}
