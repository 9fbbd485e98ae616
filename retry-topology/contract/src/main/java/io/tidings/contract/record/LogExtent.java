package io.tidings.contract.record;

/**
 * @param topicId distinguishes the topic from former ones of the same name
 * @param beginning the first offset that is left
 * @param end the offset after the last one
 */
public record LogExtent(String topicId, long beginning, long end) {
    public LogExtent {
        if (beginning < 0 || end < beginning) {
            throw new IllegalArgumentException("a log from " + beginning + " to " + end);
        }
    }
}
