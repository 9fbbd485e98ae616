package io.tidings.worker.group;

import io.tidings.runtime.kafka.EndpointHealthFollower;
import io.tidings.runtime.kafka.KafkaFutures;
import io.tidings.worker.partition.DuplicateDetector;
import io.tidings.worker.partition.PartitionStart;
import io.tidings.worker.partition.StartingPoint;
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
 * What a new owner learns of partitions from their former owner: the offsets, the endpoints' health (B-PROB-4), and
 * the latest deliveries.
 *
 * <p>Offsets are read before health: one transaction writes both, so health is never older than the offsets.
 */
public final class PartitionHandover implements PartitionAssignment.Handover {
    private static final Logger log = LoggerFactory.getLogger(PartitionHandover.class);

    private final StartingPoints points;
    private final EndpointHealthFollower healthFollower;
    private final DuplicateScan duplicateScan;
    private final String deliveries;
    private final Admin admin;
    private final WorkerMetrics metrics;

    public PartitionHandover(
            StartingPoints points,
            EndpointHealthFollower healthFollower,
            DuplicateScan duplicateScan,
            String deliveries,
            Admin admin,
            WorkerMetrics metrics) {
        this.points = points;
        this.healthFollower = healthFollower;
        this.duplicateScan = duplicateScan;
        this.deliveries = deliveries;
        this.admin = admin;
        this.metrics = metrics;
    }

    @Override
    public Map<TopicPartition, PartitionStart> of(Collection<TopicPartition> partitions) {
        var known = points.of(partitions);
        var numbers = partitions.stream().map(TopicPartition::partition).collect(Collectors.toSet());
        var health = healthFollower.readToEnd(numbers, admin).toCompletableFuture();
        var inherited = inherited(known);
        KafkaFutures.await(health, "reading the health of endpoints");
        known.forEach(this::tellLoss);
        return inherited;
    }

    private void tellLoss(TopicPartition partition, StartingPoint point) {
        point.start().loss(partition.toString()).ifPresent(loss -> {
            metrics.lost(point.start().lost());
            log.error(loss);
        });
    }

    private Map<TopicPartition, PartitionStart> inherited(Map<TopicPartition, StartingPoint> known) {
        var starts = new HashMap<TopicPartition, Long>();
        known.forEach((partition, point) -> {
            if (partition.topic().equals(deliveries)) {
                starts.put(partition, point.position().offset());
            }
        });
        var repeats = duplicateScan.before(starts);
        var inherited = new HashMap<TopicPartition, PartitionStart>();
        known.forEach((partition, point) -> inherited.put(
                partition, new PartitionStart(point, repeats.getOrDefault(partition, new DuplicateDetector()))));
        return inherited;
    }
}
