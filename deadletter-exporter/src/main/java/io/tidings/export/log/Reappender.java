package io.tidings.export.log;

import io.tidings.contract.record.ReappendState;
import io.tidings.contract.record.RejectedRecord;
import io.tidings.export.config.ExporterConfig;
import io.tidings.export.telemetry.ExporterMetrics;
import io.tidings.export.window.BlobBatch;
import io.tidings.export.window.DeadLetter;
import io.tidings.runtime.kafka.CommitResult;
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
 * Appends dead letters again whose storage is away, in one transaction with the commit that passes them where they are.
 *
 * <p>Confined to the poll thread.
 */
public final class Reappender implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Reappender.class);

    /** A transaction must not last longer than {@code transaction.timeout.ms}, whatever its broker takes in a second. */
    private static final Duration LONGEST = Duration.ofSeconds(20);

    private static final Transactions.Limits LIMITS =
            new Transactions.Limits(Duration.ofSeconds(60), Duration.ofSeconds(50), Duration.ofSeconds(10));

    private final Transactions transactions;
    private final long mostBytes;
    private long bytes;
    private long begun;

    private Reappender(Transactions transactions, long mostBytes) {
        this.transactions = transactions;
        this.mostBytes = mostBytes;
    }

    /**
     * Ends what a predecessor of the same name has left open; only then may offsets be read.
     *
     * @param mostBytes of a transaction, about: a part is never divided
     */
    public static Reappender open(ExporterConfig.Kafka kafka, long mostBytes, ExporterMetrics metrics) {
        var transactions = Transactions.open(kafka.clients(), kafka.group() + "-" + kafka.instance(), LIMITS);
        metrics.bind(transactions);
        return new Reappender(transactions, mostBytes);
    }

    /** Returns false for a dead letter of other software that the added headers would make too large for its topic. */
    static boolean fits(DeadLetter letter) {
        return RejectedRecord.fits(letter.subscription().bytes(), letter.json(), letter.headers());
    }

    /**
     * Appends the letters of a part, in their order and where they are.
     *
     * @param name of the blob they are for
     * @param unavailable for how long their storage was asked in vain until now
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

    /** Returns true when the transaction must be committed before anything else is appended. */
    boolean full() {
        return transactions.open() && (bytes >= mostBytes || System.nanoTime() - begun >= LONGEST.toNanos());
    }

    /** Returns true while something is appended and not committed. */
    boolean begun() {
        return transactions.open();
    }

    /**
     * Lets all of it count, and the commit with it.
     *
     * @return false when none of it counts, because the group has changed or the brokers did not take it in time
     * @throws KafkaException when the outcome is unknown, or another exporter has our id: the session is lost
     */
    boolean commit(Map<TopicPartition, OffsetAndMetadata> offsets, ConsumerGroupMetadata group) {
        return switch (transactions.commit(offsets, group)) {
            case CommitResult.Committed() -> true;
            case CommitResult.Retryable(var why) -> {
                log.info("dead letters are appended again later: {}", why);
                yield false;
            }
            case CommitResult.Fatal(var cause) -> throw cause;
        };
    }

    /** Lets nothing of it count, if it is not committed yet. */
    public void abort() {
        transactions.abort();
    }

    @Override
    public void close() {
        transactions.close(Duration.ZERO); // whatever is open is aborted by the next of this name
    }
}
