package io.tidings.worker.partition;

import io.tidings.contract.record.StartOffset;
import io.tidings.worker.progress.CommitPosition;

/**
 * @param start how the position follows from the commit and the log; a loss must be reported
 * @param topicId of the topic whose offsets these are
 */
public record StartingPoint(CommitPosition position, StartOffset start, String topicId) {}
