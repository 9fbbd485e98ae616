package io.tidings.worker.progress;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The finished records of one partition, and so the offset that may be committed (decision 3).
 *
 * <p>Records may finish in any order; a commit never passes an unfinished one. A parked record above the commit must
 * be in its metadata, or a crash would deliver it from two places in the ladder. A delivered one should be, or a
 * crash delivers it again. So {@link #park} accepts only what the metadata can hold and leaves the rest unfinished.
 * Offsets without a record (transaction markers) count as finished. Confined to the poll thread.
 */
public final class OffsetLedger {
    private static final int REBASE = 8192;

    private final int maxText;
    private final int crowdedFrom;
    /** The offset of bit 0. */
    private long base;
    /** The offset after the last record entered. */
    private long next;

    private final BitSet open = new BitSet();
    /** Must be in the metadata while the commit is below: parked, or finished by a former owner. */
    private final BitSet parked = new BitSet();

    /** The newest position with all parked offsets that fits; committed again while no newer one fits. */
    private CommitPosition told;

    private boolean nearlyFull;

    public OffsetLedger(CommitPosition committed, int maxText) {
        this.base = committed.offset();
        this.next = committed.offset();
        this.maxText = maxText;
        this.crowdedFrom = maxText / 4 * 3;
        this.told = committed;
        parked.or(Gaps.read(committed.gaps()));
    }

    /** Enters the next record read; returns false if a former owner has finished it, so that it is to be skipped. */
    public boolean started(long offset) {
        if (offset < next) {
            throw new IllegalArgumentException("offset " + offset + " is below " + next);
        }
        next = offset + 1;
        int bit = bit(offset);
        if (parked.get(bit)) {
            return false;
        }
        open.set(bit);
        return true;
    }

    /** Finishes a record without a write: a crash may repeat it harmlessly. */
    public void delivered(long offset) {
        open.clear(bit(offset));
    }

    /** Finishes those of some ascending offsets that the metadata can hold when parked, and returns them. */
    public List<Long> park(List<Long> offsets) {
        int fitting = 0;
        int tooMany = offsets.size() + 1;
        for (int count = offsets.size(); count > fitting; count = (fitting + tooMany) >>> 1) {
            mark(offsets, count);
            if (tellsAllParked()) {
                fitting = count;
            } else {
                tooMany = count;
            }
            unmark(offsets, count);
        }
        mark(offsets, fitting);
        return new ArrayList<>(offsets.subList(0, fitting));
    }

    /** Returns whether {@link #park} would finish all of these ascending offsets. */
    public boolean fits(List<Long> offsets) {
        var before = told;
        mark(offsets, offsets.size());
        boolean fits = tellsAllParked();
        unmark(offsets, offsets.size());
        told = before;
        return fits;
    }

    /** Returns the position to commit: never below the last one returned, nor above {@link #low}. */
    public CommitPosition position() {
        long low = low();
        var all = text(finishedUpTo(low, next));
        nearlyFull = all.length() > crowdedFrom;
        if (all.length() <= maxText) {
            told = new CommitPosition(low, all);
        } else if (tellsAllParked()) {
            told = longestFitting(told, low);
        }
        rebase(told.offset());
        return told;
    }

    /**
     * Returns whether the metadata is so full that no more records should be entered: what it cannot hold would be
     * delivered again after a crash (B-RETRY-6). Reading never stops within the gaps of a former owner.
     */
    public boolean crowded() {
        return nearlyFull && bit(next) >= parked.length();
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
        return offset >= next && offset - base < parked.length() && parked.get(bit(offset));
    }

    /** Returns the offset after the last record entered. */
    public long next() {
        return next;
    }

    public int open() {
        return open.cardinality();
    }

    /**
     * Finds a position whose metadata holds all parked offsets. A deflated text may be longer for a later offset,
     * where the bits fall into other bytes; an offset at the same place within a byte hardly ever makes it longer.
     */
    private boolean tellsAllParked() {
        long low = low();
        return tellsAllParked(low, low) || tellsAllParked(low - (low - told.offset()) % Byte.SIZE, low);
    }

    private boolean tellsAllParked(long from, long low) {
        var text = text(finishedUpTo(from, low));
        if (text.length() > maxText) {
            return false;
        }
        told = new CommitPosition(from, text);
        return true;
    }

    /** Returns a position with all parked offsets and as many delivered ones, from the lowest on, as fit. */
    private CommitPosition longestFitting(CommitPosition parkedOnly, long low) {
        var best = parkedOnly;
        long fitting = low;
        long tooFar = next;
        while (tooFar - fitting > 1) {
            long middle = (fitting + tooFar) >>> 1;
            var text = text(finishedUpTo(best.offset(), middle));
            if (text.length() <= maxText) {
                best = new CommitPosition(best.offset(), text);
                fitting = middle;
            } else {
                tooFar = middle;
            }
        }
        return best;
    }

    /** Returns the finished offsets from {@code start} on, above {@code end} only the parked ones. */
    private BitSet finishedUpTo(long start, long end) {
        int from = bit(start);
        int to = bit(end);
        var finished = parked.get(from, Math.max(parked.length(), from));
        if (to > from) {
            var closed = open.get(from, to);
            closed.flip(0, to - from);
            finished.or(closed);
        }
        return finished;
    }

    private static String text(BitSet finished) {
        return Gaps.write(finished);
    }

    private void mark(List<Long> offsets, int count) {
        for (long offset : offsets.subList(0, count)) {
            open.clear(bit(offset));
            parked.set(bit(offset));
        }
    }

    private void unmark(List<Long> offsets, int count) {
        for (long offset : offsets.subList(0, count)) {
            open.set(bit(offset));
            parked.clear(bit(offset));
        }
    }

    /** Forgets the bits below the commit, but seldom: shifting costs as much as there are bits. */
    private void rebase(long to) {
        int below = bit(to);
        if (below >= REBASE) {
            shift(open, below);
            shift(parked, below);
            base = to;
        }
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
