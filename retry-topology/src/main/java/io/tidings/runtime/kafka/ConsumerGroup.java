package io.tidings.runtime.kafka;

import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.DescribeConsumerGroupsOptions;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;

/**
 * The members of a consumer group, and what it has not read yet, as the brokers say. Blocking; throws {@link
 * KafkaException} as the client reports it, and waits as long as the logs do.
 */
public record ConsumerGroup(PartitionLogs logs, String name) {
    /** Returns none if the group has never had one. */
    public Collection<MemberDescription> members() {
        var options = new DescribeConsumerGroupsOptions().timeoutMs(logs.patienceMillis());
        var description = logs.admin().describeConsumerGroups(List.of(name), options)
                .describedGroups()
                .get(name);
        try {
            return description == null
                    ? List.of()
                    : KafkaFutures.await(description, "asking for the members of " + name)
                            .members();
        } catch (GroupIdNotFoundException e) {
            return List.of();
        }
    }

    /** Returns the next offset of each partition of which one was committed. */
    public Map<TopicPartition, Long> committed() {
        var committed = new HashMap<TopicPartition, Long>();
        KafkaFutures.await(
                        logs.admin().listConsumerGroupOffsets(
                                        name, new ListConsumerGroupOffsetsOptions().timeoutMs(logs.patienceMillis()))
                                .partitionsToOffsetAndMetadata(),
                        "asking for the offsets of " + name)
                .forEach((partition, offset) -> {
                    if (offset != null) {
                        committed.put(partition, offset.offset());
                    }
                });
        return committed;
    }

    /**
     * Returns the next offset of each partition that has a committed record which the group has not read. Nothing was
     * read of a partition without an offset. What is left of a log may be marks of transactions alone.
     */
    public Map<TopicPartition, Long> unread(
            Collection<TopicPartition> partitions, Map<TopicPartition, Long> committed) {
        var next = new HashMap<TopicPartition, Long>();
        logs.committed().of(partitions).forEach((partition, extent) -> {
            long offset = Math.max(extent.beginning(), committed.getOrDefault(partition, 0L));
            if (offset < extent.end()) {
                next.put(partition, offset);
            }
        });
        var newest = logs.committed().offsets(next.keySet(), OffsetSpec.maxTimestamp());
        next.entrySet().removeIf(each -> newest.getOrDefault(each.getKey(), -1L) < each.getValue());
        return next;
    }

    /**
     * Returns whether a record of these was appended before a time.
     *
     * @param unread see {@link #unread}
     */
    public boolean unreadBefore(Instant time, Map<TopicPartition, Long> unread) {
        var since = logs.committed().offsets(unread.keySet(), OffsetSpec.forTimestamp(time.toEpochMilli()));
        return unread.entrySet().stream().anyMatch(each -> {
            long first = since.getOrDefault(each.getKey(), -1L);
            return first < 0 || first > each.getValue();
        });
    }
}
