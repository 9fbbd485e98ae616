package io.tidings.export.redrive;

import io.tidings.export.selection.RedriveSelection;
import io.tidings.runtime.kafka.CommitResult;
import io.tidings.runtime.kafka.KafkaClients;
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
 * Writes deliveries, and how far their dead letters are read, in one transaction: so nothing is brought back twice and
 * nothing is passed over, whenever the process ends.
 */
final class RedriveProducer implements AutoCloseable {
    /** An open transaction hides what follows it in {@code deliveries} from the worker, so it must not last long. */
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
     * Ends what a killed redrive of the same subscription has left open, and takes its place.
     *
     * @param group of this redrive
     */
    static RedriveProducer open(
            KafkaClients clients, String transactionalId, ConsumerGroupMetadata group, RedriveSelection selection) {
        return new RedriveProducer(Transactions.open(clients, transactionalId, LIMITS), group, selection);
    }

    /** Deliveries that do not count yet. */
    int begun() {
        return begun;
    }

    void send(ProducerRecord<byte[], byte[]> delivery) {
        transactions.send(delivery);
        begun++;
    }

    /** That all before an offset is done with. */
    void passed(TopicPartition partition, long next) {
        positions.put(partition, next);
    }

    /**
     * Lets all of it count.
     *
     * @throws CannotRedrive when none of it counts
     * @throws KafkaException when the outcome is unknown, or another redrive has taken its place
     */
    void commit() {
        if (positions.isEmpty() && !transactions.open()) {
            return;
        }
        var offsets = new HashMap<TopicPartition, OffsetAndMetadata>();
        positions.forEach((partition, next) -> offsets.put(partition, new OffsetAndMetadata(next, selection)));
        switch (transactions.commit(offsets, group)) {
            case CommitResult.Committed() -> {
                positions.clear();
                begun = 0;
            }
            case CommitResult.Retryable(var why) ->
                throw new CannotRedrive("the redrive was held up, the same command goes on with what is left: " + why);
            case CommitResult.Fatal(var cause) -> throw cause;
        }
    }

    @Override
    public void close() {
        transactions.close(CLOSING);
    }
}
