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

    private boolean nearlyFull;

    /**
     * @param committed where the former owner left, and what it had finished beyond
     * @param maxText characters the metadata may have
     */
    public OffsetLedger(Position committed, int maxText) {
        this.base = committed.offset();
        this.next = committed.offset();
        this.maxText = maxText;
        this.crowdedFrom = maxText / 4 * 3;
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
        int most = offsets.size();
        if (mark(offsets, most) && text(mandatoryFrom(low())).length() > maxText) {
            int fitting = 0;
            int tooMany = most;
            unmark(offsets, 0, most);
            while (tooMany - fitting > 1) {
                int middle = (fitting + tooMany) >>> 1;
                mark(offsets, middle);
                boolean fits = text(mandatoryFrom(low())).length() <= maxText;
                unmark(offsets, 0, middle);
                if (fits) {
                    fitting = middle;
                } else {
                    tooMany = middle;
                }
            }
            mark(offsets, fitting);
            most = fitting;
        }
        return new ArrayList<>(offsets.subList(0, most));
    }

    /** What is to be committed now: all that is finished, as far as the metadata can hold it. */
    public Position position() {
        long low = low();
        rebase(low);
        var all = text(finishedUpTo(low, next));
        nearlyFull = all.length() > crowdedFrom;
        if (all.length() <= maxText) {
            return new Position(low, all);
        }
        return new Position(low, longestFitting(low));
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

    /** Mandatory gaps, and of the others as many from below as fit. */
    private String longestFitting(long low) {
        var best = text(mandatoryFrom(low));
        long fitting = low;
        long tooFar = next;
        while (tooFar - fitting > 1) {
            long middle = (fitting + tooFar) >>> 1;
            var text = text(finishedUpTo(low, middle));
            if (text.length() <= maxText) {
                best = text;
                fitting = middle;
            } else {
                tooFar = middle;
            }
        }
        return best;
    }

    private BitSet mandatoryFrom(long low) {
        return finishedUpTo(low, low);
    }

    /** Finished offsets from {@code low} on: all of them below {@code end}, the mandatory ones everywhere. */
    private BitSet finishedUpTo(long low, long end) {
        int from = bit(low);
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

    private boolean mark(List<Long> offsets, int count) {
        for (int i = 0; i < count; i++) {
            open.clear(bit(offsets.get(i)));
            parked.set(bit(offsets.get(i)));
        }
        return count > 0;
    }

    private void unmark(List<Long> offsets, int from, int to) {
        for (int i = from; i < to; i++) {
            open.set(bit(offsets.get(i)));
            parked.clear(bit(offsets.get(i)));
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
