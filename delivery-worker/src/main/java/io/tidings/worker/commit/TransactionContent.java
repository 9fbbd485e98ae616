package io.tidings.worker.commit;

import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * The records of one transaction, and the offsets that count their sources as finished.
 *
 * @param foreign records for topics of others, which brokers may refuse
 * @param group as it was when the offsets were taken; the broker checks member and generation with it
 */
public record TransactionContent(
        List<ProducerRecord<byte[], byte[]>> records,
        List<ProducerRecord<byte[], byte[]>> foreign,
        Map<TopicPartition, OffsetAndMetadata> offsets,
        ConsumerGroupMetadata group) {
    public TransactionContent {
        records = List.copyOf(records);
        foreign = List.copyOf(foreign);
        offsets = Map.copyOf(offsets);
    }
}
