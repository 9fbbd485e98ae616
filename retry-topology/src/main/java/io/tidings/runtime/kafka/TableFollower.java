package io.tidings.runtime.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.Topics;
import io.tidings.contract.resource.ResourceTable;
import io.tidings.contract.resource.TableChange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a {@link ResourceTable} as new as the compacted tables it is read from, on a thread of its own.
 *
 * <p>A position is the offset of the next record to read of the subscriptions table (decision 8).
 */
public final class TableFollower implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(TableFollower.class);
    private static final Duration POLL = Duration.ofMillis(100);

    private final Consumer<byte[], byte[]> consumer;
    private final TopicPartition topicsTable;
    private final TopicPartition subscriptionsTable;
    private final ResourceTable table;
    private final java.util.function.Consumer<TableChange> listener;
    private final AtomicLong position = new AtomicLong();
    private final AtomicLong topicsPosition = new AtomicLong();
    private final Queue<Waiting> arriving = new ConcurrentLinkedQueue<>();
    private final CompletableFuture<Void> caughtUp = new CompletableFuture<>();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private final Thread thread;
    private volatile boolean running = true;

    /** Asks to be told when a table was read up to a position, or to its end as of now. */
    private record Waiting(TopicPartition table, long wanted, CompletableFuture<Void> reached) {}

    private TableFollower(
            Consumer<byte[], byte[]> consumer,
            Topics topics,
            ResourceTable table,
            java.util.function.Consumer<TableChange> listener) {
        this.consumer = consumer;
        this.topicsTable = new TopicPartition(topics.topics(), 0);
        this.subscriptionsTable = new TopicPartition(topics.subscriptions(), 0);
        this.table = table;
        this.listener = listener;
        this.thread = Thread.ofPlatform().name("table-follower").unstarted(this::run);
    }

    /**
     * Starts to read both tables from their beginning.
     *
     * @param listener is told every change, on the follower's thread; must be quick and must not throw
     */
    public static TableFollower start(
            KafkaClients clients,
            Topics topics,
            ResourceTable table,
            java.util.function.Consumer<TableChange> listener) {
        var consumer = clients.consumer(Map.of(
                "enable.auto.commit", false, "auto.offset.reset", "earliest", "isolation.level", "read_committed"));
        var follower = new TableFollower(consumer, topics, table, listener);
        follower.thread.start();
        return follower;
    }

    /** Completes when both tables were read to the end they had at the start; with the cause when that failed. */
    public CompletionStage<Void> caughtUp() {
        return caughtUp;
    }

    /** Completes exceptionally when the tables can no longer be followed, normally behind {@link #close}. */
    public CompletionStage<Void> ended() {
        return ended;
    }

    /** How far the subscriptions table was read. */
    public long position() {
        return position.get();
    }

    /** Completes on the follower's thread when the subscriptions table was read up to a position, or to its end as of now. */
    public CompletionStage<Void> reached(long wanted) {
        return reached(subscriptionsTable, wanted);
    }

    /** Completes on the follower's thread when the topics table was read up to a position, or to its end as of now. */
    public CompletionStage<Void> topicsReached(long wanted) {
        return reached(topicsTable, wanted);
    }

    private CompletionStage<Void> reached(TopicPartition of, long wanted) {
        if (positionOf(of) >= wanted) {
            return CompletableFuture.completedStage(null);
        }
        var waiting = new Waiting(of, wanted, new CompletableFuture<>());
        arriving.add(waiting);
        return waiting.reached();
    }

    private long positionOf(TopicPartition of) {
        return of.equals(topicsTable) ? topicsPosition.get() : position.get();
    }

    private void run() {
        var waiting = new ArrayList<Waiting>();
        try (consumer) {
            var tables = List.of(topicsTable, subscriptionsTable);
            consumer.assign(tables);
            consumer.seekToBeginning(tables);
            var ends = consumer.endOffsets(tables);
            while (running) {
                poll();
                acceptArriving(waiting);
                completeReached(waiting);
                if (!caughtUp.isDone()
                        && tables.stream().allMatch(each -> consumer.position(each) >= ends.getOrDefault(each, 0L))) {
                    caughtUp.complete(null);
                }
            }
            ended.complete(null);
        } catch (RuntimeException e) {
            caughtUp.completeExceptionally(e);
            ended.completeExceptionally(e);
            waiting.forEach(each -> each.reached().completeExceptionally(e));
        }
    }

    private void poll() {
        for (var record : consumer.poll(POLL)) {
            take(record);
        }
        topicsPosition.set(consumer.position(topicsTable));
        position.set(consumer.position(subscriptionsTable));
    }

    private void take(ConsumerRecord<byte[], byte[]> record) {
        if (record.key() == null) {
            log.warn("{} has a record without a key at offset {}; ignored", record.topic(), record.offset());
            return;
        }
        var key = new String(record.key(), UTF_8);
        if (key.startsWith("#")) {
            return; // a mark of our own, no resource
        }
        var change = record.topic().equals(topicsTable.topic())
                ? table.readTopic(key, record.headers(), record.value(), record.offset())
                : table.readSubscription(key, record.headers(), record.value(), record.offset());
        if (change instanceof TableChange.Ignored ignored) {
            log.warn(
                    "{} at offset {} is ignored, what was in force before stays: {}",
                    ignored.key(),
                    ignored.offset(),
                    ignored.problem());
        }
        listener.accept(change);
    }

    /** A position beyond the end cannot be waited for: any producer can write such a header. */
    private void acceptArriving(List<Waiting> waiting) {
        if (arriving.isEmpty()) {
            return;
        }
        var ends = consumer.endOffsets(List.of(topicsTable, subscriptionsTable));
        for (var next = arriving.poll(); next != null; next = arriving.poll()) {
            long end = ends.getOrDefault(next.table(), 0L);
            waiting.add(new Waiting(next.table(), Math.min(next.wanted(), end), next.reached()));
        }
    }

    private void completeReached(List<Waiting> waiting) {
        waiting.removeIf(each -> {
            boolean reached = positionOf(each.table()) >= each.wanted();
            if (reached) {
                each.reached().complete(null);
            }
            return reached;
        });
    }

    @Override
    public void close() {
        running = false;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
