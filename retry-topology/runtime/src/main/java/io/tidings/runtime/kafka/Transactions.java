package io.tidings.runtime.kafka;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.kafka.KafkaClientMetrics;
import io.tidings.runtime.kafka.CommitResult.Committed;
import io.tidings.runtime.kafka.CommitResult.Fatal;
import io.tidings.runtime.kafka.CommitResult.Refused;
import io.tidings.runtime.kafka.CommitResult.Retryable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
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
import org.jspecify.annotations.Nullable;
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

    /**
     * A transaction that begins at once after another is refused until the broker has written the markers of that one, some
     * milliseconds later. Kafka's usual wait, 100, would make most of the time of transactions that follow each other.
     */
    private static final int RETRY_BACKOFF_MILLIS = 10;

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
     * @param metadata until a topic without metadata counts as late; null for the default of Kafka
     */
    public record Limits(
            Duration transaction,
            Duration delivery,
            Duration request,
            @Nullable Duration metadata) {
        public Limits(Duration transaction, Duration delivery, Duration request) {
            this(transaction, delivery, request, null);
        }

        /** For records of topics that others may delete: a wait for one must end before the transaction does. */
        public Limits forForeignTopics() {
            return new Limits(transaction, delivery, request, delivery);
        }

        Map<String, Object> settings() {
            var settings = new HashMap<String, Object>();
            settings.put("linger.ms", 5);
            settings.put("retry.backoff.ms", RETRY_BACKOFF_MILLIS);
            settings.put("transaction.timeout.ms", Math.toIntExact(transaction.toMillis()));
            settings.put("delivery.timeout.ms", Math.toIntExact(delivery.toMillis()));
            settings.put("request.timeout.ms", Math.toIntExact(request.toMillis()));
            if (metadata != null) {
                settings.put("max.block.ms", Math.toIntExact(metadata.toMillis()));
            }
            return settings;
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

    public int partitions(String topic) {
        return producer.partitionsFor(topic).size();
    }

    private void begin() {
        if (!open) {
            producer.beginTransaction();
            open = true;
        }
    }

    /** Commits what was sent, for producers whose positions are records themselves. */
    public CommitResult commit() {
        return commit(List.of(), () -> {});
    }

    public CommitResult commit(Map<TopicPartition, OffsetAndMetadata> offsets, ConsumerGroupMetadata group) {
        return commit(List.of(), List.of(), offsets, group);
    }

    /**
     * Sends records, and others for topics that are not ours, and commits them with the offsets. If brokers refuse some
     * of the others, the transaction is aborted, and the result names them.
     *
     * @param group as it was when the offsets were taken; the broker checks member and generation with it
     */
    public CommitResult commit(
            List<ProducerRecord<byte[], byte[]>> records,
            List<ProducerRecord<byte[], byte[]>> foreign,
            Map<TopicPartition, OffsetAndMetadata> offsets,
            ConsumerGroupMetadata group) {
        return commit(foreign, () -> {
            records.forEach(this::send);
            foreign.forEach(this::send);
            producer.sendOffsetsToTransaction(offsets, group);
        });
    }

    /** The meaning of each exception was found by provoking it against a broker of 4.3. */
    private CommitResult commit(List<ProducerRecord<byte[], byte[]>> foreign, Runnable last) {
        try {
            begin();
            last.run();
            // Flushes first: a failure before the commit request means that nothing is committed.
            producer.flush();
            var late = late(foreign.size());
            return late.isPresent() ? overdue(late.get()) : foreign.isEmpty() ? end(true) : endOrSearch(foreign);
        } catch (CommitFailedException e) {
            log.debug("the group has moved on since the offsets were taken", e);
            return aborted(e);
        } catch (InvalidProducerEpochException e) {
            return aborted(e); // fenced or timed out; the abort shows which
        } catch (TransactionAbortableException e) {
            return overdue(e);
        } catch (RuntimeException e) {
            return foreign.isEmpty() ? lost(e) : refused(foreign, e);
        } finally {
            open = false;
            sent.clear();
        }
    }

    /** @param foreign number of records at the end that are for topics of others, which may be at fault themselves */
    private Optional<KafkaException> late(int foreign) {
        return sent.subList(0, Math.max(0, sent.size() - foreign)).stream()
                .filter(each -> each.state() == State.FAILED)
                .map(Future::exceptionNow)
                .filter(TimeoutException.class::isInstance)
                .map(KafkaException.class::cast)
                .findFirst();
    }

    private CommitResult endOrSearch(List<ProducerRecord<byte[], byte[]>> foreign) {
        var failure = failure();
        return failure.isPresent() ? refused(foreign, failure.get()) : end(true);
    }

    private Optional<KafkaException> failure() {
        return sent.stream()
                .filter(each -> each.state() == State.FAILED)
                .map(Future::exceptionNow)
                .map(cause -> cause instanceof KafkaException kafka ? kafka : new KafkaException(cause))
                .findFirst();
    }

    /** Finds the records that are to blame; if there are none, the failure is our own. */
    private CommitResult refused(List<ProducerRecord<byte[], byte[]>> foreign, RuntimeException cause) {
        try {
            producer.abortTransaction();
            open = false;
            sent.clear();
            var records = new RefusalSearch(this::rehearse).among(foreign);
            log.warn(
                    "brokers refused {} of {} records for other topics: {}",
                    records.size(),
                    foreign.size(),
                    cause.getMessage());
            return records.isEmpty() ? lost(cause) : new Refused(records);
        } catch (RuntimeException e) {
            e.addSuppressed(cause);
            return lost(e);
        }
    }

    /** Sends records in a transaction that is always aborted, and returns why one of them was not accepted. */
    private Optional<KafkaException> rehearse(List<ProducerRecord<byte[], byte[]>> records) {
        begin();
        var failure = sendAndFlush(records);
        abort();
        return failure;
    }

    private Optional<KafkaException> sendAndFlush(List<ProducerRecord<byte[], byte[]>> records) {
        try {
            records.forEach(this::send);
            producer.flush();
            return failure();
        } catch (KafkaException e) {
            return failure().or(() -> Optional.of(e)); // thrown after another record has failed
        }
    }

    /** A broker is starting, or the brokers have too few replicas. */
    private CommitResult overdue(KafkaException cause) {
        log.warn("brokers did not accept a transaction in time, so it is aborted: {}", cause.getMessage());
        return aborted(cause);
    }

    private CommitResult end(boolean again) {
        try {
            producer.commitTransaction();
            return new Committed(
                    sent.stream().map(each -> each.resultNow().offset()).toList());
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
