package io.tidings.topology.source;

import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Polls a consumer whose partitions are read one without the other. Confined to the reader's thread. */
final class HeldPolls {
    private static final Logger log = LoggerFactory.getLogger(HeldPolls.class);

    private final Consumer<byte[], byte[]> consumer;
    private final HeldPartitions held = new HeldPartitions(System::nanoTime);

    HeldPolls(Consumer<byte[], byte[]> consumer) {
        this.consumer = consumer;
    }

    /**
     * @param readable the assigned partitions that may be read
     * @throws KafkaException if the failure is not that of one record
     */
    ConsumerRecords<byte[], byte[]> poll(Set<TopicPartition> readable, Duration timeout) {
        return pollOnly(held.open(readable), timeout);
    }

    /** Stays in the group, and reads nothing. */
    ConsumerRecords<byte[], byte[]> pollNothing(Duration timeout) {
        return pollOnly(Set.of(), timeout);
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
            var _ = held.hold(partition);
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
        var _ = held.hold(partition);
        consumer.seek(partition, offset);
    }

    void gotOn(Collection<TopicPartition> partitions) {
        held.gotOn(partitions);
    }

    /** Returns how many partitions of a Kafka topic wait because a record of them cannot be read. */
    int count(String kafkaTopic) {
        return held.count(kafkaTopic);
    }
}
