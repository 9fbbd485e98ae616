package io.tidings.ingest.timeline;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.record.LogExtent;
import io.tidings.ingest.timeline.NewestFirst.Read;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.kafka.OffsetRange;
import io.tidings.runtime.kafka.PartitionLogs;
import io.tidings.runtime.kafka.RangeReader;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Reads the latest records of Kafka topics backwards, as far as a request may. Thread-safe. */
public final class EventScan {
    /** What one request may look at; the block that goes beyond is looked at as a whole. */
    static final int MOST_RECORDS = 5_000;

    private static final long MOST_BYTES = 10L * 1024 * 1024;
    private static final Duration MOST_TIME = Duration.ofSeconds(2);

    /** The longest wait for Kafka. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** Kafka's times are in milliseconds, and records of the one that {@code to} falls into may be before it. */
    private static final Duration JUST_BELOW_A_MILLISECOND = Duration.ofNanos(999_999);

    private static final Duration FETCH = Duration.ofMillis(500);
    private static final int SMALLEST_BLOCK = 4;
    private static final int LARGEST_BLOCK = 512;

    private static final Map<String, Object> SETTINGS = Map.of(
            "fetch.max.bytes",
            4 * 1024 * 1024,
            "max.partition.fetch.bytes",
            512 * 1024,
            "default.api.timeout.ms",
            (int) PATIENCE.toMillis(),
            "request.timeout.ms",
            (int) PATIENCE.toMillis());

    private final KafkaClients clients;
    private final PartitionLogs logs;

    public EventScan(KafkaClients clients, PartitionLogs logs) {
        this.clients = clients;
        this.logs = logs.committed().within(PATIENCE);
    }

    /**
     * @param left the end of what is left of each partition, behind these rows; empty at the beginning of the logs
     * @param ends of the logs
     * @param records that were looked at
     * @param back the time back to which everything was looked at; null for the beginning, and if no record was read
     */
    record Found(
            List<ObjectNode> rows,
            Map<TopicPartition, Long> left,
            Map<TopicPartition, Long> ends,
            int records,
            @Nullable Instant back) {
        Found {
            rows = List.copyOf(rows);
            left = Map.copyOf(left);
            ends = Map.copyOf(ends);
        }
    }

    /**
     * @param rows returns the row of a record; empty for one that is not asked for
     * @throws KafkaException if Kafka does not respond, or does not let this program read one of the topics
     */
    Found read(List<String> kafkaTopics, EventsQuery query, Function<RetainedRecord, Optional<ObjectNode>> rows) {
        var extents = logs.of(logs.partitions(kafkaTopics));
        var merge = new NewestFirst<ObjectNode>(ranges(extents, query));
        var scan = new Scan(merge, rows, query.top());
        if (!merge.behind().isEmpty()) {
            try (var reader = RangeReader.open(clients, SETTINGS)) {
                scan.run(reader);
            }
        }
        var ends = new HashMap<TopicPartition, Long>();
        extents.forEach((partition, extent) -> ends.put(partition, extent.end()));
        return new Found(
                scan.found, merge.left(), ends, scan.records, merge.back().orElse(null));
    }

    private List<OffsetRange> ranges(Map<TopicPartition, LogExtent> extents, EventsQuery query) {
        var starts = firstSince(query.from(), extents);
        var ends = firstSince(query.to() == null ? null : query.to().plus(JUST_BELOW_A_MILLISECOND), extents);
        var before = query.before();
        var since = query.since();
        var ranges = new ArrayList<OffsetRange>();
        extents.forEach((partition, extent) -> {
            long end = Math.min(extent.end(), ends.getOrDefault(partition, Long.MAX_VALUE));
            if (before != null) { // without an offset nothing is left of the partition
                end = Math.min(end, before.getOrDefault(partition, 0L));
            }
            long start = Math.max(
                    extent.beginning(), starts.getOrDefault(partition, query.from() == null ? 0L : extent.end()));
            if (since != null) {
                start = Math.max(start, since.getOrDefault(partition, 0L));
            }
            ranges.add(new OffsetRange(partition, start, end));
        });
        ranges.sort(Comparator.comparing(range -> range.partition().toString()));
        return ranges;
    }

    /** Returns the first offset with that time or a later one, of the partitions that have one. */
    private Map<TopicPartition, Long> firstSince(@Nullable Instant time, Map<TopicPartition, LogExtent> extents) {
        if (time == null || extents.isEmpty()) {
            return Map.of();
        }
        var offsets = logs.offsets(extents.keySet(), OffsetSpec.forTimestamp(Math.max(0, time.toEpochMilli())));
        offsets.values().removeIf(offset -> offset < 0);
        return offsets;
    }

    /** One reading. Confined to one thread. */
    private static final class Scan {
        private final NewestFirst<ObjectNode> merge;
        private final Function<RetainedRecord, Optional<ObjectNode>> rows;
        private final int top;
        private final long begun = System.nanoTime();
        private final List<ObjectNode> found = new ArrayList<>();
        private int records;
        private long bytes;

        Scan(NewestFirst<ObjectNode> merge, Function<RetainedRecord, Optional<ObjectNode>> rows, int top) {
            this.merge = merge;
            this.rows = rows;
            this.top = top;
        }

        void run(RangeReader reader) {
            int block = 0;
            while (found.size() < top) {
                var behind = merge.behind();
                if (behind.isEmpty()) {
                    var next = merge.next();
                    if (next.isEmpty()) {
                        return; // all is read
                    }
                    found.add(next.get());
                } else if (spent()) {
                    return;
                } else {
                    block = block == 0 ? 2 * top / behind.size() : Math.min(LARGEST_BLOCK, 2 * block);
                    read(reader, behind, bounded(block, behind.size()));
                }
            }
        }

        private boolean spent() {
            return records >= MOST_RECORDS || bytes >= MOST_BYTES || lasted(MOST_TIME);
        }

        private boolean lasted(Duration time) {
            return System.nanoTime() - begun > time.toNanos();
        }

        /** Returns a size of blocks that does not go far beyond what may be looked at. */
        private int bounded(int block, int partitions) {
            long fitting = (long) (MOST_RECORDS - records) / partitions + 1;
            if (bytes > 0) {
                fitting = Math.min(fitting, (MOST_BYTES - bytes) * records / bytes / partitions + 1);
            }
            return (int) Math.min(fitting, Math.clamp(block, SMALLEST_BLOCK, LARGEST_BLOCK));
        }

        private void read(RangeReader reader, List<TopicPartition> partitions, int size) {
            var blocks = partitions.stream()
                    .map(partition -> merge.block(partition, size))
                    .toList();
            var read = new HashMap<TopicPartition, List<Read<ObjectNode>>>();
            reader.begin(blocks);
            while (!reader.finished()) {
                if (lasted(PATIENCE)) {
                    throw new TimeoutException("reading " + reader.left() + " takes too long");
                }
                for (var record : reader.poll(FETCH)) {
                    read.computeIfAbsent(new TopicPartition(record.topic(), record.partition()), _ -> new ArrayList<>())
                            .add(looked(record));
                }
            }
            blocks.forEach(block -> merge.add(block, read.getOrDefault(block.partition(), List.of())));
        }

        private Read<ObjectNode> looked(ConsumerRecord<byte[], byte[]> record) {
            records++;
            bytes += Math.max(0, record.serializedKeySize()) + Math.max(0, record.serializedValueSize());
            var retained = RetainedRecord.of(record);
            return new Read<>(
                    record.offset(), retained.appended(), rows.apply(retained).orElse(null));
        }
    }
}
