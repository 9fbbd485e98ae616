package io.tidings.export.redrive;

import io.tidings.export.selection.RedriveSelection;
import io.tidings.runtime.kafka.CommitResult;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.kafka.LanePartition;
import io.tidings.runtime.kafka.Transactions;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/**
 * Writes deliveries and the positions of their dead letters in one transaction, so that no dead letter is redriven
 * twice or skipped, whenever the process ends.
 */
final class RedriveProducer implements AutoCloseable {
    /** Short, because an open transaction hides later records of {@code deliveries} from the worker. */
    private static final Transactions.Limits LIMITS =
            new Transactions.Limits(Duration.ofSeconds(10), Duration.ofSeconds(9), Duration.ofSeconds(5));

    private static final Duration CLOSING = Duration.ofSeconds(10);

    private final Transactions transactions;
    private final ConsumerGroupMetadata group;
    private final String selection;
    private final Map<TopicPartition, Long> positions = new HashMap<>();
    private int begun;

    private RedriveProducer(Transactions transactions, ConsumerGroupMetadata group, RedriveSelection selection) {
        this.transactions = transactions;
        this.group = group;
        this.selection = selection.toString();
    }

    /**
     * Ends the transaction of a killed redrive of the same subscription, and fences a running one.
     *
     * @param group of this redrive
     */
    static RedriveProducer open(
            KafkaClients clients, String transactionalId, ConsumerGroupMetadata group, RedriveSelection selection) {
        return new RedriveProducer(Transactions.open(clients, transactionalId, LIMITS), group, selection);
    }

    /** The number of uncommitted deliveries. */
    int begun() {
        return begun;
    }

    void send(ProducerRecord<byte[], byte[]> delivery, int lane) {
        transactions.send(LanePartition.of(delivery, lane, () -> transactions.partitions(delivery.topic())));
        begun++;
    }

    /** Adds the position of a partition to the transaction: all records before it are finished. */
    void passed(TopicPartition partition, long next) {
        positions.put(partition, next);
    }

    /**
     * @throws CannotRedrive if nothing was committed
     * @throws KafkaException if the outcome is unknown, or another redrive has fenced this one
     */
    void commit() {
        if (positions.isEmpty() && !transactions.open()) {
            return;
        }
        var offsets = new HashMap<TopicPartition, OffsetAndMetadata>();
        positions.forEach((partition, next) -> offsets.put(partition, new OffsetAndMetadata(next, selection)));
        switch (transactions.commit(offsets, group)) {
            case CommitResult.Committed _ -> {
                positions.clear();
                begun = 0;
            }
            case CommitResult.Retryable(var why) ->
                throw new CannotRedrive("the redrive was held up, the same command goes on with what is left: " + why);
            case CommitResult.Refused(var records) -> throw new KafkaException("refused: " + records.keySet());
            case CommitResult.Fatal(var cause) -> throw cause;
        }
    }

    @Override
    public void close() {
        transactions.close(CLOSING);
    }
}
