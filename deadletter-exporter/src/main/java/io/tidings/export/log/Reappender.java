package io.tidings.export.log;

import io.micrometer.core.instrument.binder.kafka.KafkaClientMetrics;
import io.tidings.contract.record.ReappendState;
import io.tidings.contract.record.RejectedRecord;
import io.tidings.export.config.ExporterConfig;
import io.tidings.export.telemetry.ExporterMetrics;
import io.tidings.export.window.BlobBatch;
import io.tidings.export.window.DeadLetter;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Appends dead letters again whose storage is away, in one transaction with the commit that passes them where they are.
 *
 * <pre>
 *   idle ──append──> open ──commit──> idle
 *                      └────abort───> idle
 * </pre>
 *
 * <p>Confined to the poll thread.
 */
public final class Reappender implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Reappender.class);

    /** A transaction must not last longer than {@code transaction.timeout.ms}, whatever its broker takes in a second. */
    private static final Duration LONGEST = Duration.ofSeconds(20);

    private final Producer<byte[], byte[]> producer;
    private final KafkaClientMetrics producerMetrics;
    private final long mostBytes;
    private boolean open;
    private long bytes;
    private long begun;

    private Reappender(Producer<byte[], byte[]> producer, KafkaClientMetrics producerMetrics, long mostBytes) {
        this.producer = producer;
        this.producerMetrics = producerMetrics;
        this.mostBytes = mostBytes;
    }

    /**
     * Ends what a predecessor of the same name has left open; only then may offsets be read.
     *
     * @param mostBytes of a transaction, about: a part is never divided
     */
    public static Reappender open(ExporterConfig.Kafka kafka, long mostBytes, ExporterMetrics metrics) {
        var producer = kafka.clients()
                .transactional(
                        kafka.group() + "-" + kafka.instance(),
                        Map.of(
                                "linger.ms", 5,
                                "transaction.timeout.ms", 60_000,
                                "delivery.timeout.ms", 50_000,
                                "request.timeout.ms", 10_000));
        return new Reappender(producer, metrics.of(producer), mostBytes);
    }

    /** Whether a letter can be appended again: headers are added, and a foreign one may be as large as its topic takes. */
    static boolean fits(DeadLetter letter) {
        return RejectedRecord.fits(letter.subscription().bytes(), letter.json(), letter.headers());
    }

    /**
     * Appends the letters of a part, in their order and where they are.
     *
     * @param name of the blob they are for
     * @param unavailable for how long their storage was asked in vain until now
     */
    @SuppressWarnings("FutureReturnValueIgnored") // a send that fails makes the transaction fail
    void append(TopicPartition partition, BlobBatch batch, String name, Duration unavailable) {
        if (!open) {
            producer.beginTransaction();
            open = true;
            bytes = 0;
            begun = System.nanoTime();
        }
        int number = 0;
        for (var letter : batch.letters()) {
            var headers = new RecordHeaders(letter.headers());
            new ReappendState(letter.since(), name, ++number, batch.letters().size(), unavailable).writeTo(headers);
            bytes += letter.json().length;
            producer.send(new ProducerRecord<>(
                    partition.topic(),
                    partition.partition(),
                    letter.subscription().bytes(),
                    letter.json(),
                    headers));
        }
    }

    /** Whether the transaction should be committed before anything else is appended. */
    boolean full() {
        return open && (bytes >= mostBytes || System.nanoTime() - begun >= LONGEST.toNanos());
    }

    /** Whether anything was appended that is not committed. */
    boolean begun() {
        return open;
    }

    /**
     * Lets all of it count, and the commit with it.
     *
     * @return false when none of it counts, because the group has changed
     * @throws KafkaException when nobody knows, or somebody else has our place: the session is lost
     */
    boolean commit(Map<TopicPartition, OffsetAndMetadata> offsets, ConsumerGroupMetadata group) {
        open = false;
        try {
            producer.sendOffsetsToTransaction(offsets, group);
            commit();
            return true;
        } catch (CommitFailedException | InvalidProducerEpochException e) {
            log.info("dead letters are appended again later, the group has changed: {}", e.getMessage());
            producer.abortTransaction(); // fails when another has our name
            return false;
        }
    }

    /** The outcome of a commit that was not answered is unknown: asking for the same again is safe, nothing else is. */
    private void commit() {
        try {
            producer.commitTransaction();
        } catch (TimeoutException e) {
            log.warn("a transaction is committed once more: {}", e.getMessage());
            producer.commitTransaction();
        }
    }

    /** Lets nothing of it count, if it is not committed yet. */
    public void abort() {
        if (open) {
            open = false;
            producer.abortTransaction();
        }
    }

    @Override
    public void close() {
        producerMetrics.close();
        producer.close(Duration.ZERO); // whatever is open is aborted by the next of this name
    }
}
