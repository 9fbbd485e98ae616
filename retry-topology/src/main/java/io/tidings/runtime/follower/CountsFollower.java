package io.tidings.runtime.follower;

import io.micrometer.core.instrument.MeterRegistry;
import io.tidings.contract.Topics;
import io.tidings.contract.counts.CountsTable;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.liveness.LoopWatch;
import io.tidings.runtime.topics.TopicProvisioner;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps a {@link CountsTable} up to date with the topic of counts. */
public final class CountsFollower implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(CountsFollower.class);

    private final CountsTable table;
    private final TopicFollower follower;

    private CountsFollower(KafkaClients clients, String topic, int partitions, CountsTable table) {
        this.table = table;
        var all = IntStream.range(0, partitions)
                .mapToObj(number -> new TopicPartition(topic, number))
                .toList();
        this.follower = TopicFollower.start(clients, "counts-follower", all, this::take);
    }

    /** @param partitions number found by {@link TopicProvisioner#provision}; those added later are followed, too */
    public static CountsFollower start(KafkaClients clients, Topics topics, int partitions, CountsTable table) {
        return new CountsFollower(clients, topics.counts(), partitions, table);
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

    private void take(ConsumerRecord<byte[], byte[]> record) {
        table.read(record.partition(), record.key(), record.value())
                .ifPresent(problem -> log.warn(
                        "{}-{}@{} is ignored: {}", record.topic(), record.partition(), record.offset(), problem));
    }

    @Override
    public void close() {
        follower.close();
    }
}
