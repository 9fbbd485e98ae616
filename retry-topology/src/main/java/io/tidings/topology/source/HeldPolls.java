package io.tidings.topology.source;

import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
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
        var paused = new HashSet<>(consumer.assignment());
        paused.removeAll(open);
        consumer.pause(paused);
        consumer.resume(open);
        try {
            var records = consumer.poll(timeout);
            held.readable(open);
            return records;
        } catch (KafkaException e) {
            if (open.isEmpty() || e.getClass() != KafkaException.class) {
                throw e;
            }
            // An unreadable record is a KafkaException without a class of its own.
            unreadable(open, e);
            return ConsumerRecords.empty();
        }
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
