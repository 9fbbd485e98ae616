package io.tidings.worker.progress;

/**
 * @param offset the lowest that is not finished
 * @param gaps the finished offsets above it, written by {@link Gaps#write}
 */
public record CommitPosition(long offset, String gaps) {
    /** Returns the position for a log whose records below a later offset were deleted. */
    public CommitPosition raisedTo(long later) {
        var finished = Gaps.read(gaps);
        int by = Math.toIntExact(Math.min(later - offset, Math.max(finished.length(), 1)));
        return new CommitPosition(later, Gaps.write(finished.get(by, Math.max(by, finished.length()))));
    }
}
