package io.tidings.worker.partition;

import java.util.Map;

/**
 * @param duplicates filled from the records before the start, for a partition of {@code deliveries}
 * @param moved by former owners, for a partition of a tier
 */
public record PartitionStart(StartingPoint point, DuplicateDetector duplicates, MovedRecords moved) {
    public PartitionStart(StartingPoint point, DuplicateDetector duplicates) {
        this(point, duplicates, new MovedRecords(Map.of()));
    }
}
