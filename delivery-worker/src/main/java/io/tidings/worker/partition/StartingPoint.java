package io.tidings.worker.partition;

import io.tidings.contract.offset.StartOffset;
import io.tidings.worker.progress.CommitPosition;

/**
 * Where a worker starts in a partition it was given.
 *
 * @param start how that follows from what was committed and what the log holds: a loss must be told
 * @param topicId of the topic whose offsets these are
 */
public record StartingPoint(CommitPosition position, StartOffset start, String topicId) {}
