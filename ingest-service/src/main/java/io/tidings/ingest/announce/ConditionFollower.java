package io.tidings.ingest.announce;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.micrometer.core.instrument.MeterRegistry;
import io.tidings.contract.Topics;
import io.tidings.contract.condition.ConditionTable;
import io.tidings.runtime.follower.TopicFollower;
import io.tidings.runtime.kafka.KafkaClients;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps a {@link ConditionTable} up to date with the conditions topic. */
public final class ConditionFollower implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ConditionFollower.class);

    private final TopicPartition partition;
    private final ConditionTable table = new ConditionTable();
    private final TopicFollower follower;

    private ConditionFollower(KafkaClients clients, Topics topics) {
        partition = new TopicPartition(topics.conditions(), 0);
        follower = TopicFollower.start(clients, "condition-follower", List.of(partition), this::take);
    }

    public static ConditionFollower start(KafkaClients clients, Topics topics) {
        return new ConditionFollower(clients, topics);
    }

    public ConditionTable table() {
        return table;
    }

    /** The offset of the next record to read. */
    long position() {
        return follower.position(partition);
    }

    public void bindTo(MeterRegistry registry) {
        follower.bindTo(registry);
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
        var key = new String(record.key(), UTF_8);
        if (!table.read(key, record.value())) {
            log.warn("{} in {} at offset {} is unreadable and ignored", key, record.topic(), record.offset());
        }
    }

    @Override
    public void close() {
        follower.close();
    }
}
