package io.tidings.export.log;

import io.tidings.contract.record.LogExtent;
import io.tidings.contract.record.StartOffset;
import io.tidings.export.window.BlobNames;
import io.tidings.export.window.ReappendProgress;
import io.tidings.export.write.ExporterMetrics;
import io.tidings.runtime.kafka.PartitionLogs;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The partitions that the group has given to this exporter, and the offsets committed for them.
 *
 * <p>Confined to the poll thread, but for {@link #assigned}: the consumer calls it within {@code poll}.
 */
final class PartitionOwnership implements ConsumerRebalanceListener {
    private static final Logger log = LoggerFactory.getLogger(PartitionOwnership.class);

    private final Consumer<byte[], byte[]> consumer;
    private final PartitionLogs logs;
    private final ExporterMetrics metrics;
    private final Map<Integer, ExportedPartition> owned = new TreeMap<>();
    private volatile boolean assigned;

    PartitionOwnership(Consumer<byte[], byte[]> consumer, PartitionLogs logs, ExporterMetrics metrics) {
        this.consumer = consumer;
        this.logs = logs;
        this.metrics = metrics;
    }

    boolean assigned() {
        return assigned;
    }

    List<ExportedPartition> owned() {
        return List.copyOf(owned.values());
    }

    boolean owns(ExportedPartition partition) {
        return owned.get(partition.partition().partition()) == partition;
    }

    /** @throws UnknownTopicOrPartitionException which ends the session; the next one asks the brokers again */
    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
        var known = consumer.committed(Set.copyOf(partitions));
        var moved = new HashMap<TopicPartition, OffsetAndMetadata>();
        var extents = logs.of(partitions);
        if (!extents.keySet().containsAll(partitions)) {
            // A broker that has just started may not know all topics. Nobody would export a partition left out here.
            throw new UnknownTopicOrPartitionException(
                    "the brokers know only " + extents.keySet() + " of the assigned partitions " + partitions);
        }
        extents.forEach((partition, extent) -> {
            var start = start(known.get(partition), extent);
            var names = new BlobNames(extent.topicId(), partition.partition());
            var each = new ExportedPartition(partition, names, start.offset(), postponed(known.get(partition), start));
            owned.put(partition.partition(), each);
            consumer.seek(partition, start.offset());
            start.loss(partition.toString()).ifPresent(loss -> {
                metrics.lost(start.lost());
                log.error(loss);
                moved.put(partition, at(each, start.offset()));
            });
        });
        consumer.pause(partitions);
        if (!moved.isEmpty()) {
            var _ = committed(moved); // else the next start finds, counts and reports it again
        }
        assigned = true;
        log.info("exports partitions {}", owned.keySet());
    }

    /** The metadata is the topic's id, which earlier releases did not write, and {@link ReappendProgress}. */
    private static StartOffset start(@Nullable OffsetAndMetadata committed, LogExtent log) {
        return committed == null
                ? StartOffset.ofNothingCommitted(log)
                : StartOffset.of(
                        committed.offset(),
                        Optional.of(committed.metadata().split(" ", 2)[0]).filter(id -> !id.isEmpty()),
                        log);
    }

    private static @Nullable ReappendProgress postponed(@Nullable OffsetAndMetadata committed, StartOffset start) {
        return committed == null || committed.offset() != start.offset()
                ? null
                : ReappendProgress.in(committed.metadata()).orElse(null);
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
        partitions.forEach(partition -> owned.remove(partition.partition()));
    }

    void commitProgress() {
        var offsets = new HashMap<TopicPartition, OffsetAndMetadata>();
        for (var each : owned.values()) {
            if (each.progress().ahead()) {
                offsets.put(each.partition(), at(each, each.progress().committable()));
            }
        }
        if (!offsets.isEmpty() && committed(offsets)) {
            offsets.forEach((partition, offset) -> Optional.ofNullable(owned.get(partition.partition()))
                    .ifPresent(each -> each.progress().committed(offset.offset())));
        }
    }

    private boolean committed(Map<TopicPartition, OffsetAndMetadata> offsets) {
        try {
            consumer.commitSync(offsets);
            return true;
        } catch (CommitFailedException | RebalanceInProgressException e) {
            log.info("the group is rebalancing, so progress is committed later: {}", e.getMessage());
            return false;
        }
    }

    /** An offset with the id of its topic (B-RUN-1). */
    private static OffsetAndMetadata at(ExportedPartition partition, long offset) {
        return at(partition, offset, "");
    }

    static OffsetAndMetadata at(ExportedPartition partition, long offset, String postponed) {
        var topicId = partition.names().topicId();
        return new OffsetAndMetadata(offset, postponed.isEmpty() ? topicId : topicId + " " + postponed);
    }
}
