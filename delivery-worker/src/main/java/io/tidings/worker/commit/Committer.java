package io.tidings.worker.commit;

import io.micrometer.core.instrument.MeterRegistry;
import io.tidings.runtime.kafka.CommitResult;
import io.tidings.runtime.kafka.CommitResult.Fatal;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.kafka.Transactions;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.apache.kafka.common.KafkaException;

/**
 * Runs the transactions of a worker one after the other, on its own thread (decision 2). All commits of a worker are
 * made here: of two concurrent commits the one written last would win, not the newest.
 */
public final class Committer implements CommitScheduler.Commits, AutoCloseable {
    /** An idle producer closes at once. A transaction that is still open is settled by the next producer. */
    private static final Duration CLOSING = Duration.ofSeconds(1);

    private static final Transactions.Limits LIMITS =
            new Transactions.Limits(Duration.ofSeconds(10), Duration.ofSeconds(9), Duration.ofSeconds(5));

    private final Transactions transactions;
    private final ExecutorService thread = Executors.newSingleThreadExecutor(
            task -> Thread.ofPlatform().daemon().name("committer").unstarted(task));

    private Committer(Transactions transactions) {
        this.transactions = transactions;
    }

    /**
     * Ends a transaction that a former producer with this id has left open. Only then may offsets be read.
     *
     * @param foreignTopics whether transactions have records for topics of others
     */
    public static Committer open(KafkaClients clients, String transactionalId, boolean foreignTopics) {
        return new Committer(
                Transactions.open(clients, transactionalId, foreignTopics ? LIMITS.forForeignTopics() : LIMITS));
    }

    public void bindTo(MeterRegistry registry) {
        transactions.bindTo(registry);
    }

    /** @param done called on the committer's thread */
    @Override
    public void commit(TransactionContent batch, Consumer<CommitResult> done) {
        thread.execute(() -> done.accept(runWhateverHappens(batch)));
    }

    /** A worker that can no longer commit must not look alive. */
    private CommitResult runWhateverHappens(TransactionContent batch) {
        try {
            return run(batch);
        } catch (Error e) {
            return new Fatal(new KafkaException("a transaction ended in an error", e));
        }
    }

    CommitResult run(TransactionContent batch) {
        return transactions.commit(batch.records(), batch.foreign(), batch.offsets(), batch.group());
    }

    /** Does not wait for a broker: an open transaction is left to the next producer with this id. */
    @Override
    public void close() {
        thread.shutdown();
        transactions.close(CLOSING);
    }
}
