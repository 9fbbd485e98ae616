package io.tidings.runtime.kafka;

import io.tidings.contract.record.LogExtent;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** The present extents of partitions' logs. Blocking. */
public record PartitionLogs(Admin admin) {
    /**
     * Leaves out partitions that do not exist.
     *
     * @throws KafkaException as the client reports it, or if the thread is interrupted; the interrupt flag stays set
     */
    public Map<TopicPartition, LogExtent> of(Collection<TopicPartition> partitions) {
        var ids = topicIds(partitions);
        var existing = partitions.stream()
                .filter(partition -> ids.containsKey(partition.topic()))
                .toList();
        var beginnings = offsets(existing, OffsetSpec.earliest());
        var extents = new HashMap<TopicPartition, LogExtent>();
        offsets(existing, OffsetSpec.latest()).forEach((partition, end) -> {
            var beginning = beginnings.get(partition);
            var id = ids.get(partition.topic());
            if (beginning != null && id != null) {
                extents.put(partition, new LogExtent(id, Math.min(beginning, end), end));
            }
        });
        return extents;
    }

    private Map<String, String> topicIds(Collection<TopicPartition> partitions) {
        var names = partitions.stream().map(TopicPartition::topic).distinct().toList();
        var ids = new HashMap<String, String>();
        admin.describeTopics(names).topicNameValues().forEach((name, description) -> {
            try {
                ids.put(
                        name,
                        KafkaFutures.await(description, "asking for topic " + name)
                                .topicId()
                                .toString());
            } catch (UnknownTopicOrPartitionException e) {
                // The topic was just deleted; a rebalance will follow.
            }
        });
        return ids;
    }

    private Map<TopicPartition, Long> offsets(Collection<TopicPartition> partitions, OffsetSpec which) {
        var request = new HashMap<TopicPartition, OffsetSpec>();
        partitions.forEach(partition -> request.put(partition, which));
        var offsets = new HashMap<TopicPartition, Long>();
        KafkaFutures.await(admin.listOffsets(request).all(), "asking for the ends of the logs")
                .forEach((partition, found) -> offsets.put(partition, found.offset()));
        return offsets;
    }
}
