package io.tidings.topology.source;

import io.tidings.contract.record.LogExtent;
import io.tidings.contract.record.StartOffset;
import io.tidings.contract.topic.SourceStart;
import io.tidings.runtime.kafka.PartitionLogs;
import io.tidings.topology.match.MatchMetrics;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The offsets from which the partitions of this instance are read, and read again if a transaction is aborted.
 * Confined to the reader's thread.
 */
final class StartPositions implements ConsumerRebalanceListener {
    private static final Logger log = LoggerFactory.getLogger(StartPositions.class);
    private static final Duration LONGEST_QUESTION = Duration.ofSeconds(5);

    private final Consumer<byte[], byte[]> consumer;
    private final PartitionLogs logs;
    private final TakeUp takeUp;
    private final Function<String, Optional<SourceStart>> starts;
    private final SourceStarts subscriptionStarts;
    private final MatchMetrics metrics;
    private final SourceTransactions transaction;
    private final Map<TopicPartition, OffsetAndMetadata> committed = new HashMap<>();
    private final Map<TopicPartition, Long> ends = new HashMap<>();
    private final Set<TopicPartition> unknown = new HashSet<>();
    private Set<String> readOn = Set.of();
    private boolean closing;

    /** @param starts of the Kafka topics that are sources now */
    StartPositions(
            Consumer<byte[], byte[]> consumer,
            PartitionLogs logs,
            TakeUp takeUp,
            Function<String, Optional<SourceStart>> starts,
            SourceStarts subscriptionStarts,
            SourceTransactions transaction,
            MatchMetrics metrics) {
        this.consumer = consumer;
        this.logs = logs;
        this.takeUp = takeUp;
        this.starts = starts;
        this.subscriptionStarts = subscriptionStarts;
        this.transaction = transaction;
        this.metrics = metrics;
    }

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
        if (!partitions.isEmpty()) {
            begin(partitions);
            log.info("reads {} of the sources", committed.keySet());
        }
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
        if (!closing) {
            giveAway(partitions);
        }
        forget(partitions);
    }

    @Override
    public void onPartitionsLost(Collection<TopicPartition> partitions) {
        forget(partitions);
    }

    private void forget(Collection<TopicPartition> partitions) {
        subscriptionStarts.forget(partitions);
        committed.keySet().removeAll(partitions);
        unknown.removeAll(partitions);
    }

    /** Says that nothing is in hand of partitions, so that the next process need not be careful. */
    private void giveAway(Collection<TopicPartition> partitions) {
        var ours = partitions.stream()
                .filter(each -> readOn.contains(each.topic()) && subscriptionStarts.knows(each))
                .collect(Collectors.toCollection(HashSet::new));
        if (ours.isEmpty()) {
            return;
        }
        try {
            // A commit for a topic that was just deleted would be repeated for seconds, and then end the session.
            ours.retainAll(logs.within(LONGEST_QUESTION).partitions(readOn));
        } catch (KafkaException e) {
            log.debug("the notes of {} are not written: {}", ours, e.getMessage());
            return;
        }
        ours.forEach(partition -> transaction.change(List.of(), partition, committed(partition)));
        var _ = transaction.commit(consumer.groupMetadata(), subscriptionStarts::lastMark);
    }

    /** Called when the process ends in order. */
    void giveAwayAll() {
        giveAway(committed.keySet());
    }

    /** Called before what is read changes; what is not read any more may be deleted or forbidden. */
    void readOn(Set<String> kafkaTopics) {
        readOn = kafkaTopics;
    }

    void closing() {
        closing = true;
    }

    /** The partitions that must not be read, because it is not known from where. */
    Set<TopicPartition> unknown() {
        return Set.copyOf(unknown);
    }

    /** Asks again for partitions that the brokers did not know, as happens for a moment after their start. */
    void beginUnknown() {
        if (!unknown.isEmpty()) {
            begin(unknown());
        }
    }

    /** Moves back to what was committed; everything after it is read again. */
    void rewind() {
        committed.forEach((partition, offset) -> consumer.seek(partition, offset.offset()));
    }

    /** Returns the offset to commit, with the id of the topic (B-RUN-1). */
    OffsetAndMetadata at(TopicPartition partition, long offset) {
        return new OffsetAndMetadata(offset, committed(partition).metadata());
    }

    OffsetAndMetadata committed(TopicPartition partition) {
        return Objects.requireNonNull(committed.get(partition), partition::toString);
    }

    Map<TopicPartition, OffsetAndMetadata> committed() {
        return Map.copyOf(committed);
    }

    /** Returns where the log ended when reading began. */
    long end(TopicPartition partition) {
        return ends.getOrDefault(partition, 0L);
    }

    boolean reads(TopicPartition partition) {
        return committed.containsKey(partition);
    }

    void committed(Map<TopicPartition, OffsetAndMetadata> offsets) {
        committed.putAll(offsets);
    }

    /** Goes on in logs that lost the offsets that were asked for, while they were read. */
    void outOfRange(Set<TopicPartition> partitions) {
        begin(partitions);
    }

    private void begin(Collection<TopicPartition> partitions) {
        subscriptionStarts.forget(partitions);
        var undecided = decideStarts(partitions);
        var before = consumer.committed(Set.copyOf(partitions));
        var extents = logs.of(partitions);
        var moved = new HashMap<TopicPartition, OffsetAndMetadata>();
        for (var partition : partitions) {
            var extent = extents.get(partition);
            if (extent == null || undecided.contains(partition.topic())) {
                unknown.add(partition);
                consumer.seek(partition, 0); // never used: the partition is paused
            } else {
                unknown.remove(partition);
                var start = start(before.get(partition), extent);
                var offset = new OffsetAndMetadata(start.offset(), extent.topicId());
                report(partition, start);
                committed.put(partition, offset);
                ends.put(partition, extent.end());
                consumer.seek(partition, start.offset());
                if (!start.asCommitted()) {
                    moved.put(partition, offset);
                }
            }
        }
        if (!moved.isEmpty()) {
            commit(moved);
        }
    }

    /** Returns the topics without a commit: those that are no sources any more, or do not exist. */
    private Set<String> decideStarts(Collection<TopicPartition> partitions) {
        var found = consumer.committed(Set.copyOf(partitions));
        var undecided = new HashSet<String>();
        for (var partition : partitions) {
            if (found.get(partition) == null) {
                undecided.add(partition.topic());
            }
        }
        undecided.removeIf(kafkaTopic -> starts.apply(kafkaTopic)
                .filter(start -> takeUp.decided(kafkaTopic, start))
                .isPresent());
        return undecided;
    }

    private static StartOffset start(@Nullable OffsetAndMetadata committed, LogExtent log) {
        return committed == null
                ? StartOffset.ofNothingCommitted(log)
                : StartOffset.of(
                        committed.offset(), Optional.of(committed.metadata()).filter(id -> !id.isEmpty()), log);
    }

    private void report(TopicPartition partition, StartOffset start) {
        start.loss(partition.toString()).ifPresent(loss -> {
            metrics.lost(start.lost());
            log.error(loss);
        });
    }

    private void commit(Map<TopicPartition, OffsetAndMetadata> moved) {
        try {
            consumer.commitSync(moved);
        } catch (CommitFailedException | RebalanceInProgressException e) {
            log.info("the group is rebalancing, so the starting position is committed later: {}", e.getMessage());
        }
    }
}
