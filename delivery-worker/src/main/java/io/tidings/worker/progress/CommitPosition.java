package io.tidings.worker.progress;

/**
 * @param offset the lowest that is not finished
 * @param gaps the finished offsets above it, written by {@link Gaps#write}
 */
public record CommitPosition(long offset, String gaps) {
    /**
     * Returns the position for a log whose records below a later offset were deleted. Finished offsets that no longer
     * fit are dropped and delivered again: a commit with too much metadata would be refused and stop the partition.
     */
    public CommitPosition raisedTo(long later) {
        var finished = Gaps.read(gaps);
        int by = Math.toIntExact(Math.min(later - offset, Math.max(finished.length(), 1)));
        var left = finished.get(by, Math.max(by, finished.length()));
        var text = Gaps.write(left);
        while (text.length() > Gaps.MAX_TEXT) {
            left.clear(left.length() / 8 * 7, left.length());
            text = Gaps.write(left);
        }
        return new CommitPosition(later, text);
    }
}
