package io.tidings.worker.progress;

import java.util.BitSet;
import java.util.Collection;

/**
 * The finished records of one partition, and so the offset that may be committed (decision 3).
 *
 * <p>Records may finish in any order; a commit never passes an unfinished one. Those that finished above it are in its
 * metadata, or a crash would deliver them again. So the metadata bounds how far records are entered beyond the lowest
 * unfinished one: {@link #roomFor}. Offsets without a record (transaction markers) count as finished. Confined to the
 * poll thread.
 */
public final class OffsetLedger implements Progress {
    private static final int REBASE = 8192;

    private final int span;
    /** The offset of bit 0. */
    private long base;
    /** The offset after the last record entered. */
    private long next;

    private final BitSet open = new BitSet();
    /** Finished by a former owner; what is below {@link #next} says nothing any more. */
    private final BitSet inherited;

    public OffsetLedger(CommitPosition committed) {
        this(committed, Gaps.SPAN);
    }

    OffsetLedger(CommitPosition committed, int span) {
        this.base = committed.offset();
        this.next = committed.offset();
        this.span = span;
        this.inherited = Gaps.read(committed.gaps());
    }

    /** Returns whether a record may be entered: a commit must be able to tell that it has finished (B-RETRY-6). */
    public boolean roomFor(long offset) {
        return open.isEmpty() || offset - low() < span;
    }

    /** Enters the next record read; returns false if a former owner has finished it, so that it is to be skipped. */
    public boolean started(long offset) {
        if (offset < next) {
            throw new IllegalArgumentException("offset " + offset + " is below " + next);
        }
        next = offset + 1;
        int bit = bit(offset);
        if (inherited.get(bit)) {
            return false;
        }
        open.set(bit);
        return true;
    }

    @Override
    public void finished(long offset) {
        open.clear(bit(offset));
    }

    /** Takes back that a record has finished, because the transaction that finishes it was aborted. */
    @Override
    public void reopened(long offset) {
        open.set(bit(offset));
    }

    /** Returns the position to commit: never above {@link #low}. */
    @Override
    public CommitPosition position() {
        long low = low();
        return new CommitPosition(low, Gaps.write(finishedFrom(low)));
    }

    /**
     * Returns whether the metadata holds all that has finished, with some more offsets. It always does, but for gaps of a
     * former release, which could reach further: then the requests at the low end must have ended before.
     */
    @Override
    public boolean holdsAllWith(Collection<Long> more) {
        if (!reachesBeyond()) {
            return true;
        }
        more.forEach(this::finished);
        boolean holds = position().gaps().length() <= Gaps.MAX_TEXT;
        more.forEach(this::reopened);
        return holds;
    }

    /** Returns whether a former release has finished records so far from the low end that the metadata may be too short. */
    @Override
    public boolean reachesBeyond() {
        return inherited.length() > bit(low()) + span;
    }

    /**
     * Returns the lowest offset that is not finished, but never one that was not read: committed offsets are purged,
     * and the consumer would find its position deleted.
     */
    public long low() {
        int firstOpen = open.nextSetBit(0);
        return firstOpen < 0 ? next : base + firstOpen;
    }

    /** Returns whether a former owner has finished a record that was not entered yet; false for one that was. */
    public boolean finishedBefore(long offset) {
        return offset >= next && offset - base < inherited.length() && inherited.get(bit(offset));
    }

    /** Returns the offset after the last record entered. */
    public long next() {
        return next;
    }

    @Override
    public int open() {
        return open.cardinality();
    }

    /** Forgets what lies below a commit, but seldom: shifting costs as much as there are bits. */
    @Override
    public void committed(long offset) {
        int below = bit(offset);
        if (below >= REBASE) {
            shift(open, below);
            shift(inherited, below);
            base = offset;
        }
    }

    private BitSet finishedFrom(long low) {
        int from = bit(low);
        int to = bit(next);
        var finished = inherited.get(from, Math.max(inherited.length(), from));
        var closed = open.get(from, to);
        closed.flip(0, to - from);
        finished.or(closed);
        return finished;
    }

    private static void shift(BitSet bits, int by) {
        var kept = bits.get(by, Math.max(bits.length(), by));
        bits.clear();
        bits.or(kept);
    }

    private int bit(long offset) {
        return Math.toIntExact(offset - base);
    }
}
