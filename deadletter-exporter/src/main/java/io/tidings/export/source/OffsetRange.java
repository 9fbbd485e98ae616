package io.tidings.export.source;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

public record OffsetRange(TopicPartition partition, long start, long end) {
    /** Kafka's times are in milliseconds, and records of the one that {@code to} falls into may be before it. */
    private static final Duration JUST_BELOW_A_MILLISECOND = Duration.ofNanos(999_999);

    /** Returns the partitions of a Kafka topic; none if there is no such topic. */
    public static List<TopicPartition> partitions(Consumer<byte[], byte[]> consumer, String kafkaTopic) {
        var partitions = new ArrayList<TopicPartition>();
        for (var info : consumer.partitionsFor(kafkaTopic)) {
            partitions.add(new TopicPartition(info.topic(), info.partition()));
        }
        return partitions;
    }

    /**
     * Returns the records appended from a time on that exist now.
     *
     * @param to up to which records are wanted; null for all
     */
    public static List<OffsetRange> of(
            Consumer<byte[], byte[]> consumer,
            Collection<TopicPartition> partitions,
            Instant from,
            @Nullable Instant to) {
        var starts = offsets(consumer, partitions, from);
        var ends = new HashMap<>(consumer.endOffsets(partitions));
        if (to != null) {
            ends.putAll(offsets(consumer, partitions, to.plus(JUST_BELOW_A_MILLISECOND)));
        }
        var ranges = new ArrayList<OffsetRange>();
        for (var partition : partitions) {
            var start = starts.get(partition);
            var end = ends.get(partition);
            if (start != null && end != null && start < end) {
                ranges.add(new OffsetRange(partition, start, end));
            }
        }
        return ranges;
    }

    /** The first offsets from a time on, of the partitions that have one. */
    private static Map<TopicPartition, Long> offsets(
            Consumer<byte[], byte[]> consumer, Collection<TopicPartition> partitions, Instant time) {
        var times = new HashMap<TopicPartition, Long>();
        partitions.forEach(partition -> times.put(partition, Math.max(0, time.toEpochMilli())));
        var offsets = new HashMap<TopicPartition, Long>();
        consumer.offsetsForTimes(times).forEach((partition, found) -> {
            if (found != null) {
                offsets.put(partition, found.offset());
            }
        });
        return offsets;
    }
}
