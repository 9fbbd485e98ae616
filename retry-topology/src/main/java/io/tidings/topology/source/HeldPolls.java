package io.tidings.topology.source;

import io.tidings.contract.Durations;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Polls a consumer whose partitions are read one without the other: one that cannot be read is tried again, later each
 * time, and the others go on (B-SOURCE-1). Confined to the reader's thread.
 */
final class HeldPolls {
    private static final Logger log = LoggerFactory.getLogger(HeldPolls.class);
    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofSeconds(30);

    private final Consumer<byte[], byte[]> consumer;
    private final LongSupplier nanos;
    private final Map<TopicPartition, Hold> held = new HashMap<>();

    /** @param until by the monotonic clock */
    private record Hold(Duration length, long until) {}

    HeldPolls(Consumer<byte[], byte[]> consumer) {
        this(consumer, System::nanoTime);
    }

    /** @param nanos the monotonic clock */
    HeldPolls(Consumer<byte[], byte[]> consumer, LongSupplier nanos) {
        this.consumer = consumer;
        this.nanos = nanos;
    }

    /**
     * @param readable the assigned partitions that may be read
     * @throws KafkaException if the failure is not that of one record
     */
    ConsumerRecords<byte[], byte[]> poll(Set<TopicPartition> readable, Duration timeout) {
        held.keySet().retainAll(readable);
        return pollOnly(readable.stream().filter(each -> !holds(each)).collect(Collectors.toSet()), timeout);
    }

    /** Stays in the group, and reads nothing. */
    ConsumerRecords<byte[], byte[]> pollNothing(Duration timeout) {
        return pollOnly(Set.of(), timeout);
    }

    private boolean holds(TopicPartition partition) {
        var hold = held.get(partition);
        return hold != null && hold.until() - nanos.getAsLong() > 0;
    }

    private ConsumerRecords<byte[], byte[]> pollOnly(Set<TopicPartition> open, Duration timeout) {
        resumeOnly(open);
        try {
            return consumer.poll(timeout);
        } catch (KafkaException e) {
            var partition = unreadable(e, open).orElseThrow(() -> e);
            long offset = consumer.position(partition);
            log.warn(
                    "{} cannot be read at offset {}; this is tried again, and other partitions go on: {}",
                    partition,
                    offset,
                    e.getMessage());
            forgetFetched(partition, offset);
            hold(partition);
            return ConsumerRecords.empty();
        }
    }

    private void resumeOnly(Set<TopicPartition> open) {
        var paused = new HashSet<>(consumer.assignment());
        paused.removeAll(open);
        consumer.pause(paused);
        consumer.resume(open);
    }

    /** An unreadable record is a KafkaException without a class of its own: only its message names the partition. */
    private static Optional<TopicPartition> unreadable(KafkaException failure, Set<TopicPartition> open) {
        if (failure.getClass() != KafkaException.class) {
            return Optional.empty();
        }
        var words = List.of(String.valueOf(failure.getMessage()).split("\\.? "));
        return open.stream().filter(each -> words.contains(each.toString())).findFirst();
    }

    /** Makes the consumer fetch again, as it would fail on what it has fetched forever. */
    private void forgetFetched(TopicPartition partition, long offset) {
        resumeOnly(Set.of(partition));
        consumer.seek(partition, offset + 1);
        var _ = consumer.poll(Duration.ZERO); // sees that it has fetched what is not asked for
        if (consumer.assignment().contains(partition)) {
            consumer.seek(partition, offset);
        }
    }

    /** Reads the partition from this offset again, later each time. */
    void hold(TopicPartition partition, long offset) {
        hold(partition);
        consumer.seek(partition, offset);
    }

    /** The time doubles until something of the partition is committed. */
    private void hold(TopicPartition partition) {
        var before = held.get(partition);
        var length = before == null ? SHORTEST : Durations.min(before.length().multipliedBy(2), LONGEST);
        held.put(partition, new Hold(length, nanos.getAsLong() + length.toNanos()));
    }

    /** Partitions that get on are held shortly next time. */
    void gotOn(Collection<TopicPartition> partitions) {
        held.keySet().removeAll(partitions);
    }

    /** Returns how many partitions of a Kafka topic have failed since something of them was last committed. */
    int count(String kafkaTopic) {
        return (int) held.keySet().stream()
                .filter(each -> each.topic().equals(kafkaTopic))
                .count();
    }
}
