package io.tidings.export.window;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How far one partition is exported, and so how far it may be committed: up to the first window with a part that is
 * neither written nor dropped.
 *
 * <p>A commit lies between windows, never within one. So whoever continues there reads every window from its first
 * record, and cuts what was written before into the same blobs. Confined to the poll thread.
 */
public final class PartitionProgress {
    private final TreeMap<Long, Unsettled> unsettled = new TreeMap<>();
    private long next;
    private long committed;
    private @Nullable Window endedByClock;

    /** A window with parts that could not be written. */
    public record Unsettled(Window window, List<UnsettledPart> parts) {
        public Unsettled {
            parts = List.copyOf(parts);
        }
    }

    /**
     * A part that could not be written.
     *
     * @param first offset of its first record, which names it
     * @param since when it was tried first
     */
    public record UnsettledPart(long first, Destination destination, Instant since) {}

    /** @param committed offset of the first record that is not known to be exported */
    public PartitionProgress(long committed) {
        this.next = committed;
        this.committed = committed;
    }

    /** Offset of the first record of the next window. */
    public long next() {
        return next;
    }

    /**
     * Whether a window of this start may be written now. Behind one that ended by the clock and is not committed, one
     * that does not start later must wait: who reads the log again from before both would see one window.
     */
    public boolean mayBegin(Instant start) {
        return endedByClock == null || committed >= endedByClock.end() || start.isAfter(endedByClock.start());
    }

    /** Nothing to export lies before the offset. */
    public void skipTo(long offset) {
        if (offset < next) {
            throw new IllegalArgumentException("offset " + offset + " is below " + next);
        }
        next = offset;
    }

    /** The next window was read to its end. */
    public void passed(Window window, Collection<UnsettledPart> left) {
        if (window.first() != next || window.end() < next) {
            throw new IllegalArgumentException(window + " does not follow " + next);
        }
        next = window.end();
        if (window.endedByClock()) {
            endedByClock = window;
        }
        triedAgain(window, left);
    }

    /** These parts of a window are left. */
    public void triedAgain(Window window, Collection<UnsettledPart> left) {
        if (left.isEmpty()) {
            unsettled.remove(window.first());
        } else {
            unsettled.put(window.first(), new Unsettled(window, List.copyOf(left)));
        }
    }

    /** Windows with parts that could not be written, the oldest first. */
    public List<Unsettled> unsettled() {
        return List.copyOf(unsettled.values());
    }

    public long committable() {
        return unsettled.isEmpty() ? next : unsettled.firstKey();
    }

    /** Whether a commit would say anything new. */
    public boolean ahead() {
        return committable() > committed;
    }

    public void committed(long offset) {
        committed = offset;
    }
}
