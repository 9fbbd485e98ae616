package io.tidings.topology.source;

import io.micrometer.core.instrument.binder.kafka.KafkaClientMetrics;
import io.tidings.contract.source.SourceStart;
import io.tidings.runtime.kafka.PartitionLogs;
import io.tidings.topology.telemetry.MatchMetrics;
import io.tidings.topology.telemetry.SourceMetrics;
import java.time.Duration;
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
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The consumer of the sources: which of them it reads, and where it stands. Confined to the reader's thread.
 */
final class SourceConsumer implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(SourceConsumer.class);
    private static final Duration POLL_TIMEOUT = Duration.ofMillis(500);

    private final Consumer<byte[], byte[]> consumer;
    private final StartPositions positions;
    private final KafkaClientMetrics metrics;
    private final HeldPartitions held = new HeldPartitions(System::nanoTime);
    private Set<String> subscribed = Set.of();

    private SourceConsumer(Consumer<byte[], byte[]> consumer, StartPositions positions, KafkaClientMetrics metrics) {
        this.consumer = consumer;
        this.positions = positions;
        this.metrics = metrics;
    }

    static SourceConsumer open(
            SourceSettings settings,
            Admin admin,
            Function<String, Optional<SourceStart>> starts,
            MatchMetrics matchMetrics,
            SourceMetrics metrics) {
        var consumer = settings.clients().consumer(settings.consumer());
        var positions = new StartPositions(
                consumer, new PartitionLogs(admin), new TakeUp(settings, admin), starts, matchMetrics);
        return new SourceConsumer(consumer, positions, metrics.bind(consumer));
    }

    /** Changes what is read, with the next poll; returns whether that is something else than before. */
    boolean subscribe(Set<String> kafkaTopics) {
        if (kafkaTopics.equals(subscribed)) {
            return false;
        }
        subscribed = Set.copyOf(kafkaTopics);
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
    ConsumerRecords<byte[], byte[]> poll(boolean reading) {
        positions.beginUnknown();
        var open = reading ? held.open(readable()) : Set.<TopicPartition>of();
        var paused = new HashSet<>(consumer.assignment());
        paused.removeAll(open);
        consumer.pause(paused);
        consumer.resume(open);
        try {
            var records = consumer.poll(POLL_TIMEOUT);
            held.readable(open);
            return records;
        } catch (OffsetOutOfRangeException e) {
            positions.outOfRange(e.offsetOutOfRangePartitions().keySet());
            return ConsumerRecords.empty();
        } catch (KafkaException e) {
            if (open.isEmpty() || e.getClass() != KafkaException.class) {
                throw e;
            }
            // An unreadable record is a KafkaException without a class of its own.
            unreadable(open, e);
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

    private void unreadable(Set<TopicPartition> open, KafkaException failure) {
        if (held.unreadable(open)) {
            open.forEach(each -> {
                long offset = consumer.position(each);
                log.warn(
                        "{} cannot be read at offset {}; this is tried again, and other partitions go on: {}",
                        each,
                        offset,
                        failure.getMessage());
                forgetFetched(each, offset);
            });
        }
    }

    /** Makes the consumer fetch again, as it would fail on what it has fetched forever. */
    private void forgetFetched(TopicPartition partition, long offset) {
        consumer.seek(partition, offset + 1);
        var _ = consumer.poll(Duration.ZERO); // sees that it has fetched what is not asked for
        if (consumer.assignment().contains(partition)) {
            consumer.seek(partition, offset);
        }
    }

    /** Returns whether a record of the partition may be matched and committed. */
    boolean reads(TopicPartition partition) {
        return positions.reads(partition);
    }

    /** Reads the partition from this offset again, later each time. */
    void hold(TopicPartition partition, long offset) {
        var _ = held.hold(partition);
        consumer.seek(partition, offset);
    }

    /** Returns how many partitions of a Kafka topic wait because a record of them cannot be read. */
    int held(String kafkaTopic) {
        return held.count(kafkaTopic);
    }

    OffsetAndMetadata at(TopicPartition partition, long offset) {
        return positions.at(partition, offset);
    }

    void committed(Map<TopicPartition, OffsetAndMetadata> offsets) {
        positions.committed(offsets);
        held.gotOn(offsets.keySet());
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

    @Override
    public void close() {
        metrics.close();
        consumer.close(CloseOptions.timeout(Duration.ZERO)); // a static member does not leave
    }
}
