package io.tidings.worker.partition;

import io.tidings.contract.counts.NumberCounts;

/**
 * @param duplicates filled from the records before the start, for a partition of {@code deliveries}
 * @param moved by former owners, for a partition of a tier
 * @param order of the partition number
 * @param counts of the partition number
 */
public record PartitionStart(
        StartingPoint point,
        DuplicateDetector duplicates,
        MovedRecords moved,
        OrderedDeliveries order,
        NumberCounts counts) {
    public PartitionStart with(OrderedDeliveries otherOrder, NumberCounts otherCounts) {
        return new PartitionStart(point, duplicates, moved, otherOrder, otherCounts);
    }
}
