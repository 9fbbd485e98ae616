package io.tidings.worker.partition;

/** @param duplicates filled from the records before the start, for a partition of {@code deliveries} */
public record PartitionStart(StartingPoint point, DuplicateDetector duplicates) {}
