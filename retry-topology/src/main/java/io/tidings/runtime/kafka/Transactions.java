package io.tidings.runtime.kafka;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.kafka.KafkaClientMetrics;
import io.tidings.runtime.kafka.CommitResult.Committed;
import io.tidings.runtime.kafka.CommitResult.Fatal;
import io.tidings.runtime.kafka.CommitResult.Retryable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.Future.State;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TransactionAbortableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The transactions of one producer, one after the other: records, and the offsets that count them as finished. Confined to
 * one thread, except the closing.
 *
 * <pre>
 *   idle ──send──> open ──commit──> idle
 *                   └─────abort───> idle
 * </pre>
 */
public final class Transactions {
    private static final Logger log = LoggerFactory.getLogger(Transactions.class);

    private final Producer<byte[], byte[]> producer;
    private final KafkaClientMetrics metrics;
    private final List<Future<RecordMetadata>> sent = new ArrayList<>();
    private boolean open;

    /** @param producer with initialised transactions */
    public Transactions(Producer<byte[], byte[]> producer) {
        this.producer = producer;
        this.metrics = new KafkaClientMetrics(producer);
    }

    /**
     * @param transaction until the broker aborts an open transaction, which hides later records in its topics
     * @param delivery of a record
     * @param request of one request
     */
    public record Limits(Duration transaction, Duration delivery, Duration request) {
        Map<String, Object> settings() {
            return Map.of(
                    "linger.ms", 5,
                    "transaction.timeout.ms", Math.toIntExact(transaction.toMillis()),
                    "delivery.timeout.ms", Math.toIntExact(delivery.toMillis()),
                    "request.timeout.ms", Math.toIntExact(request.toMillis()));
        }
    }

    /**
     * Ends the transaction that a former producer with this id has left open. Only then may offsets be read.
     *
     * @throws KafkaException if that fails; nothing is left open then
     */
    public static Transactions open(KafkaClients clients, String id, Limits limits) {
        return new Transactions(clients.transactional(id, limits.settings()));
    }

    public void bindTo(MeterRegistry registry) {
        metrics.bindTo(registry);
    }

    /** Returns whether records were sent that are neither committed nor aborted. */
    public boolean open() {
        return open;
    }

    /** Adds a record to the transaction, which begins with its first record. */
    public void send(ProducerRecord<byte[], byte[]> record) {
        begin();
        sent.add(producer.send(record));
    }

    private void begin() {
        if (!open) {
            producer.beginTransaction();
            open = true;
        }
    }

    /** Commits what was sent, for producers whose positions are records themselves. */
    public CommitResult commit() {
        return commit(() -> {});
    }

    public CommitResult commit(Map<TopicPartition, OffsetAndMetadata> offsets, ConsumerGroupMetadata group) {
        return commit(List.of(), offsets, group);
    }

    /**
     * Sends records and commits them with the offsets.
     *
     * @param group as it was when the offsets were taken; the broker checks member and generation with it
     */
    public CommitResult commit(
            List<ProducerRecord<byte[], byte[]>> records,
            Map<TopicPartition, OffsetAndMetadata> offsets,
            ConsumerGroupMetadata group) {
        return commit(() -> {
            records.forEach(this::send);
            producer.sendOffsetsToTransaction(offsets, group);
        });
    }

    /** The meaning of each exception was found by provoking it against a broker of 4.3. */
    private CommitResult commit(Runnable last) {
        try {
            begin();
            last.run();
            // Flushes first: a failure before the commit request means that nothing is committed.
            producer.flush();
            var late = late();
            return late.isPresent() ? overdue(late.get()) : end(true);
        } catch (CommitFailedException e) {
            log.debug("the group has moved on since the offsets were taken", e);
            return aborted(e);
        } catch (InvalidProducerEpochException e) {
            return aborted(e); // fenced or timed out; the abort shows which
        } catch (TransactionAbortableException e) {
            return overdue(e);
        } catch (RuntimeException e) {
            return lost(e);
        } finally {
            open = false;
            sent.clear();
        }
    }

    private Optional<KafkaException> late() {
        return sent.stream()
                .filter(each -> each.state() == State.FAILED)
                .map(Future::exceptionNow)
                .filter(TimeoutException.class::isInstance)
                .map(KafkaException.class::cast)
                .findFirst();
    }

    /** A broker is starting, or the brokers have too few replicas. */
    private CommitResult overdue(KafkaException cause) {
        log.warn("brokers did not accept a transaction in time, so it is aborted: {}", cause.getMessage());
        return aborted(cause);
    }

    private CommitResult end(boolean again) {
        try {
            producer.commitTransaction();
            return new Committed();
        } catch (TimeoutException e) {
            // The outcome is unknown. Only another request for the same commit is safe.
            return again ? end(false) : lost(e);
        } catch (InvalidProducerEpochException e) {
            return aborted(e);
        } catch (RuntimeException e) {
            return lost(e);
        }
    }

    private CommitResult aborted(KafkaException cause) {
        try {
            producer.abortTransaction();
            return new Retryable(String.valueOf(cause.getMessage()));
        } catch (RuntimeException e) {
            e.addSuppressed(cause);
            return lost(e);
        }
    }

    /** A client that cannot continue may throw an exception that is no {@link KafkaException}. */
    private static Fatal lost(RuntimeException cause) {
        return new Fatal(
                cause instanceof KafkaException kafka
                        ? kafka
                        : new KafkaException("the producer cannot continue", cause));
    }

    /** Discards all records sent since the last commit. */
    public void abort() {
        if (open) {
            open = false;
            sent.clear();
            producer.abortTransaction();
        }
    }

    /** @param patience with the brokers; an open transaction is left to the next producer with this id */
    public void close(Duration patience) {
        metrics.close();
        producer.close(patience);
    }
}
