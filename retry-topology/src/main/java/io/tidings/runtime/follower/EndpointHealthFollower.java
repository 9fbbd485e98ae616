package io.tidings.runtime.follower;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.micrometer.core.instrument.MeterRegistry;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.Topics;
import io.tidings.contract.health.RecoveryTable;
import io.tidings.contract.lane.Lane;
import io.tidings.contract.table.EndpointHealthTable;
import io.tidings.runtime.follower.TableFollower.Listening;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.liveness.LoopWatch;
import io.tidings.runtime.topics.TopicProvisioner;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps an {@link EndpointHealthTable} up to date with the probation topic. */
public final class EndpointHealthFollower implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(EndpointHealthFollower.class);

    private final String topic;
    private final EndpointHealthTable table;
    private final TopicFollower follower;
    private final List<Consumer<SubscriptionKey>> listeners = new CopyOnWriteArrayList<>();

    private EndpointHealthFollower(KafkaClients clients, Topics topics, int partitions, EndpointHealthTable table) {
        this.topic = topics.probation();
        this.table = table;
        var all = IntStream.range(0, partitions)
                .mapToObj(number -> new TopicPartition(topic, number))
                .toList();
        this.follower = TopicFollower.start(clients, "standing-follower", all, this::take);
    }

    /** @param partitions number found by {@link TopicProvisioner#provision}; those added later are followed, too */
    public static EndpointHealthFollower start(
            KafkaClients clients, Topics topics, int partitions, EndpointHealthTable table) {
        return new EndpointHealthFollower(clients, topics, partitions, table);
    }

    /**
     * Adds a listener that is told whenever a lane of a subscription has written that probation began, was extended, or
     * ended.
     *
     * @param listener called on the follower's thread; must be quick and must not throw
     */
    public Listening listen(Consumer<SubscriptionKey> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    public EndpointHealthTable table() {
        return table;
    }

    public void bindTo(MeterRegistry registry) {
        follower.bindTo(registry);
    }

    public void watchedBy(LoopWatch loops) {
        follower.watchedBy(loops);
    }

    /** Completes when the topic is read to the end that it had at the start; with the cause if that failed. */
    public CompletionStage<Void> caughtUp() {
        return follower.caughtUp();
    }

    /** Completes with the cause if the topic can no longer be read, or normally after {@link #close}. */
    public CompletionStage<Void> ended() {
        return follower.ended();
    }

    /**
     * Completes, on any thread, when these partitions are read to their present end.
     *
     * <p>The end includes an open transaction and so waits for it: a former owner's transaction may be committed, and
     * its offsets readable, a moment before its records are readable (B-PROB-4). The transaction of a dead writer is
     * aborted after its timeout of some seconds, for which the new owner waits anyway.
     *
     * @param numbers of partitions, when it is known where to start in them
     * @param admin finds the end, without blocking
     */
    public CompletionStage<Void> readToEnd(Collection<Integer> numbers, Admin admin) {
        var latest = numbers.stream()
                .distinct()
                .collect(Collectors.toMap(number -> new TopicPartition(topic, number), _ -> OffsetSpec.latest()));
        return admin.listOffsets(latest, new ListOffsetsOptions(IsolationLevel.READ_UNCOMMITTED))
                .all()
                .toCompletionStage()
                .thenCompose(this::reached);
    }

    private CompletionStage<Void> reached(Map<TopicPartition, ListOffsetsResultInfo> ends) {
        ends.keySet().forEach(follower::follow);
        return CompletableFuture.allOf(ends.entrySet().stream()
                .map(end -> follower.reached(end.getKey(), end.getValue().offset()))
                .map(CompletionStage::toCompletableFuture)
                .toArray(CompletableFuture[]::new));
    }

    private void take(ConsumerRecord<byte[], byte[]> record) {
        var key = new String(record.key(), UTF_8);
        read(key, record)
                .ifPresent(problem -> log.warn(
                        "{} in {}-{} at offset {} is ignored, what was known before stays: {}",
                        key,
                        record.topic(),
                        record.partition(),
                        record.offset(),
                        problem));
    }

    private Optional<String> read(String key, ConsumerRecord<byte[], byte[]> record) {
        return RecoveryTable.isKey(key)
                ? table.recoveries().read(key, record.partition(), record.headers(), record.value())
                : readHealth(key, record);
    }

    private Optional<String> readHealth(String key, ConsumerRecord<byte[], byte[]> record) {
        var lane = SubscriptionKey.parse(key).map(subscription -> new Lane(subscription, record.partition()));
        var before = lane.flatMap(table::decided);
        var problem = table.read(key, record.partition(), record.headers(), record.value());
        if (!lane.flatMap(table::decided).equals(before)) {
            listeners.forEach(listener -> listener.accept(lane.get().subscription()));
        }
        return problem;
    }

    @Override
    public void close() {
        follower.close();
    }
}
