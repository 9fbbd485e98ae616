package io.tidings.topology.streams;

import io.tidings.contract.offset.StartOffset;
import io.tidings.runtime.kafka.PartitionLogs;
import io.tidings.runtime.liveness.LoopWatch;
import io.tidings.topology.telemetry.MatchMetrics;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetCommitCallback;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The consumer of the events topics. Starts by the rule of all programs (B-RUN-1): Kafka Streams alone would read a
 * log that became shorter from its beginning. The id of the topic is committed after the metadata of Streams.
 * Confined to its stream thread.
 */
final class EventConsumer extends KafkaConsumer<byte[], byte[]> {
    private static final Logger log = LoggerFactory.getLogger(EventConsumer.class);

    /** A character outside base64, which Streams uses, so that a former release ignores the text. */
    private static final char BEHIND_STREAMS = '|';

    private final PartitionLogs logs;
    private final LoopWatch loops;
    private final MatchMetrics metrics;
    private final Map<TopicPartition, String> topicIds = new HashMap<>();

    EventConsumer(Map<String, Object> settings, PartitionLogs logs, LoopWatch loops, MatchMetrics metrics) {
        super(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        this.logs = logs;
        this.loops = loops;
        this.metrics = metrics;
    }

    @Override
    public void subscribe(Pattern pattern, ConsumerRebalanceListener listener) {
        super.subscribe(pattern, new Starting(listener));
    }

    @Override
    public void subscribe(Collection<String> topics, ConsumerRebalanceListener listener) {
        super.subscribe(topics, new Starting(listener));
    }

    /** A log that becomes shorter while it is read is noticed when an offset is out of range. */
    @Override
    public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
        loops.turned();
        try {
            return super.poll(timeout);
        } catch (OffsetOutOfRangeException e) {
            var positions = e.offsetOutOfRangePartitions();
            var existing = logs.of(positions.keySet());
            if (!existing.keySet().containsAll(positions.keySet())) {
                throw e; // the topic was just deleted
            }
            existing.forEach((partition, extent) -> {
                var former = Optional.ofNullable(topicIds.put(partition, extent.topicId()));
                goTo(partition, StartOffset.of(positions.getOrDefault(partition, 0L), former, extent));
            });
            return ConsumerRecords.empty();
        }
    }

    @Override
    public Map<TopicPartition, OffsetAndMetadata> committed(Set<TopicPartition> partitions) {
        return asStreamsWroteThem(super.committed(partitions));
    }

    @Override
    public Map<TopicPartition, OffsetAndMetadata> committed(Set<TopicPartition> partitions, Duration timeout) {
        return asStreamsWroteThem(super.committed(partitions, timeout));
    }

    @Override
    public void commitSync(Map<TopicPartition, OffsetAndMetadata> offsets) {
        super.commitSync(withTopics(offsets));
    }

    @Override
    public void commitSync(Map<TopicPartition, OffsetAndMetadata> offsets, Duration timeout) {
        super.commitSync(withTopics(offsets), timeout);
    }

    @Override
    public void commitAsync(Map<TopicPartition, OffsetAndMetadata> offsets, OffsetCommitCallback callback) {
        super.commitAsync(withTopics(offsets), callback);
    }

    private Map<TopicPartition, OffsetAndMetadata> withTopics(Map<TopicPartition, OffsetAndMetadata> offsets) {
        var all = new HashMap<TopicPartition, OffsetAndMetadata>();
        offsets.forEach((partition, offset) -> {
            var id = topicIds.get(partition);
            all.put(
                    partition,
                    id == null
                            ? offset
                            : new OffsetAndMetadata(
                                    offset.offset(), offset.leaderEpoch(), offset.metadata() + BEHIND_STREAMS + id));
        });
        return all;
    }

    private static Map<TopicPartition, OffsetAndMetadata> asStreamsWroteThem(
            Map<TopicPartition, OffsetAndMetadata> committed) {
        var all = new HashMap<TopicPartition, OffsetAndMetadata>();
        committed.forEach((partition, offset) -> all.put(
                partition,
                offset == null
                        ? null
                        : new OffsetAndMetadata(offset.offset(), offset.leaderEpoch(), ofStreams(offset.metadata()))));
        return all;
    }

    private static String ofStreams(String metadata) {
        int end = metadata.indexOf(BEHIND_STREAMS);
        return end < 0 ? metadata : metadata.substring(0, end);
    }

    private static Optional<String> topicId(String metadata) {
        int end = metadata.indexOf(BEHIND_STREAMS);
        return end < 0 ? Optional.empty() : Optional.of(metadata.substring(end + 1));
    }

    private void start(Collection<TopicPartition> partitions) {
        var committed = super.committed(Set.copyOf(partitions));
        var moved = new HashMap<TopicPartition, OffsetAndMetadata>();
        logs.of(partitions).forEach((partition, extent) -> {
            topicIds.put(partition, extent.topicId());
            var known = committed.get(partition);
            if (known != null) {
                var start = StartOffset.of(known.offset(), topicId(known.metadata()), extent);
                if (goTo(partition, start)) {
                    moved.put(partition, new OffsetAndMetadata(start.offset()));
                }
            }
        });
        if (!moved.isEmpty()) {
            commitStarts(moved);
        }
    }

    private void commitStarts(Map<TopicPartition, OffsetAndMetadata> moved) {
        try {
            commitSync(moved);
        } catch (CommitFailedException | RebalanceInProgressException e) {
            log.info("the group is rebalancing, so the starting position is committed later: {}", e.getMessage());
        }
    }

    /** Returns whether the start differs from the committed offset. */
    private boolean goTo(TopicPartition partition, StartOffset start) {
        start.loss(partition.toString()).ifPresent(loss -> {
            metrics.lost(start.lost());
            log.error(loss);
        });
        if (!start.asCommitted()) {
            seek(partition, start.offset());
        }
        return !start.asCommitted();
    }

    /** Sets the starting offsets before Streams reads the assigned partitions. */
    private final class Starting implements ConsumerRebalanceListener {
        private final ConsumerRebalanceListener streams;

        Starting(ConsumerRebalanceListener streams) {
            this.streams = streams;
        }

        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
            if (!partitions.isEmpty()) {
                start(partitions);
            }
            streams.onPartitionsAssigned(partitions);
        }

        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
            streams.onPartitionsRevoked(partitions);
            topicIds.keySet().removeAll(partitions);
        }

        @Override
        public void onPartitionsLost(Collection<TopicPartition> partitions) {
            streams.onPartitionsLost(partitions);
            topicIds.keySet().removeAll(partitions);
        }
    }
}
