package io.tidings.worker.partition;

import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;

/**
 * A record for the Kafka topic that is the destination of a delivery, which the same transaction finishes (B-DEST).
 *
 * @param offset of the delivery
 * @param record for the topic
 * @param log the records of Tidings that tell of it
 * @param end called on the poll thread, at most once
 */
public record TopicWrite(
        long offset, ProducerRecord<byte[], byte[]> record, List<ProducerRecord<byte[], byte[]>> log, End end) {
    public TopicWrite {
        log = List.copyOf(log);
    }

    /** The action that follows the end of the transaction. */
    public interface End {
        void committed();

        /** Gives the delivery another verdict. */
        void refused(KafkaException failure);
    }
}
