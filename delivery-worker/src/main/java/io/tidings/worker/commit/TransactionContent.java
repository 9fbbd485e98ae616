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
 * @param group as it was when the offsets were taken; the broker checks member and generation with it
 */
public record TransactionContent(
        List<ProducerRecord<byte[], byte[]>> records,
        Map<TopicPartition, OffsetAndMetadata> offsets,
        ConsumerGroupMetadata group) {
    public TransactionContent {
        records = List.copyOf(records);
        offsets = Map.copyOf(offsets);
    }
}
