package io.tidings.runtime.kafka;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * How far a consumer group has committed, as soon as that is decided: while a transaction is open, and for a moment
 * after its commit was answered, it is not. For threads that may wait.
 */
public record CommittedOffsets(Admin admin, String group) {
    private static final ListConsumerGroupOffsetsOptions DECIDED =
            new ListConsumerGroupOffsetsOptions().requireStable(true);

    private static final long ASK_AGAIN_MILLIS = 50;

    /**
     * Waits until it is decided for all of the partitions; null is the offset of what was never committed.
     *
     * @throws KafkaException as the client reports it, or when the thread is interrupted, which it then still is
     */
    public Map<TopicPartition, @Nullable OffsetAndMetadata> of(Collection<TopicPartition> partitions) {
        return askWhile(() -> true, partitions).orElseThrow();
    }

    /** The same; empty when it is not decided for all of them in time. */
    public Optional<Map<TopicPartition, @Nullable OffsetAndMetadata>> of(
            Collection<TopicPartition> partitions, Duration patience) {
        long end = System.nanoTime() + patience.toNanos();
        return askWhile(() -> System.nanoTime() - end < 0, partitions);
    }

    /** Kafka leaves out of its answer what is not decided. */
    private Optional<Map<TopicPartition, @Nullable OffsetAndMetadata>> askWhile(
            BooleanSupplier patient, Collection<TopicPartition> partitions) {
        var question = Map.of(group, new ListConsumerGroupOffsetsSpec().topicPartitions(partitions));
        while (patient.getAsBoolean()) {
            var answer = KafkaFutures.await(
                    admin.listConsumerGroupOffsets(question, DECIDED).partitionsToOffsetAndMetadata(group),
                    "asking for the offsets of " + group);
            if (answer.keySet().containsAll(partitions)) {
                return Optional.of(answer);
            }
            waitABit();
        }
        return Optional.empty();
    }

    private void waitABit() {
        try {
            TimeUnit.MILLISECONDS.sleep(ASK_AGAIN_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KafkaException("interrupted while asking for the offsets of " + group, e);
        }
    }
}
