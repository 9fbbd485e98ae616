package io.tidings.topology.source;

import io.micrometer.core.instrument.binder.kafka.KafkaClientMetrics;
import io.tidings.contract.source.SourceStart;
import io.tidings.runtime.kafka.PartitionLogs;
import io.tidings.topology.telemetry.MatchMetrics;
import io.tidings.topology.telemetry.SourceMetrics;
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
    private static final Duration POLL_TIMEOUT = Duration.ofMillis(500);
    private static final Duration SHORTEST_HOLD = Duration.ofSeconds(1);
    private static final Duration LONGEST_HOLD = Duration.ofSeconds(30);

    private final Consumer<byte[], byte[]> consumer;
    private final StartPositions positions;
    private final KafkaClientMetrics metrics;
    private final Map<TopicPartition, Hold> held = new HashMap<>();
    private Set<String> subscribed = Set.of();

    /** @param until by the monotonic clock */
    private record Hold(Duration length, long until) {}

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
        var paused = reading ? heldNow() : consumer.assignment();
        var open = new HashSet<>(consumer.assignment());
        open.removeAll(paused);
        consumer.pause(paused);
        consumer.resume(open);
        try {
            return consumer.poll(POLL_TIMEOUT);
        } catch (OffsetOutOfRangeException e) {
            positions.outOfRange(e.offsetOutOfRangePartitions().keySet());
            return ConsumerRecords.empty();
        }
    }

    private Set<TopicPartition> heldNow() {
        long now = System.nanoTime();
        var paused = new HashSet<>(positions.unknown());
        for (var partition : consumer.assignment()) {
            if (!subscribed.contains(partition.topic())) {
                paused.add(partition); // records of a dropped source would be passed over
            }
        }
        held.keySet().retainAll(consumer.assignment());
        held.forEach((partition, hold) -> {
            if (hold.until() - now > 0) {
                paused.add(partition);
            }
        });
        return paused;
    }

    /** Returns whether a record of the partition may be matched and committed. */
    boolean reads(TopicPartition partition) {
        return positions.reads(partition);
    }

    /** Reads the partition from this offset again, later each time. */
    void hold(TopicPartition partition, long offset) {
        var before = held.get(partition);
        var length = before == null ? SHORTEST_HOLD : before.length().multipliedBy(2);
        var bounded = length.compareTo(LONGEST_HOLD) < 0 ? length : LONGEST_HOLD;
        held.put(partition, new Hold(bounded, System.nanoTime() + bounded.toNanos()));
        consumer.seek(partition, offset);
    }

    OffsetAndMetadata at(TopicPartition partition, long offset) {
        return positions.at(partition, offset);
    }

    void committed(Map<TopicPartition, OffsetAndMetadata> offsets) {
        positions.committed(offsets);
        held.keySet().removeAll(offsets.keySet()); // a partition that gets on is held shortly next time
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
