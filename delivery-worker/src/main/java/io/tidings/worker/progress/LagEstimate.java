package io.tidings.worker.progress;

/**
 * An estimate of how many records of one partition are unread. A log's offsets are records and transaction markers,
 * and only reading shows which; so the estimate uses their ratio in the latest reads. Confined to the poll thread.
 */
public final class LagEstimate {
    /** The number of offsets after which earlier reads count half. */
    private static final long MEMORY = 10_000;

    private long position;
    private long records;
    private long offsets;

    public LagEstimate(long position) {
        this.position = position;
    }

    public void read(int count, long next) {
        records += count;
        offsets += next - position;
        position = next;
        if (offsets > MEMORY) {
            records /= 2;
            offsets /= 2;
        }
    }

    public void backTo(long offset) {
        position = offset;
    }

    /** Returns the offset after the last record read. */
    public long position() {
        return position;
    }

    /** Returns the expected number of records before the end of the log; all its offsets if nothing was read yet. */
    public long before(long end) {
        long left = Math.max(0, end - position);
        return offsets == 0 ? left : Math.round((double) left * records / offsets);
    }
}
