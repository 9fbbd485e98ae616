package io.tidings.worker.group;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.Topics;
import io.tidings.contract.counts.NumberCounts;
import io.tidings.contract.health.MovedOffsets;
import io.tidings.contract.record.StartOffset;
import io.tidings.contract.table.EndpointHealthTable;
import io.tidings.runtime.follower.Follower;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.kafka.KafkaFutures;
import io.tidings.runtime.kafka.NumberLogReader;
import io.tidings.runtime.kafka.PartitionLogs;
import io.tidings.worker.group.PartitionAssignment.Inheritance;
import io.tidings.worker.partition.DuplicateDetector;
import io.tidings.worker.partition.MovedRecords;
import io.tidings.worker.partition.PartitionStart;
import io.tidings.worker.partition.StartingPoint;
import io.tidings.worker.schedule.KeyQueues;
import io.tidings.worker.telemetry.WorkerMetrics;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells a new owner of partitions what it needs of their former owner: the offsets, the endpoints' health (B-PROB-4),
 * what was moved out of the tiers (B-RECOVER-3), the order keys of which deliveries wait (B-LANE-2), the running counts
 * (B-COUNT), and the latest deliveries.
 *
 * <p>Offsets are read before the rest: one transaction writes all of it, so the rest is never older than the offsets.
 */
public final class PartitionHandover implements PartitionAssignment.Handover {
    private static final Logger log = LoggerFactory.getLogger(PartitionHandover.class);

    private final StartingPoints points;
    private final EndpointHealthTable health;
    private final Follower<?> healthFollower;
    private final DuplicateScan duplicateScan;
    private final OrderHandover order;
    private final CountsHandover counts;
    private final Topics topics;
    private final PartitionLogs logs;
    private final WorkerMetrics metrics;

    public PartitionHandover(
            KafkaClients clients,
            Admin admin,
            Topics topics,
            KeyQueues.Bounds bounds,
            EndpointHealthTable health,
            Follower<?> healthFollower,
            WorkerMetrics metrics) {
        var numberLogs = new NumberLogReader(clients, admin);
        this.logs = new PartitionLogs(admin);
        this.points = new StartingPoints(admin, topics.workersGroup());
        this.health = health;
        this.healthFollower = healthFollower;
        this.duplicateScan = new DuplicateScan(clients);
        this.order = new OrderHandover(new WaitingIndexReader(numberLogs, topics, bounds), logs, topics);
        this.counts = new CountsHandover(numberLogs, topics);
        this.topics = topics;
        this.metrics = metrics;
    }

    @Override
    public Inheritance of(Collection<TopicPartition> partitions) {
        var found = points.of(partitions);
        var known = found.points();
        var numbers = partitions.stream().map(TopicPartition::partition).collect(Collectors.toSet());
        var healthRead = healthFollower
                .readToEnd(
                        numbers.stream()
                                .map(number -> new TopicPartition(topics.probation(), number))
                                .toList(),
                        logs)
                .toCompletableFuture();
        var duplicates = duplicates(known);
        var ordered = order.of(known);
        var counted = counts.of(numbers);
        KafkaFutures.await(healthRead, "reading the health of endpoints");
        known.forEach(this::tellLoss);
        var inherited = new HashMap<TopicPartition, PartitionStart>();
        known.forEach((partition, point) -> {
            var orderOfNumber = ordered.get(partition.partition());
            if (orderOfNumber != null) { // else it is asked for again, as if its own topic were unknown
                inherited.put(
                        partition,
                        new PartitionStart(
                                point,
                                duplicates.getOrDefault(partition, new DuplicateDetector()),
                                new MovedRecords(moved(partition, point)),
                                orderOfNumber,
                                counted.getOrDefault(partition.partition(), new NumberCounts())));
            }
        });
        return new Inheritance(inherited, found.unreadable());
    }

    private void tellLoss(TopicPartition partition, StartingPoint point) {
        point.start().loss(partition.toString()).ifPresent(loss -> {
            metrics.lost(point.start().lost());
            log.error(loss);
        });
    }

    /** Offsets of a former log say nothing about the records of this one. */
    private Map<SubscriptionKey, MovedOffsets> moved(TopicPartition partition, StartingPoint point) {
        var tier = topics.tierOf(partition.topic());
        if (tier.isEmpty() || point.start().reason() == StartOffset.Reason.LOG_IS_SHORTER) {
            return Map.of();
        }
        var moved = health.recoveries().moved(tier.get(), partition.partition());
        moved.values().removeIf(offsets -> !offsets.topicId().equals(point.topicId()));
        return moved;
    }

    private Map<TopicPartition, DuplicateDetector> duplicates(Map<TopicPartition, StartingPoint> known) {
        var starts = new HashMap<TopicPartition, Long>();
        known.forEach((partition, point) -> {
            if (partition.topic().equals(topics.deliveries())) {
                starts.put(partition, point.position().offset());
            }
        });
        return duplicateScan.before(starts);
    }
}
