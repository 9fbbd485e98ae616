package io.tidings.export.window;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
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
    private final TreeMap<Long, UnsettledWindow> unsettled = new TreeMap<>();
    private long next;
    private long committed;
    private @Nullable Window endedByClock;
    private @Nullable ReappendProgress progress;

    /**
     * A window with parts that could not be written.
     *
     * @param triedAt when they were tried first
     */
    public record UnsettledWindow(Window window, List<UnsettledBatch> batches, Instant triedAt) {
        public UnsettledWindow {
            batches = List.copyOf(batches);
        }

        /** Whether the part is one of those. */
        public boolean has(BlobBatch batch) {
            return batches.stream().anyMatch(each -> each.offset() == batch.offset());
        }
    }

    /**
     * A part that could not be written.
     *
     * @param offset of its first record, which tells it from the others of its window
     * @param appended when the youngest of its records was appended
     * @param unavailable for how long its storage had been asked in vain until then
     */
    public record UnsettledBatch(long offset, Destination destination, Instant appended, Duration unavailable) {
        public static UnsettledBatch of(BlobBatch batch) {
            return new UnsettledBatch(batch.offset(), batch.destination(), batch.appended(), batch.unavailable());
        }
    }

    /** @param committed offset of the first record that is not known to be exported */
    public PartitionProgress(long committed) {
        this(committed, null);
    }

    /** @param progress of the window that begins there; null for none */
    public PartitionProgress(long committed, @Nullable ReappendProgress progress) {
        this.next = committed;
        this.committed = committed;
        this.progress = progress;
    }

    /** The parts of the next window that were appended again already. */
    public Optional<ReappendProgress> postponed() {
        return Optional.ofNullable(progress).filter(each -> next < each.end());
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

    /** The next window was read to its end, and these parts of it are left. */
    public void passed(Window window, Collection<UnsettledBatch> left, Instant now) {
        if (window.first() != next || window.end() < next) {
            throw new IllegalArgumentException(window + " does not follow " + next);
        }
        next = window.end();
        progress = null;
        if (window.endedByClock()) {
            endedByClock = window;
        }
        left(new UnsettledWindow(window, List.copyOf(left), now));
    }

    /** These parts of a window are left. */
    public void triedAgain(UnsettledWindow before, Collection<UnsettledBatch> left) {
        left(new UnsettledWindow(before.window(), List.copyOf(left), before.triedAt()));
    }

    private void left(UnsettledWindow window) {
        if (window.batches().isEmpty()) {
            unsettled.remove(window.window().first());
        } else {
            unsettled.put(window.window().first(), window);
        }
    }

    /** Windows with parts that could not be written, the oldest first. */
    public List<UnsettledWindow> unsettled() {
        return List.copyOf(unsettled.values());
    }

    public long committable() {
        return unsettled.isEmpty() ? next : unsettled.firstKey();
    }

    /** What could be committed if the oldest of the {@link #unsettled} were not. */
    public long committableWithoutOldest() {
        return unsettled.size() < 2 ? next : unsettled.higherKey(unsettled.firstKey());
    }

    /** Whether a commit would say anything new. */
    public boolean ahead() {
        return committable() > committed;
    }

    public void committed(long offset) {
        committed = offset;
    }
}
