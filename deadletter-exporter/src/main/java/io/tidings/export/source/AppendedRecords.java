package io.tidings.export.source;

import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.kafka.OffsetRange;
import io.tidings.runtime.kafka.PartitionLogs;
import io.tidings.runtime.kafka.RangeReader;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** Finds the committed records of Kafka topics that were appended in a time. */
final class AppendedRecords {
    /** Kafka's times are in milliseconds, and records of the one that {@code to} falls into may be before it. */
    private static final Duration JUST_BELOW_A_MILLISECOND = Duration.ofNanos(999_999);

    private AppendedRecords() {}

    /** Opens a reader of what was found, one range after the other. */
    static RangeReader reader(KafkaClients clients, List<OffsetRange> ranges) {
        var reader = RangeReader.open(clients, Map.of("max.poll.records", 100));
        reader.beginInTurn(ranges);
        return reader;
    }

    /**
     * Returns the records appended from a time on that exist now.
     *
     * @param to up to which records are wanted; null for all
     * @return empty if there is no such topic
     */
    static Optional<List<OffsetRange>> of(
            KafkaClients clients, Collection<String> kafkaTopics, Instant from, @Nullable Instant to) {
        try (var admin = clients.admin()) {
            var logs = new PartitionLogs(admin).committed();
            var partitions = logs.partitions(kafkaTopics);
            var starts = since(from, partitions, logs);
            var ends = logs.offsets(partitions, OffsetSpec.latest());
            if (to != null) {
                ends.putAll(since(to.plus(JUST_BELOW_A_MILLISECOND), partitions, logs));
            }
            var ranges = new ArrayList<OffsetRange>();
            for (var partition : partitions) {
                var start = starts.get(partition);
                var end = ends.get(partition);
                if (start != null && end != null && start < end) {
                    ranges.add(new OffsetRange(partition, start, end));
                }
            }
            return partitions.isEmpty() ? Optional.empty() : Optional.of(ranges);
        }
    }

    /** Returns what the partitions of Kafka topics hold now. */
    static List<OffsetRange> present(KafkaClients clients, Collection<String> kafkaTopics) {
        try (var admin = clients.admin()) {
            var logs = new PartitionLogs(admin).committed();
            return logs.of(logs.partitions(kafkaTopics)).entrySet().stream()
                    .map(each -> new OffsetRange(
                            each.getKey(),
                            each.getValue().beginning(),
                            each.getValue().end()))
                    .toList();
        }
    }

    /** Returns the first offsets from a time on, of the partitions that have one. */
    static Map<TopicPartition, Long> since(KafkaClients clients, Instant time, Collection<TopicPartition> partitions) {
        try (var admin = clients.admin()) {
            return since(time, partitions, new PartitionLogs(admin).committed());
        }
    }

    private static Map<TopicPartition, Long> since(
            Instant time, Collection<TopicPartition> partitions, PartitionLogs logs) {
        var offsets = logs.offsets(partitions, OffsetSpec.forTimestamp(Math.max(0, time.toEpochMilli())));
        offsets.values().removeIf(offset -> offset < 0);
        return offsets;
    }
}
