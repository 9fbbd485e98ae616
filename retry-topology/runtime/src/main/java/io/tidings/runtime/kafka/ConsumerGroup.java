package io.tidings.runtime.kafka;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeConsumerGroupsOptions;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.jspecify.annotations.Nullable;

/**
 * The members of a consumer group, its offsets, and what it has not read yet. Blocking; throws {@link KafkaException} as
 * the client reports it, or if the thread is interrupted; the interrupt flag stays set.
 *
 * @param logs decide how long a response is waited for
 */
public record ConsumerGroup(PartitionLogs logs, String name) {
    private static final ListConsumerGroupOffsetsOptions STABLE =
            new ListConsumerGroupOffsetsOptions().requireStable(true);

    private static final long ASK_AGAIN_MILLIS = 50;

    public ConsumerGroup(Admin admin, String name) {
        this(new PartitionLogs(admin), name);
    }

    /** Returns none if the group has never had one. */
    public Collection<MemberDescription> members() {
        var options = new DescribeConsumerGroupsOptions().timeoutMs(logs.patienceMillis());
        var description = logs.admin()
                .describeConsumerGroups(List.of(name), options)
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

    /**
     * Returns the committed offsets as soon as they are stable: they are not while a transaction is open, and for a
     * moment after the response to its commit. The offset is null where nothing was committed.
     */
    public Map<TopicPartition, @Nullable OffsetAndMetadata> stable(Collection<TopicPartition> partitions) {
        return askWhile(() -> true, partitions).orElseThrow();
    }

    /** Returns empty if an offset is not stable in time. */
    public Optional<Map<TopicPartition, @Nullable OffsetAndMetadata>> stable(
            Collection<TopicPartition> partitions, Duration patience) {
        long end = System.nanoTime() + patience.toNanos();
        return askWhile(() -> System.nanoTime() - end < 0, partitions);
    }

    /** Kafka leaves unstable offsets out of its response. */
    private Optional<Map<TopicPartition, @Nullable OffsetAndMetadata>> askWhile(
            BooleanSupplier patient, Collection<TopicPartition> partitions) {
        var request = Map.of(name, new ListConsumerGroupOffsetsSpec().topicPartitions(partitions));
        while (patient.getAsBoolean()) {
            var offsets = KafkaFutures.await(
                    logs.admin().listConsumerGroupOffsets(request, STABLE).partitionsToOffsetAndMetadata(name),
                    "asking for the offsets of " + name);
            if (offsets.keySet().containsAll(partitions)) {
                return Optional.of(offsets);
            }
            waitABit();
        }
        return Optional.empty();
    }

    private void waitABit() {
        try {
            TimeUnit.MILLISECONDS.sleep(ASK_AGAIN_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KafkaException("interrupted while asking for the offsets of " + name, e);
        }
    }

    /** Returns the next offset of each partition of which one was committed, stable or not. */
    public Map<TopicPartition, Long> committed() {
        var committed = new HashMap<TopicPartition, Long>();
        KafkaFutures.await(
                        logs.admin()
                                .listConsumerGroupOffsets(
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
