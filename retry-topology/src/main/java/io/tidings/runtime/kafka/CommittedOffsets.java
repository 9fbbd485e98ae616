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
 * The committed offsets of a consumer group, as soon as they are stable: they are not while a transaction is open,
 * and for a moment after the response to its commit. Blocking.
 */
public record CommittedOffsets(Admin admin, String group) {
    private static final ListConsumerGroupOffsetsOptions DECIDED =
            new ListConsumerGroupOffsetsOptions().requireStable(true);

    private static final long ASK_AGAIN_MILLIS = 50;

    /**
     * Blocks until all offsets are stable; the offset is null where nothing was committed.
     *
     * @throws KafkaException as the client reports it, or if the thread is interrupted; the interrupt flag stays set
     */
    public Map<TopicPartition, @Nullable OffsetAndMetadata> of(Collection<TopicPartition> partitions) {
        return askWhile(() -> true, partitions).orElseThrow();
    }

    /** Returns empty if an offset is not stable in time. */
    public Optional<Map<TopicPartition, @Nullable OffsetAndMetadata>> of(
            Collection<TopicPartition> partitions, Duration patience) {
        long end = System.nanoTime() + patience.toNanos();
        return askWhile(() -> System.nanoTime() - end < 0, partitions);
    }

    /** Kafka leaves unstable offsets out of its response. */
    private Optional<Map<TopicPartition, @Nullable OffsetAndMetadata>> askWhile(
            BooleanSupplier patient, Collection<TopicPartition> partitions) {
        var request = Map.of(group, new ListConsumerGroupOffsetsSpec().topicPartitions(partitions));
        while (patient.getAsBoolean()) {
            var offsets = KafkaFutures.await(
                    admin.listConsumerGroupOffsets(request, DECIDED).partitionsToOffsetAndMetadata(group),
                    "asking for the offsets of " + group);
            if (offsets.keySet().containsAll(partitions)) {
                return Optional.of(offsets);
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
