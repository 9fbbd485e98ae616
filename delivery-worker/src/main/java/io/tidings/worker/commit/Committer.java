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
 * Runs transactions, one after the other, on a thread of its own (decision 2).
 *
 * <p>Everything a worker commits goes through here, so that never two commits are under way at once: the record
 * written last would win, not the newest.
 */
public final class Committer implements AutoCloseable {
    /** Idle it closes at once; what a broker has not answered by then the next producer settles with the broker. */
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
     * Ends what a predecessor with the same id has left open; only then may offsets be read.
     *
     * @param transactionalId one per worker instance, for ever
     */
    public static Committer open(KafkaClients clients, String transactionalId) {
        return new Committer(Transactions.open(clients, transactionalId, LIMITS));
    }

    /** Shows the producer's own metrics until this is closed. */
    public void bindTo(MeterRegistry registry) {
        transactions.bindTo(registry);
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

    CommitResult run(TransactionContent batch) {
        return transactions.commit(batch.records(), batch.offsets(), batch.group());
    }

    /** Waits for no broker: a transaction that is under way is left to the next producer with this id. */
    @Override
    public void close() {
        thread.shutdown();
        transactions.close(CLOSING);
    }
}
