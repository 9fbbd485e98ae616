package io.tidings.worker.progress;

/**
 * How far a partition is committed.
 *
 * @param offset the lowest that is not finished
 * @param gaps what is finished beyond, as {@link Gaps} writes it
 */
public record Position(long offset, String gaps) {
    /** The same, where the log has lost what was before a later offset. */
    public Position raisedTo(long later) {
        var finished = Gaps.read(gaps);
        int by = Math.toIntExact(Math.min(later - offset, Math.max(finished.length(), 1)));
        return new Position(later, Gaps.write(finished.get(by, Math.max(by, finished.length()))));
    }
}
