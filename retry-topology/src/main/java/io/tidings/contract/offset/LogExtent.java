package io.tidings.contract.offset;

/**
 * What the log of a partition holds now.
 *
 * @param topicId tells a topic from others that had its name before
 * @param beginning the first offset that is left
 * @param end the offset behind the last one
 */
public record LogExtent(String topicId, long beginning, long end) {
    public LogExtent {
        if (beginning < 0 || end < beginning) {
            throw new IllegalArgumentException("a log from " + beginning + " to " + end);
        }
    }
}
