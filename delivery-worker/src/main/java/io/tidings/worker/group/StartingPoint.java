package io.tidings.worker.group;

import io.tidings.worker.progress.Position;

/**
 * Where a worker starts in a partition it was given.
 *
 * @param lost how many records the log had deleted before they were finished: a loss that must be told
 * @param committed whether anybody has committed it before
 */
public record StartingPoint(Position position, long lost, boolean committed) {}
