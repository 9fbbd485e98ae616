package io.tidings.export.redrive;

import io.tidings.export.selection.RedriveSelection;
import io.tidings.runtime.kafka.KafkaClients;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Writes deliveries, and how far their dead letters are read, in one transaction: so nothing is brought back twice and
 * nothing is passed over, whenever the process ends.
 */
final class RedriveProducer implements AutoCloseable {
    private final Producer<byte[], byte[]> producer;
    private final ConsumerGroupMetadata group;
    private final String selection;
    private final Map<TopicPartition, Long> positions = new HashMap<>();
    private int begun;
    private boolean open;

    private RedriveProducer(
            Producer<byte[], byte[]> producer, ConsumerGroupMetadata group, RedriveSelection selection) {
        this.producer = producer;
        this.group = group;
        this.selection = selection.toString();
    }

    /**
     * Ends what a killed redrive of the same subscription has left open, and takes its place.
     *
     * @param group of this redrive
     */
    static RedriveProducer open(
            KafkaClients clients, String transactionalId, ConsumerGroupMetadata group, RedriveSelection selection) {
        var producer = clients.transactional(
                transactionalId,
                Map.of(
                        "linger.ms", 5,
                        // An open transaction hides what follows it in deliveries from the worker: one that is killed,
                        // not long.
                        "transaction.timeout.ms", 10_000,
                        "delivery.timeout.ms", 9_000,
                        "request.timeout.ms", 5_000));
        return new RedriveProducer(producer, group, selection);
    }

    /** Deliveries that do not count yet. */
    int begun() {
        return begun;
    }

    @SuppressWarnings("FutureReturnValueIgnored") // a send that fails makes the transaction fail
    void send(ProducerRecord<byte[], byte[]> delivery) {
        begin();
        producer.send(delivery);
        begun++;
    }

    /** That all before an offset is done with. */
    void passed(TopicPartition partition, long next) {
        positions.put(partition, next);
    }

    /** Lets all of it count. */
    void commit() {
        if (positions.isEmpty() && !open) {
            return;
        }
        begin();
        var offsets = new HashMap<TopicPartition, OffsetAndMetadata>();
        positions.forEach((partition, next) -> offsets.put(partition, new OffsetAndMetadata(next, selection)));
        producer.sendOffsetsToTransaction(offsets, group);
        producer.commitTransaction();
        positions.clear();
        begun = 0;
        open = false;
    }

    private void begin() {
        if (!open) {
            producer.beginTransaction();
            open = true;
        }
    }

    @Override
    public void close() {
        producer.close();
    }
}
