package io.tidings.topology.streams;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Events that were read, and are handed over with those that follow. Streams commits only behind what was handed over,
 * so those of a partition that goes are read again by its next owner. Confined to its stream thread.
 */
final class HeldEvents {
    private final Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> records = new HashMap<>();
    private final Map<TopicPartition, OffsetAndMetadata> next = new HashMap<>();

    boolean isEmpty() {
        return records.isEmpty();
    }

    void add(ConsumerRecords<byte[], byte[]> read) {
        read.partitions()
                .forEach(partition -> records.computeIfAbsent(partition, _ -> new ArrayList<>())
                        .addAll(read.records(partition)));
        next.putAll(read.nextOffsets());
    }

    /** Returns all, which are held no longer. */
    ConsumerRecords<byte[], byte[]> takenWith(ConsumerRecords<byte[], byte[]> following) {
        if (records.isEmpty() && next.isEmpty()) {
            return following;
        }
        add(following);
        var all = new ConsumerRecords<>(Map.copyOf(records), Map.copyOf(next));
        records.clear();
        next.clear();
        return all;
    }

    void drop(Collection<TopicPartition> partitions) {
        records.keySet().removeAll(partitions);
        next.keySet().removeAll(partitions);
    }
}
