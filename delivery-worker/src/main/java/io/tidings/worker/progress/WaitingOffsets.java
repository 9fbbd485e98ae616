package io.tidings.worker.progress;

import java.util.BitSet;
import java.util.Collection;

/**
 * The offsets of the records of {@code waiting} that still wait. They leave in any order and after any time, so commits
 * tell only the lowest of them; {@code waiting.index} tells the others. Confined to the poll thread.
 */
public final class WaitingOffsets implements Progress {
    private static final int REBASE = 64 * 1024;

    private final BitSet open = new BitSet();
    private long base;
    private long next;

    /** @param start the offset before which nothing waits */
    public WaitingOffsets(long start) {
        this.base = start;
        this.next = start;
    }

    public void add(long offset) {
        open.set(bit(offset));
        next = Math.max(next, offset + 1);
    }

    @Override
    public void finished(long offset) {
        open.clear(bit(offset));
    }

    @Override
    public void reopened(long offset) {
        open.set(bit(offset));
    }

    @Override
    public CommitPosition position() {
        int first = open.nextSetBit(0);
        return new CommitPosition(first < 0 ? next : base + first, "");
    }

    @Override
    public void committed(long offset) {
        int below = bit(offset);
        if (below >= REBASE) {
            var kept = open.get(below, Math.max(open.length(), below));
            open.clear();
            open.or(kept);
            base = offset;
        }
    }

    @Override
    public boolean holdsAllWith(Collection<Long> more) {
        return true;
    }

    @Override
    public boolean reachesBeyond() {
        return false;
    }

    @Override
    public int open() {
        return open.cardinality();
    }

    private int bit(long offset) {
        return Math.toIntExact(offset - base);
    }
}
