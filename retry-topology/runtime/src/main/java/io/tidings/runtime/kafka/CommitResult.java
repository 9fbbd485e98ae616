package io.tidings.runtime.kafka;

import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;

/** The end of a transaction. */
public sealed interface CommitResult {
    /** @param offsets of the records, in the order in which they were sent */
    record Committed(List<Long> offsets) implements CommitResult {
        public Committed {
            offsets = List.copyOf(offsets);
        }
    }

    /** None of it counts, and the producer can continue: what is still owned may be sent again. */
    record Retryable(String why) implements CommitResult {}

    /** None of it counts, because brokers refuse these records; without them the producer can continue. */
    record Refused(Map<ProducerRecord<byte[], byte[]>, KafkaException> records) implements CommitResult {
        public Refused {
            records = Map.copyOf(records);
        }
    }

    /**
     * The outcome is unknown, or another producer has our id: this producer cannot continue. A new one makes the
     * broker settle the transaction; only then are the committed offsets reliable.
     */
    record Fatal(KafkaException cause) implements CommitResult {}
}
