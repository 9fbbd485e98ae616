package io.tidings.runtime.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.micrometer.core.instrument.MeterRegistry;
import io.tidings.contract.Topics;
import io.tidings.contract.table.ResourceTable;
import io.tidings.contract.table.TableChange;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a {@link ResourceTable} as new as the compacted tables it is read from.
 *
 * <p>A position is the offset of the next record to read of the subscriptions table (decision 8).
 */
public final class TableFollower implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(TableFollower.class);

    private final TopicPartition topicsTable;
    private final TopicPartition subscriptionsTable;
    private final ResourceTable table;
    private final List<Consumer<TableChange>> listeners = new CopyOnWriteArrayList<>();
    private final TopicFollower follower;

    /** Ends when it is closed; then no further change is told. */
    public interface Listening extends AutoCloseable {
        @Override
        void close();
    }

    private TableFollower(KafkaClients clients, Topics topics, ResourceTable table, Consumer<TableChange> listener) {
        this.topicsTable = new TopicPartition(topics.topics(), 0);
        this.subscriptionsTable = new TopicPartition(topics.subscriptions(), 0);
        this.table = table;
        this.listeners.add(listener);
        this.follower =
                TopicFollower.start(clients, "table-follower", List.of(topicsTable, subscriptionsTable), this::take);
    }

    /**
     * Starts to read both tables from their beginning.
     *
     * @param listener is told every change, on the follower's thread; must be quick and must not throw
     */
    public static TableFollower start(
            KafkaClients clients, Topics topics, ResourceTable table, Consumer<TableChange> listener) {
        return new TableFollower(clients, topics, table, listener);
    }

    /** Tells every further change, under the same conditions as {@link #start}, to one more listener. */
    public Listening listen(Consumer<TableChange> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    /** Shows the consumer's own metrics until this is closed. */
    public void bindTo(MeterRegistry registry) {
        follower.bindTo(registry);
    }

    /** Completes when both tables were read to the end they had at the start; with the cause when that failed. */
    public CompletionStage<Void> caughtUp() {
        return follower.caughtUp();
    }

    /** Completes exceptionally when the tables can no longer be followed, normally behind {@link #close}. */
    public CompletionStage<Void> ended() {
        return follower.ended();
    }

    /** How far the subscriptions table was read. */
    public long position() {
        return follower.position(subscriptionsTable);
    }

    /** Completes when the subscriptions table was read up to a position, or to its end as of now. */
    public CompletionStage<Void> reached(long wanted) {
        return follower.reachedOrEnd(subscriptionsTable, wanted);
    }

    /** Completes when the topics table was read up to a position, or to its end as of now. */
    public CompletionStage<Void> topicsReached(long wanted) {
        return follower.reachedOrEnd(topicsTable, wanted);
    }

    private void take(ConsumerRecord<byte[], byte[]> record) {
        var key = new String(record.key(), UTF_8);
        if (key.startsWith("#")) {
            return; // a mark of our own, no resource
        }
        var change = record.topic().equals(topicsTable.topic())
                ? table.readTopic(key, record.headers(), record.value(), record.offset())
                : table.readSubscription(key, record.headers(), record.value(), record.offset());
        switch (change) {
            case TableChange.Ignored(var name, var problem, var offset) ->
                log.warn("{} at offset {} is ignored, the record before it stays in force: {}", name, offset, problem);
            case TableChange.SubscriptionPut(var entry)
            when entry.locked() -> table.problem(entry.subscription().key()).ifPresent(log::error);
            case TableChange.TopicPut(var entry)
            when entry.locked() -> table.topicProblem(entry.topic().name()).ifPresent(log::error);
            case TableChange.SubscriptionPut _,
                    TableChange.SubscriptionRemoved _,
                    TableChange.SubscriptionIncomplete _,
                    TableChange.TopicPut _,
                    TableChange.TopicRemoved _ -> {}
        }
        listeners.forEach(listener -> listener.accept(change));
    }

    @Override
    public void close() {
        follower.close();
    }
}
