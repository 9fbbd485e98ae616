package io.tidings.runtime.kafka;

import io.tidings.contract.offset.LogExtent;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** The logs of partitions as the brokers hold them now. For threads that may wait. */
public record PartitionLogs(Admin admin) {
    /**
     * Returns the logs of those of the partitions that exist.
     *
     * @throws KafkaException as the client reports it, or when the thread is interrupted, which it then still is
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
                // It has just been deleted: what became of its partitions the group will tell.
            }
        });
        return ids;
    }

    private Map<TopicPartition, Long> offsets(Collection<TopicPartition> partitions, OffsetSpec which) {
        var question = new HashMap<TopicPartition, OffsetSpec>();
        partitions.forEach(partition -> question.put(partition, which));
        var offsets = new HashMap<TopicPartition, Long>();
        KafkaFutures.await(admin.listOffsets(question).all(), "asking for the ends of the logs")
                .forEach((partition, found) -> offsets.put(partition, found.offset()));
        return offsets;
    }
}
