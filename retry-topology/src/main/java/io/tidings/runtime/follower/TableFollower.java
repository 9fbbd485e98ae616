package io.tidings.runtime.follower;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.micrometer.core.instrument.MeterRegistry;
import io.tidings.contract.Topics;
import io.tidings.contract.table.ResourceTable;
import io.tidings.contract.table.TableChange;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.liveness.LoopWatch;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a {@link ResourceTable} up to date with its compacted topics. A position is the offset of the next record to
 * read of the subscriptions table (decision 8).
 */
public final class TableFollower implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(TableFollower.class);

    private final TopicPartition topicsTable;
    private final TopicPartition subscriptionsTable;
    private final ResourceTable table;
    private final List<Consumer<TableChange>> listeners = new CopyOnWriteArrayList<>();
    private final TopicFollower follower;

    /** A registration, ended by closing it. */
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

    /** @param listener called with every change, on the follower's thread; must be quick and must not throw */
    public static TableFollower start(
            KafkaClients clients, Topics topics, ResourceTable table, Consumer<TableChange> listener) {
        return new TableFollower(clients, topics, table, listener);
    }

    /** Adds a listener for further changes, under the same conditions as {@link #start}. */
    public Listening listen(Consumer<TableChange> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    public void bindTo(MeterRegistry registry) {
        follower.bindTo(registry);
    }

    public void watchedBy(LoopWatch loops) {
        follower.watchedBy(loops);
    }

    /** Completes when both tables are read to the end that they had at the start; with the cause if that failed. */
    public CompletionStage<Void> caughtUp() {
        return follower.caughtUp();
    }

    /** Completes with the cause if the tables can no longer be read, or normally after {@link #close}. */
    public CompletionStage<Void> ended() {
        return follower.ended();
    }

    /** The position in the subscriptions table. */
    public long position() {
        return follower.position(subscriptionsTable);
    }

    /** Completes when the subscriptions table is read up to a position, or to its present end. */
    public CompletionStage<Void> reached(long wanted) {
        return follower.reachedOrEnd(subscriptionsTable, wanted);
    }

    /** Completes when the topics table is read up to a position, or to its present end. */
    public CompletionStage<Void> topicsReached(long wanted) {
        return follower.reachedOrEnd(topicsTable, wanted);
    }

    private void take(ConsumerRecord<byte[], byte[]> record) {
        var key = new String(record.key(), UTF_8);
        if (key.startsWith("#")) {
            return; // a mark of our own, not a resource
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
