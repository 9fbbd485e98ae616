package io.tidings.runtime.follower;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.kafka.KafkaClientMetrics;
import io.tidings.runtime.kafka.KafkaClients;
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
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
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
 */
public final class TopicFollower implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(TopicFollower.class);
    /** Long, because new records end a poll, and the fetch behind it, at once. */
    private static final Duration POLL = Duration.ofSeconds(1);

    private final KafkaClients clients;
    /** Changed by the thread of this follower only. */
    private volatile List<TopicPartition> partitions;

    private final Set<TopicPartition> asked = ConcurrentHashMap.newKeySet();
    private final java.util.function.Consumer<ConsumerRecord<byte[], byte[]>> reader;
    private final Map<TopicPartition, Long> positions = new ConcurrentHashMap<>();
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

    private record Metered(Consumer<byte[], byte[]> consumer, KafkaClientMetrics metrics) implements AutoCloseable {
        @Override
        public void close() {
            metrics.close();
            consumer.close(CloseOptions.timeout(Duration.ZERO));
        }
    }

    private TopicFollower(
            KafkaClients clients,
            String name,
            Collection<TopicPartition> partitions,
            java.util.function.Consumer<ConsumerRecord<byte[], byte[]>> reader) {
        this.clients = clients;
        this.partitions = List.copyOf(partitions);
        this.reader = reader;
        this.metered = metered(clients);
        this.thread = Thread.ofPlatform().name(name).unstarted(this::run);
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

    /**
     * @param reader called with every record that has a key, on the follower's thread; must be quick and must not
     *     throw
     */
    public static TopicFollower start(
            KafkaClients clients,
            String name,
            Collection<TopicPartition> partitions,
            java.util.function.Consumer<ConsumerRecord<byte[], byte[]>> reader) {
        var follower = new TopicFollower(clients, name, partitions, reader);
        follower.thread.start();
        return follower;
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

    /** Completes with the cause if the topics can no longer be read, or normally after {@link #close}. */
    public CompletionStage<Void> ended() {
        return ended;
    }

    /** Returns 0 before the first poll and for an unknown partition. */
    public long position(TopicPartition partition) {
        return positions.getOrDefault(partition, 0L);
    }

    /** Completes when a partition is read up to a position that is known to exist. */
    CompletionStage<Void> reached(TopicPartition partition, long wanted) {
        return waits.reached(partition, wanted, false);
    }

    /**
     * Completes when a partition is read up to a position, or to its present end: any producer can write a header
     * with a position that does not exist. The end is requested only when a poll has brought nothing, because the request
     * waits for the response to the fetch.
     */
    CompletionStage<Void> reachedOrEnd(TopicPartition partition, long wanted) {
        return waits.reached(partition, wanted, true);
    }

    /** Follows an existing partition, too, if it does not yet. */
    void follow(TopicPartition partition) {
        if (!partitions.contains(partition)) {
            asked.add(partition);
        }
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
                reader.accept(record);
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
        partitions.forEach(each -> positions.put(each, consumer.position(each)));
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
