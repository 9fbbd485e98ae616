package io.tidings.worker;

import io.tidings.worker.group.StartingPoint;
import io.tidings.worker.repeat.Repeats;

/**
 * What a new owner takes over of a partition.
 *
 * @param repeats knows what stands before the start, if it is a partition of {@code deliveries}
 */
record Inheritance(StartingPoint point, Repeats repeats) {}
