package io.tidings.topology.source;

import io.micrometer.core.instrument.binder.kafka.KafkaClientMetrics;
import io.tidings.contract.topic.SourceStart;
import io.tidings.runtime.kafka.NumberLogReader;
import io.tidings.runtime.kafka.PartitionLogs;
import io.tidings.topology.match.MatchMetrics;
import io.tidings.topology.match.SourceMetrics;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;

/**
 * The consumer of the sources: which of them it reads, and where it stands. Confined to the reader's thread.
 */
final class SourceConsumer implements AutoCloseable {
    private final Consumer<byte[], byte[]> consumer;
    private final StartPositions positions;
    private final SourceStarts starts;
    private final KafkaClientMetrics metrics;
    private final HeldPolls polls;
    private Set<String> subscribed = Set.of();

    private SourceConsumer(
            Consumer<byte[], byte[]> consumer,
            StartPositions positions,
            SourceStarts starts,
            KafkaClientMetrics metrics) {
        this.consumer = consumer;
        this.positions = positions;
        this.starts = starts;
        this.metrics = metrics;
        this.polls = new HeldPolls(consumer);
    }

    static SourceConsumer open(
            SourceSettings settings,
            Admin admin,
            Function<String, Optional<SourceStart>> starts,
            BegunRecords begun,
            SourceTransactions transaction,
            MatchMetrics matchMetrics,
            SourceMetrics metrics) {
        var consumer = settings.clients().consumer(settings.consumer());
        var log = new StartsLog(
                new NumberLogReader(settings.clients(), admin),
                settings.topics().starts());
        var subscriptionStarts = new SourceStarts(log, begun);
        var positions = new StartPositions(
                consumer,
                new PartitionLogs(admin),
                new TakeUp(settings, admin),
                starts,
                subscriptionStarts,
                transaction,
                matchMetrics);
        return new SourceConsumer(consumer, positions, subscriptionStarts, metrics.bind(consumer));
    }

    /** Changes what is read, with the next poll; returns whether that is something else than before. */
    boolean subscribe(Set<String> kafkaTopics) {
        if (kafkaTopics.equals(subscribed)) {
            return false;
        }
        subscribed = Set.copyOf(kafkaTopics);
        positions.readOn(subscribed);
        if (subscribed.isEmpty()) {
            consumer.unsubscribe();
        } else {
            consumer.subscribe(subscribed, positions);
        }
        return true;
    }

    /** Returns whether anything can be polled. */
    boolean subscribed() {
        return !subscribed.isEmpty();
    }

    /** @param reading false to stay in the group, but to read nothing */
    ConsumerRecords<byte[], byte[]> poll(boolean reading, Duration timeout) {
        positions.beginUnknown();
        try {
            return reading ? polls.poll(readable(), timeout) : polls.pollNothing(timeout);
        } catch (OffsetOutOfRangeException e) {
            positions.outOfRange(e.offsetOutOfRangePartitions().keySet());
            return ConsumerRecords.empty();
        }
    }

    /** Returns the assigned partitions whose start is known. Records of a dropped source would be passed over. */
    private Set<TopicPartition> readable() {
        var readable = new HashSet<>(consumer.assignment());
        readable.removeAll(positions.unknown());
        readable.removeIf(each -> !subscribed.contains(each.topic()));
        return readable;
    }

    /** Returns whether a record of the partition may be matched and committed. */
    boolean reads(TopicPartition partition) {
        return positions.reads(partition);
    }

    /** Reads the partition from this offset again, later each time. */
    void hold(TopicPartition partition, long offset) {
        polls.hold(partition, offset);
    }

    /** Returns how many partitions of a Kafka topic wait because a record of them cannot be read. */
    int held(String kafkaTopic) {
        return polls.count(kafkaTopic);
    }

    /** Returns for which subscriptions the partitions are matched. */
    SourceStarts starts() {
        return starts;
    }

    /** Returns where the partitions stand that may be matched and committed. */
    Map<TopicPartition, OffsetAndMetadata> positions() {
        return positions.committed();
    }

    /** Returns the offset from which on records of the partition are not committed. */
    long position(TopicPartition partition) {
        return positions.committed(partition).offset();
    }

    /** Returns where the log of a partition ended when this process got it. */
    long end(TopicPartition partition) {
        return positions.end(partition);
    }

    OffsetAndMetadata at(TopicPartition partition, long offset) {
        return positions.at(partition, offset);
    }

    void committed(Map<TopicPartition, OffsetAndMetadata> offsets) {
        var moved = new HashMap<>(offsets);
        moved.entrySet().removeAll(positions.committed().entrySet());
        positions.committed(offsets);
        polls.gotOn(moved.keySet());
    }

    void rewind() {
        positions.rewind();
    }

    ConsumerGroupMetadata group() {
        return consumer.groupMetadata();
    }

    /** The records of a Kafka topic that this instance has yet to read, as far as they are known. */
    long lag(String kafkaTopic) {
        return consumer.assignment().stream()
                .filter(each -> each.topic().equals(kafkaTopic))
                .map(consumer::currentLag)
                .flatMapToLong(OptionalLong::stream)
                .sum();
    }

    /** Called before the closing when the process ends in order, and all that was read is committed. */
    void giveAwayAll() {
        positions.giveAwayAll();
    }

    @Override
    public void close() {
        positions.closing();
        metrics.close();
        consumer.close(CloseOptions.timeout(Duration.ZERO)); // a static member does not leave
    }
}
