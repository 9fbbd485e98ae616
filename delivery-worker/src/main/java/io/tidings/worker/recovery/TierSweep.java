package io.tidings.worker.recovery;

import io.tidings.contract.health.MovedRange;
import io.tidings.contract.health.MovedRanges;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The search of one partition of a tier for the waiting deliveries of one subscription.
 *
 * <pre>
 *   moved or taken out ──┬── examined, none found ──┬── to be examined ──┬── appended after the recovery began
 *                   coveredFrom                  position               end
 * </pre>
 *
 * <p>The loop takes records out at the same time, when their tier lets them go. A range of moved records never includes
 * such a record: a new owner reads it again from the committed offset and must not take it for moved.
 *
 * @param coveredFrom the lowest offset from which nothing up to the position is left to move
 * @param position the offset to be examined next
 * @param end the offset at which the sweep is complete
 */
public record TierSweep(long coveredFrom, long position, long end) {
    /**
     * The result of examining some records.
     *
     * @param range to be written in the transaction that moves the records; null if there are none to move
     * @param first index of the first record found that is to be moved
     */
    public record Step(@Nullable MovedRange range, int first, TierSweep rest) {}

    /**
     * @param moved by former recoveries
     * @param takenOut the offset after the last record that the loop has taken out
     */
    public static TierSweep upTo(long end, MovedRanges moved, long takenOut) {
        long start = Math.max(moved.end(), takenOut);
        return new TierSweep(start, start, end);
    }

    public boolean complete() {
        return position >= end;
    }

    public TierSweep extendedTo(long laterEnd) {
        return new TierSweep(coveredFrom, position, Math.max(end, laterEnd));
    }

    /** Skips what the loop has taken out. */
    public TierSweep after(long takenOut) {
        return takenOut <= position ? this : new TierSweep(takenOut, takenOut, end);
    }

    /**
     * @param to the offset after the last record examined, from the position on
     * @param found the ascending offsets of the movable ones, without those that a former owner has finished
     * @param takenOut the offset after the last record that the loop has taken out by now
     */
    public Step examined(long to, List<Long> found, long takenOut) {
        int first = 0;
        while (first < found.size() && found.get(first) < takenOut) {
            first++;
        }
        long from = first == 0 ? coveredFrom : takenOut;
        return first == found.size()
                ? new Step(null, first, new TierSweep(from, Math.max(from, to), end))
                : new Step(new MovedRange(from, to), first, new TierSweep(to, to, end));
    }
}
