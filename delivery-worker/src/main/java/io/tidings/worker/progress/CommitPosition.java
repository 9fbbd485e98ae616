package io.tidings.worker.progress;

/**
 * How far a partition is committed.
 *
 * @param offset the lowest that is not finished
 * @param gaps what is finished beyond, as {@link Gaps} writes it
 */
public record CommitPosition(long offset, String gaps) {
    /**
     * The same, where the log has lost what was before a later offset. What then no longer fits is done again: records
     * have been deleted before they were finished, and a commit that its broker refuses would stop the partition.
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
