package io.tidings.worker.group;

import io.tidings.contract.record.LogExtent;
import io.tidings.contract.record.StartOffset;
import io.tidings.runtime.kafka.ConsumerGroup;
import io.tidings.runtime.kafka.PartitionLogs;
import io.tidings.worker.partition.StartingPoint;
import io.tidings.worker.progress.CommitMetadata;
import io.tidings.worker.progress.CommitPosition;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the broker where to start. The consumer cannot ask: its call would block the polling of all partitions while a
 * dead worker's transaction is open.
 */
public final class StartingPoints {
    private static final Logger log = LoggerFactory.getLogger(StartingPoints.class);

    private final ConsumerGroup group;
    private final PartitionLogs logs;

    public StartingPoints(Admin admin, String group) {
        logs = new PartitionLogs(admin);
        this.group = new ConsumerGroup(logs, group);
    }

    /**
     * The broker's word on partitions; it does not know the topics of those that are in neither.
     *
     * @param unreadable have a commit that cannot be read: any other start would fork or lose deliveries
     */
    public record Found(Map<TopicPartition, StartingPoint> points, Set<TopicPartition> unreadable) {}

    /** Blocks until the broker has responded. */
    public Found of(Collection<TopicPartition> partitions) {
        var committed = group.stable(partitions);
        var points = new HashMap<TopicPartition, StartingPoint>();
        var unreadable = new HashSet<TopicPartition>();
        logs.of(partitions).forEach((partition, extent) -> {
            var known = committed.get(partition);
            if (legible(partition, known)) {
                points.put(partition, point(known, extent));
            } else {
                unreadable.add(partition);
            }
        });
        return new Found(points, unreadable);
    }

    private static boolean legible(TopicPartition partition, @Nullable OffsetAndMetadata committed) {
        var problem = committed == null ? Optional.<String>empty() : CommitMetadata.problem(committed.metadata());
        problem.ifPresent(what -> log.error("the commit of {} cannot be read: {}", partition, what));
        return problem.isEmpty();
    }

    private static StartingPoint point(@Nullable OffsetAndMetadata committed, LogExtent log) {
        if (committed == null) {
            var start = StartOffset.ofNothingCommitted(log);
            return new StartingPoint(new CommitPosition(start.offset(), ""), start, log.topicId());
        }
        var start = StartOffset.of(committed.offset(), CommitMetadata.topicId(committed.metadata()), log);
        var known = new CommitPosition(committed.offset(), committed.metadata());
        var position = switch (start.reason()) {
            case AS_COMMITTED -> known;
            case DELETED_BEFORE_READ -> known.raisedTo(start.offset());
            case NOTHING_COMMITTED, LOG_IS_SHORTER, TOPIC_CREATED_ANEW -> new CommitPosition(start.offset(), "");
        };
        return new StartingPoint(position, start, log.topicId());
    }
}
