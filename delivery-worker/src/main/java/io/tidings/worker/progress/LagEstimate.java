package io.tidings.worker.progress;

/**
 * How many records of one partition have not been read yet, as well as offsets tell: a log holds records and the ends
 * of transactions, and only reading shows which is which. What was read lately says how many of each to expect.
 *
 * <p>Confined to the poll thread.
 */
public final class LagEstimate {
    /** Offsets after which what was seen earlier counts half. */
    private static final long MEMORY = 10_000;

    private long position;
    private long records;
    private long offsets;

    /** @param position where reading starts */
    public LagEstimate(long position) {
        this.position = position;
    }

    /**
     * Takes notice of a poll.
     *
     * @param count of the records it read
     * @param next offset to be read
     */
    public void read(int count, long next) {
        records += count;
        offsets += next - position;
        position = next;
        if (offsets > MEMORY) {
            records /= 2;
            offsets /= 2;
        }
    }

    /** Reading starts again further back. */
    public void backTo(long offset) {
        position = offset;
    }

    /** How many records are to be expected from here to the end of the log; all offsets while nothing was read. */
    public long before(long end) {
        long left = Math.max(0, end - position);
        return offsets == 0 ? left : Math.round((double) left * records / offsets);
    }
}
