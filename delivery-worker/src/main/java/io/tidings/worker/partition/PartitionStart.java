package io.tidings.worker.partition;

import io.tidings.worker.order.KeyChains;
import java.util.Map;

/**
 * @param duplicates filled from the records before the start, for a partition of {@code deliveries}
 * @param moved by former owners, for a partition of a tier
 * @param order of the partition number
 */
public record PartitionStart(
        StartingPoint point, DuplicateDetector duplicates, MovedRecords moved, OrderedDeliveries order) {
    private static final KeyChains.Bounds NONE = new KeyChains.Bounds(1, 1, 1, 1);

    public PartitionStart(StartingPoint point, DuplicateDetector duplicates) {
        this(
                point,
                duplicates,
                new MovedRecords(Map.of()),
                new OrderedDeliveries(new OrderedDeliveries.Table("order", 0, point.topicId()), Map.of(), NONE));
    }

    public PartitionStart with(OrderedDeliveries other) {
        return new PartitionStart(point, duplicates, moved, other);
    }
}
