package io.tidings.worker.partition;

/**
 * What a new owner takes over of a partition.
 *
 * @param duplicates knows what stands before the start, if it is a partition of {@code deliveries}
 */
public record PartitionStart(StartingPoint point, DuplicateDetector duplicates) {}
