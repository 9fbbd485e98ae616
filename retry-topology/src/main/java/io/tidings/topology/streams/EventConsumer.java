package io.tidings.topology.streams;

import io.tidings.contract.record.StartOffset;
import io.tidings.runtime.kafka.PartitionLogs;
import io.tidings.runtime.liveness.LoopWatch;
import io.tidings.topology.begun.BegunOffsets;
import io.tidings.topology.match.MatchMetrics;
import io.tidings.topology.match.PassedMarkers;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetCommitCallback;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.streams.errors.TaskMigratedException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The consumer of the events topics. Starts by the rule of all programs (B-RUN-1): Kafka Streams alone would read a
 * log that became shorter from its beginning. The id of the topic, and notes of what is begun and of the markers that
 * were read, are committed after the metadata of Streams. Events that come close together are read together.
 * Confined to its stream thread.
 */
final class EventConsumer extends KafkaConsumer<byte[], byte[]> {
    private static final Logger log = LoggerFactory.getLogger(EventConsumer.class);

    private final PartitionLogs logs;
    private final LoopWatch loops;
    private final MatchMetrics metrics;
    private final BegunOffsets begun;
    private final PassedMarkers markers;
    private final AppendTimes appendTimes;
    private final BatchPace pace;
    private final Map<TopicPartition, String> topicIds = new HashMap<>();
    /** The newest commits, as Streams wrote them. */
    private final Map<TopicPartition, OffsetAndMetadata> newest = new HashMap<>();

    private final HeldEvents held = new HeldEvents();

    private boolean closing;

    EventConsumer(
            Map<String, Object> settings,
            PartitionLogs logs,
            LoopWatch loops,
            MatchMetrics metrics,
            BegunOffsets begun,
            PassedMarkers markers,
            AppendTimes appendTimes,
            Duration pace) {
        super(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        this.logs = logs;
        this.loops = loops;
        this.metrics = metrics;
        this.begun = begun;
        this.markers = markers;
        this.appendTimes = appendTimes;
        this.pace = new BatchPace(pace);
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
            var records = paced(timeout);
            appendTimes.polled(records);
            return records;
        } catch (OffsetOutOfRangeException e) {
            var positions = e.offsetOutOfRangePartitions();
            var existing = logs.of(positions.keySet());
            if (!existing.keySet().containsAll(positions.keySet())) {
                throw e; // the topic was just deleted
            }
            existing.forEach((partition, extent) -> {
                var start = StartOffset.of(
                        positions.getOrDefault(partition, 0L), Optional.ofNullable(topicIds.get(partition)), extent);
                if (start.reason() == StartOffset.Reason.TOPIC_CREATED_ANEW) {
                    // Streams would still commit what it has read of the former topic, under the id of this one.
                    throw new TaskMigratedException("the topic of " + partition + " was created again", e);
                }
                markers.movedTo(partition, start.offset());
                goTo(partition, start);
            });
            return ConsumerRecords.empty();
        }
    }

    /**
     * Kafka's consumer asks for the next batch when it hands one over, and gets the first event that comes, alone. So
     * that event is held for the end of the rest, until those are read that came after it.
     */
    private ConsumerRecords<byte[], byte[]> paced(Duration timeout) {
        long begun = System.nanoTime();
        long rest = Math.min(pace.rest(begun), timeout.toNanos());
        if (rest > 0) {
            LockSupport.parkNanos(this, rest - Math.min(rest, pace.fetch()));
            held.add(super.poll(Duration.ZERO));
        }
        long left = (held.isEmpty() ? timeout.toNanos() : rest) - (System.nanoTime() - begun);
        var following = super.poll(Duration.ofNanos(Math.max(0, left)));
        if (!following.isEmpty()) {
            pace.read(following.partitions().stream().anyMatch(this::hasMore), System.nanoTime());
        }
        return held.takenWith(following);
    }

    private boolean hasMore(TopicPartition partition) {
        return currentLag(partition).orElse(0) > 0;
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
        ended(offsets);
        super.commitSync(asWeWrite(offsets));
        newest.putAll(offsets);
    }

    @Override
    public void commitSync(Map<TopicPartition, OffsetAndMetadata> offsets, Duration timeout) {
        ended(offsets);
        super.commitSync(asWeWrite(offsets), timeout);
        newest.putAll(offsets);
    }

    @Override
    public void commitAsync(Map<TopicPartition, OffsetAndMetadata> offsets, OffsetCommitCallback callback) {
        super.commitAsync(asWeWrite(offsets), callback);
    }

    private void ended(Map<TopicPartition, OffsetAndMetadata> offsets) {
        offsets.forEach((partition, offset) -> begun.committed(partition, offset.offset()));
    }

    @Override
    public void close(CloseOptions options) {
        closing = true;
        if (begun.processIsEnding()) {
            writeLastNotes(topicIds.keySet());
        }
        super.close(options);
    }

    private Map<TopicPartition, OffsetAndMetadata> asWeWrite(Map<TopicPartition, OffsetAndMetadata> offsets) {
        var all = new HashMap<TopicPartition, OffsetAndMetadata>();
        offsets.forEach((partition, offset) -> all.put(partition, with(begun.note(partition), partition, offset)));
        return all;
    }

    private OffsetAndMetadata with(String note, TopicPartition partition, OffsetAndMetadata offset) {
        var id = Optional.ofNullable(topicIds.get(partition));
        return new OffsetAndMetadata(
                offset.offset(),
                offset.leaderEpoch(),
                new EventCommit(offset.metadata(), note, markers.note(partition, offset.offset()), id).text());
    }

    private static Map<TopicPartition, OffsetAndMetadata> asStreamsWroteThem(
            Map<TopicPartition, OffsetAndMetadata> committed) {
        var all = new HashMap<TopicPartition, OffsetAndMetadata>();
        committed.forEach((partition, offset) -> all.put(partition, offset == null ? null : asStreamsWroteIt(offset)));
        return all;
    }

    private static OffsetAndMetadata asStreamsWroteIt(OffsetAndMetadata offset) {
        return new OffsetAndMetadata(
                offset.offset(),
                offset.leaderEpoch(),
                EventCommit.read(offset.metadata()).streams());
    }

    private void start(Collection<TopicPartition> partitions) {
        var committed = super.committed(Set.copyOf(partitions));
        var moved = new HashMap<TopicPartition, OffsetAndMetadata>();
        var others = new HashMap<TopicPartition, OffsetAndMetadata>();
        logs.of(partitions).forEach((partition, extent) -> {
            topicIds.put(partition, extent.topicId());
            var known = committed.get(partition);
            var commit = EventCommit.read(known == null ? "" : known.metadata());
            var start = known == null
                    ? StartOffset.ofNothingCommitted(extent)
                    : StartOffset.of(known.offset(), commit.topicId(), extent);
            take(partition, commit, start, extent.end());
            if (known != null && goTo(partition, start)) {
                moved.put(partition, new OffsetAndMetadata(start.offset()));
            } else {
                others.put(partition, known == null ? new OffsetAndMetadata(start.offset()) : asStreamsWroteIt(known));
            }
        });
        newest.putAll(moved);
        newest.putAll(others);
        if (!moved.isEmpty()) {
            commitStarts(moved);
        }
        // Says that the partitions are ours; the next commit says it again.
        super.commitAsync(asWeWrite(others), EventConsumer::logFailure);
    }

    private void take(TopicPartition partition, EventCommit commit, StartOffset start, long end) {
        boolean same = start.reason() != StartOffset.Reason.TOPIC_CREATED_ANEW;
        markers.taken(partition, same ? commit.passed() : "", start.offset());
        begun.taken(partition, same ? commit.note() : "", start.offset(), end, () -> writeNote(partition));
    }

    /** Commits nothing new. */
    private void writeNote(TopicPartition partition) {
        var commit = newest.get(partition);
        if (commit == null) {
            return; // the topic was just deleted
        }
        try {
            super.commitSync(asWeWrite(Map.of(partition, commit)));
        } catch (CommitFailedException | RebalanceInProgressException e) {
            // As Streams takes it when a commit fails: the partitions are assigned anew.
            throw new TaskMigratedException("a record cannot be begun while the group is rebalancing", e);
        }
    }

    /** The partitions may go to others, which need not be careful. */
    private void writeLastNotes(Collection<TopicPartition> partitions) {
        var commits = new HashMap<TopicPartition, OffsetAndMetadata>();
        partitions.forEach(partition -> {
            var commit = newest.get(partition);
            if (commit != null) {
                commits.put(partition, with(begun.lastNote(partition), partition, commit));
            }
        });
        try {
            super.commitAsync(commits, EventConsumer::logFailure);
        } catch (KafkaException e) {
            logFailure(commits, e);
        }
    }

    private static void logFailure(Map<TopicPartition, OffsetAndMetadata> commits, @Nullable Exception failure) {
        if (failure != null) {
            log.debug("the notes of {} are not written: {}", commits.keySet(), failure.getMessage());
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
            if (!closing) {
                writeLastNotes(partitions);
            }
            forget(partitions);
        }

        @Override
        public void onPartitionsLost(Collection<TopicPartition> partitions) {
            streams.onPartitionsLost(partitions);
            forget(partitions);
        }

        private void forget(Collection<TopicPartition> partitions) {
            topicIds.keySet().removeAll(partitions);
            newest.keySet().removeAll(partitions);
            held.drop(partitions);
        }
    }
}
