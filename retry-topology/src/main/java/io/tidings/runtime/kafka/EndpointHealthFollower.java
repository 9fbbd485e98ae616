package io.tidings.runtime.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.micrometer.core.instrument.MeterRegistry;
import io.tidings.contract.Topics;
import io.tidings.contract.table.EndpointHealthTable;
import io.tidings.runtime.topics.TopicProvisioner;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
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

/** Keeps a {@link EndpointHealthTable} as new as the probation topic. */
public final class EndpointHealthFollower implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(EndpointHealthFollower.class);

    private final String topic;
    private final EndpointHealthTable table;
    private final TopicFollower follower;

    private EndpointHealthFollower(KafkaClients clients, Topics topics, int partitions, EndpointHealthTable table) {
        this.topic = topics.probation();
        this.table = table;
        var all = IntStream.range(0, partitions)
                .mapToObj(number -> new TopicPartition(topic, number))
                .toList();
        this.follower = TopicFollower.start(clients, "standing-follower", all, this::take);
    }

    /**
     * Starts to read the topic from its beginning.
     *
     * @param partitions it has, as {@link TopicProvisioner#provision} found
     */
    public static EndpointHealthFollower start(
            KafkaClients clients, Topics topics, int partitions, EndpointHealthTable table) {
        return new EndpointHealthFollower(clients, topics, partitions, table);
    }

    /** Shows the consumer's own metrics until this is closed. */
    public void bindTo(MeterRegistry registry) {
        follower.bindTo(registry);
    }

    /** Completes when the topic was read to the end it had at the start; with the cause when that failed. */
    public CompletionStage<Void> caughtUp() {
        return follower.caughtUp();
    }

    /** Completes exceptionally when the topic can no longer be followed, normally behind {@link #close}. */
    public CompletionStage<Void> ended() {
        return follower.ended();
    }

    /**
     * Completes when these partitions were read to the end of their log as of now, on any thread; at once where
     * nothing was written lately.
     *
     * <p>The end includes what is in an open transaction, and so waits for it: the transaction of a former owner may
     * be decided, and its offsets be readable, a moment before its records here are (B-PROB-4). One whose writer is
     * dead is aborted within the seconds of its transaction timeout, for which the new owner waits anyway.
     *
     * @param numbers of partitions; ask when it is known where they are to be started
     * @param admin is asked for the end, without waiting for it
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
        return CompletableFuture.allOf(ends.entrySet().stream()
                .map(end -> follower.reached(end.getKey(), end.getValue().offset()))
                .map(CompletionStage::toCompletableFuture)
                .toArray(CompletableFuture[]::new));
    }

    private void take(ConsumerRecord<byte[], byte[]> record) {
        var key = new String(record.key(), UTF_8);
        table.read(key, record.headers(), record.value())
                .ifPresent(problem -> log.warn(
                        "{} in {}-{} at offset {} is ignored, the health known before stays: {}",
                        key,
                        record.topic(),
                        record.partition(),
                        record.offset(),
                        problem));
    }

    @Override
    public void close() {
        follower.close();
    }
}
