package io.tidings.runtime.follower;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.kafka.KafkaClientMetrics;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.kafka.KafkaFutures;
import io.tidings.runtime.kafka.PartitionLogs;
import io.tidings.runtime.liveness.LoopWatch;
import io.tidings.runtime.session.RecoveryPolicy;
import io.tidings.runtime.session.RecoveryPolicy.Next.Reopen;
import io.tidings.runtime.session.SessionLoss;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.ObjLongConsumer;
import java.util.random.RandomGenerator;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads compacted Kafka topics from their beginning and then follows them, on its own thread. Partitions that are added
 * to the topics are followed too (B-LANE-3).
 *
 * <p>A position is the offset of the next record to read of a partition; positions also pass transaction markers. A
 * lost consumer is replaced, without a limit, and the new one continues at the same positions.
 *
 * @param <T> a change that a record may make
 */
public final class Follower<T> implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Follower.class);
    /** Long, because new records end a poll, and the fetch behind it, at once. */
    private static final Duration POLL = Duration.ofSeconds(4);

    private final KafkaClients clients;
    /** Changed by the thread of this follower only. */
    private volatile List<TopicPartition> partitions;

    private final Set<TopicPartition> asked = ConcurrentHashMap.newKeySet();
    private final Followed.Reader<T> reader;
    private final List<java.util.function.Consumer<T>> listeners = new CopyOnWriteArrayList<>();
    private final Map<TopicPartition, Long> positions = new ConcurrentHashMap<>();
    private volatile ObjLongConsumer<TopicPartition> progress = (_, _) -> {};
    private final PositionWaits waits = new PositionWaits(this::position);
    private final CompletableFuture<Void> caughtUp = new CompletableFuture<>();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private final RecoveryPolicy recovery = new RecoveryPolicy();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread thread;
    private volatile LoopWatch loops = new LoopWatch();
    /** Guarded by this follower, as is {@code registry}. */
    private Metered metered;

    private @Nullable MeterRegistry registry;

    /** A registration, ended by closing it. */
    public interface Listening extends AutoCloseable {
        @Override
        void close();
    }

    private record Metered(Consumer<byte[], byte[]> consumer, KafkaClientMetrics metrics) implements AutoCloseable {
        @Override
        public void close() {
            metrics.close();
            consumer.close(CloseOptions.timeout(Duration.ZERO));
        }
    }

    private Follower(KafkaClients clients, Followed<T> followed) {
        this.clients = clients;
        this.partitions = followed.partitions();
        this.reader = followed.reader();
        this.metered = metered(clients);
        this.thread = Thread.ofPlatform().name(followed.name()).unstarted(this::run);
    }

    private static Metered metered(KafkaClients clients) {
        var consumer = clients.consumer(Map.of(
                "enable.auto.commit",
                false,
                "auto.offset.reset",
                "earliest",
                "isolation.level",
                "read_committed",
                "fetch.max.wait.ms",
                (int) POLL.toMillis(),
                "metadata.max.age.ms",
                KafkaClients.NEW_PARTITIONS_UNSEEN_MILLIS));
        return new Metered(consumer, new KafkaClientMetrics(consumer));
    }

    public static <T> Follower<T> start(KafkaClients clients, Followed<T> followed) {
        var follower = new Follower<>(clients, followed);
        follower.thread.start();
        return follower;
    }

    /**
     * Adds a listener for further changes.
     *
     * @param listener called on the follower's thread; must be quick and must not throw
     */
    public Listening listen(java.util.function.Consumer<T> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    /** @param positions told how far each partition is read, after every poll; must be quick and must not throw */
    public void listenToPositions(ObjLongConsumer<TopicPartition> positions) {
        progress = positions;
    }

    public synchronized void bindTo(MeterRegistry meters) {
        registry = meters;
        metered.metrics().bindTo(meters);
    }

    /** Reports the turns of the loop, which opens a lost consumer again outside of it. */
    public void watchedBy(LoopWatch watch) {
        loops = watch;
    }

    private synchronized Metered current() {
        return metered;
    }

    private synchronized void renew() {
        metered = metered(clients);
        if (registry != null) {
            metered.metrics().bindTo(registry);
        }
    }

    /** Completes when all partitions are read to the end that they had at the start; with the cause if that failed. */
    public CompletionStage<Void> caughtUp() {
        return caughtUp;
    }

    /** Waits until this follower is {@link #caughtUp}, and returns it. */
    public Follower<T> awaitCaughtUp() {
        KafkaFutures.await(caughtUp, "reading " + partitions);
        return this;
    }

    /** Completes with the cause if the topics can no longer be read, or normally after {@link #close}. */
    public CompletionStage<Void> ended() {
        return ended;
    }

    /** Returns 0 before the first poll and for an unknown partition. */
    public long position(TopicPartition partition) {
        return positions.getOrDefault(partition, 0L);
    }

    /**
     * Completes, on any thread, when partitions are read to their present end.
     *
     * <p>The end includes an open transaction and so waits for it: a former owner's transaction may be committed, and
     * its offsets readable, a moment before its records are readable (B-PROB-4). The transaction of a dead writer is
     * aborted after its timeout of some seconds, for which the new owner waits anyway.
     */
    public CompletionStage<Void> readToEnd(Collection<TopicPartition> wanted, PartitionLogs logs) {
        return logs.ask(wanted, OffsetSpec.latest()).thenCompose(this::reached);
    }

    /** Completes when partitions, which are followed from now on, are read up to positions that are known to exist. */
    public CompletionStage<Void> reached(Map<TopicPartition, Long> wanted) {
        asked.addAll(wanted.keySet());
        return CompletableFuture.allOf(wanted.entrySet().stream()
                .map(each -> waits.reached(each.getKey(), each.getValue(), false))
                .map(CompletionStage::toCompletableFuture)
                .toArray(CompletableFuture[]::new));
    }

    /**
     * Completes when a partition is read up to a position, or to its present end: any producer can write a header
     * with a position that does not exist. The end is requested only when a poll has brought nothing, because the request
     * waits for the response to the fetch.
     */
    public CompletionStage<Void> reachedOrEnd(TopicPartition partition, long wanted) {
        return waits.reached(partition, wanted, true);
    }

    private void run() {
        try {
            while (!closed()) {
                followUntilLost();
            }
            caughtUp.completeExceptionally(PositionWaits.ending());
            ended.complete(null);
        } catch (RuntimeException | Error e) { // other threads would wait for this one for ever
            caughtUp.completeExceptionally(e);
            ended.completeExceptionally(e);
        }
        waits.end();
    }

    private void followUntilLost() {
        long begun = System.nanoTime();
        try (var with = current()) {
            follow(with.consumer());
            return;
        } catch (WakeupException e) {
            return; // closed
        } catch (KafkaException e) {
            loops.ended();
            awaitNext(e, Duration.ofNanos(System.nanoTime() - begun));
        }
        if (!closed()) {
            renew();
        }
    }

    /** This consumer has no id that another could take, so only the brokers can cause the loss. */
    private void awaitNext(KafkaException failure, Duration lived) {
        var loss = SessionLoss.of(failure).orElseThrow(() -> failure);
        if (recovery.after(loss, lived, false, RandomGenerator.getDefault()) instanceof Reopen(var wait)) {
            log.warn(
                    "{} has lost its consumer and continues with another one in {} ms: {}",
                    thread.getName(),
                    wait.toMillis(),
                    failure.toString());
            try {
                var _ = closing.await(wait.toMillis(), TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                throw new InterruptException(e);
            }
        }
    }

    private void follow(Consumer<byte[], byte[]> consumer) {
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
        positions.forEach(consumer::seek);
        if (!caughtUp.isDone()) {
            catchUp(consumer, consumer.endOffsets(partitions));
        }
        while (!closed()) {
            poll(consumer);
        }
    }

    private void catchUp(Consumer<byte[], byte[]> consumer, Map<TopicPartition, Long> ends) {
        readPositions(consumer); // where the logs are empty there is nothing to poll for
        while (!closed() && partitions.stream().anyMatch(each -> position(each) < ends.getOrDefault(each, 0L))) {
            poll(consumer);
        }
        if (!closed()) {
            caughtUp.complete(null);
        }
    }

    private boolean closed() {
        return closing.getCount() == 0;
    }

    private void poll(Consumer<byte[], byte[]> consumer) {
        loops.turned();
        followAdded(consumer);
        var records = consumer.poll(POLL);
        for (var record : records) {
            if (record.key() == null) {
                log.warn(
                        "{} has a record without a key at offset {}; ignored, write it again with one",
                        record.topic(),
                        record.offset());
            } else {
                reader.read(record).ifPresent(change -> listeners.forEach(listener -> listener.accept(change)));
            }
        }
        readPositions(consumer);
        waits.complete();
        if (records.isEmpty()) {
            waits.boundByEnds(consumer::endOffsets);
        }
    }

    private void followAdded(Consumer<byte[], byte[]> consumer) {
        var all = new LinkedHashSet<>(partitions);
        all.addAll(asked);
        partitions.stream()
                .map(TopicPartition::topic)
                .distinct()
                .forEach(topic -> consumer.partitionsFor(topic)
                        .forEach(each -> all.add(new TopicPartition(topic, each.partition()))));
        var added = new ArrayList<>(all);
        added.removeAll(partitions);
        if (!added.isEmpty()) {
            log.info("{} follows {}, too", thread.getName(), added);
            partitions = List.copyOf(all);
            consumer.assign(partitions);
            consumer.seekToBeginning(added);
        }
    }

    private void readPositions(Consumer<byte[], byte[]> consumer) {
        for (var each : partitions) {
            long position = consumer.position(each);
            positions.put(each, position);
            progress.accept(each, position);
        }
    }

    @Override
    public void close() {
        closing.countDown();
        current().consumer().wakeup();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
