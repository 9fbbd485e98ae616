package io.tidings.export.job;

import io.tidings.contract.Topics;
import io.tidings.contract.job.JobProgress;
import io.tidings.runtime.kafka.CommitResult;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.kafka.LanePartition;
import io.tidings.runtime.kafka.Transactions;
import java.time.Duration;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the deliveries of a job and its progress in one transaction, so that each delivery is written exactly once,
 * whenever the process ends. Confined to one thread.
 */
final class JobTransactions implements AutoCloseable {
    /** Short, because an open transaction hides later records of {@code deliveries} from the worker. */
    private static final Transactions.Limits LIMITS =
            new Transactions.Limits(Duration.ofSeconds(10), Duration.ofSeconds(9), Duration.ofSeconds(5));

    private static final Logger log = LoggerFactory.getLogger(JobTransactions.class);

    private static final Duration CLOSING = Duration.ofSeconds(2);

    private final Transactions transactions;
    private final String kafkaTopic;
    private int begun;

    private JobTransactions(Transactions transactions, String kafkaTopic) {
        this.transactions = transactions;
        this.kafkaTopic = kafkaTopic;
    }

    /** Ends the transaction of a killed instance, and fences one that still works on the job. */
    static JobTransactions open(KafkaClients clients, Topics topics, String transactionalId) {
        return new JobTransactions(Transactions.open(clients, transactionalId, LIMITS), topics.jobs());
    }

    /** The number of uncommitted deliveries. */
    int begun() {
        return begun;
    }

    void send(ProducerRecord<byte[], byte[]> delivery, int lane) {
        transactions.send(LanePartition.of(delivery, lane, () -> transactions.partitions(delivery.topic())));
        begun++;
    }

    /** @throws KafkaException if nothing was committed, or the outcome is unknown */
    void commit(String job, JobProgress progress) {
        transactions.send(JobRecords.of(kafkaTopic, job, progress));
        begun = switch (transactions.commit()) {
            case CommitResult.Committed _ -> 0;
            case CommitResult.Retryable(var why) -> throw new KafkaException("a transaction was aborted: " + why);
            case CommitResult.Refused(var records) -> throw new KafkaException("refused: " + records.keySet());
            case CommitResult.Fatal(var cause) -> throw cause;
        };
    }

    /** Discards what was not committed: left open, it would hide later deliveries until it times out. */
    @Override
    public void close() {
        try {
            transactions.abort();
        } catch (KafkaException e) {
            log.debug("the next owner of the job aborts its transaction", e);
        } finally {
            transactions.close(CLOSING);
        }
    }
}
