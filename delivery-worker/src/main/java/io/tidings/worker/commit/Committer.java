package io.tidings.worker.commit;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.kafka.KafkaClientMetrics;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.worker.commit.CommitResult.Committed;
import io.tidings.worker.commit.CommitResult.Fatal;
import io.tidings.worker.commit.CommitResult.Retryable;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Future.State;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TransactionAbortableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs transactions, one after the other, on a thread of its own (decision 2).
 *
 * <p>Everything a worker commits goes through here, so that never two commits are under way at once: the record
 * written last would win, not the newest.
 */
public final class Committer implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Committer.class);

    /** Idle it closes at once; what a broker has not answered by then the next producer settles with the broker. */
    private static final Duration CLOSING = Duration.ofSeconds(1);

    private final Producer<byte[], byte[]> producer;
    private final KafkaClientMetrics metrics;
    private final ExecutorService thread = Executors.newSingleThreadExecutor(
            task -> Thread.ofPlatform().daemon().name("committer").unstarted(task));

    Committer(Producer<byte[], byte[]> producer) {
        this.producer = producer;
        this.metrics = new KafkaClientMetrics(producer);
    }

    /**
     * Ends what a predecessor with the same id has left open; only then may offsets be read.
     *
     * @param transactionalId one per worker instance, for ever
     */
    public static Committer open(KafkaClients clients, String transactionalId) {
        return new Committer(clients.transactional(
                transactionalId,
                Map.of(
                        "linger.ms", 5,
                        "transaction.timeout.ms", 10_000,
                        "delivery.timeout.ms", 9_000,
                        "request.timeout.ms", 5_000)));
    }

    /** Shows the producer's own metrics until this is closed. */
    public void bindTo(MeterRegistry registry) {
        metrics.bindTo(registry);
    }

    /** @param done told on the committer's thread */
    public void commit(TransactionContent batch, Consumer<CommitResult> done) {
        thread.execute(() -> done.accept(runWhateverHappens(batch)));
    }

    /** A worker whose commits have died must not look alive. */
    private CommitResult runWhateverHappens(TransactionContent batch) {
        try {
            return run(batch);
        } catch (Error e) {
            return new Fatal(new KafkaException("a transaction ended in an error", e));
        }
    }

    /** What each exception means was found out by provoking it against a broker of 4.3. */
    CommitResult run(TransactionContent batch) {
        try {
            producer.beginTransaction();
            var sent = batch.records().stream().map(producer::send).toList();
            producer.sendOffsetsToTransaction(batch.offsets(), batch.group());
            // Before the commit is asked for, so that what fails here is known not to be committed.
            producer.flush();
            var late = sent.stream().flatMap(Committer::late).findFirst();
            if (late.isPresent()) {
                return overdue(late.get());
            }
        } catch (CommitFailedException e) {
            log.debug("the group has moved on since the offsets were taken", e);
            return abort(e);
        } catch (InvalidProducerEpochException e) {
            return abort(e); // fenced or timed out; only the abort tells which
        } catch (TransactionAbortableException e) {
            return overdue(e);
        } catch (RuntimeException e) {
            return lost(e);
        }
        return end(true);
    }

    private static Stream<KafkaException> late(Future<RecordMetadata> sent) {
        return sent.state() == State.FAILED && sent.exceptionNow() instanceof TimeoutException late
                ? Stream.of(late)
                : Stream.empty();
    }

    /** The brokers did not take a record in time: one of them is starting, or they have too few replicas. */
    private CommitResult overdue(KafkaException cause) {
        log.warn("what is parked was not taken in time and is written again: {}", cause.getMessage());
        return abort(cause);
    }

    private CommitResult end(boolean again) {
        try {
            producer.commitTransaction();
            return new Committed();
        } catch (TimeoutException e) {
            // The outcome is unknown: asking for the same commit again is safe, anything else is not.
            return again ? end(false) : lost(e);
        } catch (InvalidProducerEpochException e) {
            return abort(e);
        } catch (RuntimeException e) {
            return lost(e);
        }
    }

    private CommitResult abort(KafkaException cause) {
        try {
            producer.abortTransaction();
            return new Retryable(String.valueOf(cause.getMessage()));
        } catch (RuntimeException e) {
            e.addSuppressed(cause);
            return lost(e);
        }
    }

    /** A client that is in a state from which it does not go on says so without a word of Kafka. */
    private static Fatal lost(RuntimeException cause) {
        return new Fatal(
                cause instanceof KafkaException kafka ? kafka : new KafkaException("the producer cannot go on", cause));
    }

    /** Waits for no broker: a transaction that is under way is left to the next producer with this id. */
    @Override
    public void close() {
        thread.shutdown();
        metrics.close();
        producer.close(CLOSING);
    }
}
