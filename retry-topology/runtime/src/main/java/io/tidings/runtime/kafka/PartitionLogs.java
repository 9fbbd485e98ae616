package io.tidings.runtime.kafka;

import io.tidings.contract.record.LogExtent;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/**
 * The present offsets of partitions' logs. Blocking, except {@link #ask}.
 *
 * @param isolation decides whether a log ends before the first open transaction, or after all of its records
 * @param patience the longest wait for one response; null for that of the client
 */
public record PartitionLogs(
        Admin admin, IsolationLevel isolation, @Nullable Duration patience) {
    /** Logs with the records of open transactions. */
    public PartitionLogs(Admin admin) {
        this(admin, IsolationLevel.READ_UNCOMMITTED, null);
    }

    /** Returns the logs without the records of open transactions, and what follows these. */
    public PartitionLogs committed() {
        return new PartitionLogs(admin, IsolationLevel.READ_COMMITTED, patience);
    }

    public PartitionLogs within(Duration longest) {
        return new PartitionLogs(admin, isolation, longest);
    }

    /**
     * Leaves out partitions that do not exist.
     *
     * @throws KafkaException as the client reports it, or if the thread is interrupted; the interrupt flag stays set
     */
    public Map<TopicPartition, LogExtent> of(Collection<TopicPartition> partitions) {
        var topics = described(
                partitions.stream().map(TopicPartition::topic).distinct().toList());
        var existing = partitions.stream()
                .filter(partition -> topics.containsKey(partition.topic()))
                .toList();
        var beginnings = offsets(existing, OffsetSpec.earliest());
        var extents = new HashMap<TopicPartition, LogExtent>();
        offsets(existing, OffsetSpec.latest()).forEach((partition, end) -> {
            var beginning = beginnings.get(partition);
            var topic = topics.get(partition.topic());
            if (beginning != null && topic != null) {
                extents.put(partition, new LogExtent(topic.topicId().toString(), Math.min(beginning, end), end));
            }
        });
        return extents;
    }

    /** Returns the partitions of those topics that exist. */
    public List<TopicPartition> partitions(Collection<String> topics) {
        return described(topics).values().stream()
                .flatMap(topic -> topic.partitions().stream()
                        .map(partition -> new TopicPartition(topic.name(), partition.partition())))
                .toList();
    }

    /** Leaves out topics that do not exist. */
    public Map<String, TopicDescription> described(Collection<String> topics) {
        var found = new HashMap<String, TopicDescription>();
        admin.describeTopics(topics, new DescribeTopicsOptions().timeoutMs(patienceMillis()))
                .topicNameValues()
                .forEach((name, description) -> {
                    try {
                        found.put(name, KafkaFutures.await(description, "asking for topic " + name));
                    } catch (UnknownTopicOrPartitionException e) {
                        // It does not exist, or was just deleted; then a rebalance will follow.
                    }
                });
        return found;
    }

    /** Returns the end of a log. A consumer that has come to it knows all that was committed before. */
    public long end(TopicPartition partition) {
        return offsets(List.of(partition), OffsetSpec.latest()).getOrDefault(partition, 0L);
    }

    /** Returns an offset of each partition; it is negative where the log has no record that was asked for. */
    public Map<TopicPartition, Long> offsets(Collection<TopicPartition> partitions, OffsetSpec which) {
        return KafkaFutures.await(
                ask(partitions, which).toCompletableFuture(), "asking for offsets of the logs " + partitions);
    }

    /** Asks for what {@link #offsets} returns, without blocking. */
    public CompletionStage<Map<TopicPartition, Long>> ask(Collection<TopicPartition> partitions, OffsetSpec which) {
        var request = partitions.stream().distinct().collect(Collectors.toMap(each -> each, _ -> which));
        return admin.listOffsets(request, new ListOffsetsOptions(isolation).timeoutMs(patienceMillis()))
                .all()
                .toCompletionStage()
                .thenApply(found -> {
                    var offsets = new HashMap<TopicPartition, Long>();
                    found.forEach((partition, offset) -> offsets.put(partition, offset.offset()));
                    return offsets;
                });
    }

    @Nullable
    Integer patienceMillis() {
        return patience == null ? null : Math.toIntExact(patience.toMillis());
    }
}
