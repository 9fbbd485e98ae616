package io.tidings.export.log;

import io.tidings.contract.record.ReappendState;
import io.tidings.contract.record.RejectedRecord;
import io.tidings.export.window.BlobBatch;
import io.tidings.export.window.DeadLetter;
import io.tidings.export.write.ExporterMetrics;
import io.tidings.runtime.kafka.CommitResult;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.kafka.Transactions;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Appends dead letters of an unavailable storage again, in one transaction with the commit that passes their first
 * place. Confined to the poll thread.
 */
public final class Reappender implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Reappender.class);

    /** A transaction must end before {@code transaction.timeout.ms}, however slow its broker is. */
    private static final Duration LONGEST = Duration.ofSeconds(20);

    private static final Transactions.Limits LIMITS =
            new Transactions.Limits(Duration.ofSeconds(60), Duration.ofSeconds(50), Duration.ofSeconds(10));

    private final Transactions transactions;
    private final long mostBytes;
    private long bytes;
    private long begun;

    /**
     * Ends a transaction that a former exporter with this id has left open. Only then may offsets be read.
     *
     * @param mostBytes of a transaction, about: a batch is never divided
     */
    public Reappender(KafkaClients clients, String transactionalId, long mostBytes, ExporterMetrics metrics) {
        this.transactions = Transactions.open(clients, transactionalId, LIMITS);
        this.mostBytes = mostBytes;
        metrics.bind(transactions);
    }

    /** Returns false for a dead letter of another tool that the added headers would make too large for its topic. */
    static boolean fits(DeadLetter letter) {
        return RejectedRecord.fits(letter.subscription().bytes(), letter.json(), letter.headers());
    }

    /**
     * Appends the letters of a batch in their order.
     *
     * @param name of their blob
     * @param unavailable how long their storage has been unavailable
     */
    void append(TopicPartition partition, BlobBatch batch, String name, Duration unavailable) {
        if (!transactions.open()) {
            bytes = 0;
            begun = System.nanoTime();
        }
        int number = 0;
        for (var letter : batch.letters()) {
            var headers = new RecordHeaders(letter.headers());
            new ReappendState(letter.since(), name, ++number, batch.letters().size(), unavailable).writeTo(headers);
            bytes += letter.json().length;
            transactions.send(new ProducerRecord<>(
                    partition.topic(),
                    partition.partition(),
                    letter.subscription().bytes(),
                    letter.json(),
                    headers));
        }
    }

    /** Returns whether the transaction must be committed before anything else is appended. */
    boolean full() {
        return transactions.open() && (bytes >= mostBytes || System.nanoTime() - begun >= LONGEST.toNanos());
    }

    boolean begun() {
        return transactions.open();
    }

    /**
     * @return false if nothing was committed, because the group has changed or the brokers did not accept it in time
     * @throws KafkaException if the outcome is unknown, or another exporter has our id: the session is lost
     */
    boolean commit(Map<TopicPartition, OffsetAndMetadata> offsets, ConsumerGroupMetadata group) {
        return switch (transactions.commit(offsets, group)) {
            case CommitResult.Committed _ -> true;
            case CommitResult.Retryable(var why) -> {
                log.info("dead letters are appended again later: {}", why);
                yield false;
            }
            case CommitResult.Refused(var records) -> throw new KafkaException("refused: " + records.keySet());
            case CommitResult.Fatal(var cause) -> throw cause;
        };
    }

    public void abort() {
        transactions.abort();
    }

    @Override
    public void close() {
        transactions.close(Duration.ZERO); // an open transaction is aborted by the next producer with this id
    }
}
