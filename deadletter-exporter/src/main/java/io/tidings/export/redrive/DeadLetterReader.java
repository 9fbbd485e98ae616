package io.tidings.export.redrive;

import io.tidings.contract.Topics;
import io.tidings.runtime.kafka.KafkaClients;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Reads all partitions of the dead-letters topic, because a subscription moves to another one when partitions are
 * added.
 */
final class DeadLetterReader implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMillis(500);

    private final Consumer<byte[], byte[]> consumer;

    private DeadLetterReader(Consumer<byte[], byte[]> consumer) {
        this.consumer = consumer;
    }

    /** @param group that stores the positions; it is not joined */
    static DeadLetterReader open(KafkaClients clients, String group) {
        return new DeadLetterReader(CommittedRecords.consumer(clients, group));
    }

    /** Returns the records appended between a time and now. */
    List<OffsetRange> ranges(Topics topics, Instant from) {
        var partitions = OffsetRange.partitions(consumer, topics.deadLetters());
        if (partitions.isEmpty()) {
            throw new CannotRedrive("there is no Kafka topic " + topics.deadLetters()
                    + ": check bootstrap.servers and topic.prefix, or start a deadletter-exporter, which creates it");
        }
        return OffsetRange.of(consumer, partitions, from, null);
    }

    /** Passes the records of a range on in their order, until the taker returns false; returns whether it took all. */
    boolean read(OffsetRange range, Predicate<ConsumerRecord<byte[], byte[]>> taker) {
        consumer.assign(List.of(range.partition()));
        consumer.seek(range.partition(), range.start());
        while (consumer.position(range.partition()) < range.end()) {
            for (var record : consumer.poll(PATIENCE)) {
                if (record.offset() < range.end() && !taker.test(record)) {
                    return false;
                }
            }
        }
        return true;
    }

    ConsumerGroupMetadata group() {
        return consumer.groupMetadata();
    }

    static TopicPartition partition(ConsumerRecord<byte[], byte[]> record) {
        return new TopicPartition(record.topic(), record.partition());
    }

    @Override
    public void close() {
        consumer.close();
    }
}
