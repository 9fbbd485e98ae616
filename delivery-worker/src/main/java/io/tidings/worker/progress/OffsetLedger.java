package io.tidings.worker.progress;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Which records of one partition are finished, and so how far the partition may be committed (decision 3).
 *
 * <p>Records may finish in any order; a commit never passes one that has not. Beyond it, a parked record must be
 * remembered, else its ladder would fork after a crash; a delivered one should be, else it is only delivered again.
 * So parking is asked for with {@link #park}, which takes what the commit's metadata can hold and leaves the rest
 * unfinished. Offsets the log skips (transaction markers) count as finished: only records really read are entered.
 *
 * <p>Confined to the poll thread.
 */
public final class OffsetLedger {
    private static final int REBASE = 8192;

    private final int maxText;
    private final int crowdedFrom;
    /** What the bits count from. */
    private long base;
    /** Behind the last record entered. */
    private long next;

    /** Entered and not finished. */
    private final BitSet open = new BitSet();
    /** Must stay in the metadata while the commit is below: parked, or read from the metadata of a former owner. */
    private final BitSet parked = new BitSet();

    /** Fits, and tells all that is parked: what to commit while nothing newer fits. */
    private CommitPosition told;

    private boolean nearlyFull;

    /**
     * @param committed where the former owner left, and what it had finished beyond
     * @param maxText characters the metadata may have
     */
    public OffsetLedger(CommitPosition committed, int maxText) {
        this.base = committed.offset();
        this.next = committed.offset();
        this.maxText = maxText;
        this.crowdedFrom = maxText / 4 * 3;
        this.told = committed;
        parked.or(Gaps.read(committed.gaps()));
    }

    /** Enters the next record read; false when it was finished by a former owner and is to be skipped. */
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

    /** Finishes a record that nothing was written for: doing it again after a crash does no harm. */
    public void delivered(long offset) {
        open.clear(bit(offset));
    }

    /**
     * Finishes records that are parked by the commit this is asked for.
     *
     * @param offsets ascending
     * @return those of them that the metadata can hold; the others stay unfinished
     */
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

    /**
     * What is to be committed now: all that is finished, as far as the metadata can hold it.
     *
     * @return never before the one returned last, nor beyond {@link #low}
     */
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
     * Whether the last commit took so much of the metadata that no more records should be entered for now: what it cannot
     * tell would be delivered again after a crash (B-RETRY-6). What a former owner has told is read through in any case.
     */
    public boolean crowded() {
        return nearlyFull && bit(next) >= parked.length();
    }

    /**
     * The lowest offset that is not finished; never beyond what was read, because what is committed is purged, and a
     * reader that is still before it would find nothing at its position.
     */
    public long low() {
        int firstOpen = open.nextSetBit(0);
        return firstOpen < 0 ? next : base + firstOpen;
    }

    /** How many records are entered and not finished. */
    public int open() {
        return open.cardinality();
    }

    /**
     * Looks for a position that tells all that is parked. A deflated text may be longer from a later offset on, because
     * the bits then fall into other bytes; from where they fall into the same bytes as before it hardly ever is.
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

    /** What is parked, and of the delivered ones as many from below as fit. */
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

    /** Finished offsets from {@code start} on: all of them below {@code end}, the parked ones everywhere. */
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

    /** Forgets what is below the commit, now and then: moving bits costs as much as there are. */
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
