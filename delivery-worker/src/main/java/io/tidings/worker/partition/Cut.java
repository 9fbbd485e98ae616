package io.tidings.worker.partition;

import java.util.List;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * What one transaction writes and commits for one partition.
 *
 * @param writes for the topics of others; their logs are among the records
 */
public record Cut(
        AssignedPartition partition,
        List<ProducerRecord<byte[], byte[]>> records,
        List<TopicWrite> writes,
        OffsetAndMetadata position) {
    public long bytes() {
        return Outbox.bytes(records)
                + Outbox.bytes(writes.stream().map(TopicWrite::record).toList());
    }
}
