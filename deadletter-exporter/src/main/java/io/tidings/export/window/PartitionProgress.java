package io.tidings.export.window;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The progress of one partition, and so the offset that may be committed: the start of the first window with a batch
 * that is neither written nor dropped.
 *
 * <p>A commit is always between windows. So the next owner reads every window from its first record, and cuts the
 * same blobs again. Confined to the poll thread.
 */
public final class PartitionProgress {
    private final TreeMap<Long, UnsettledWindow> unsettled = new TreeMap<>();
    private long next;
    private long committed;
    private @Nullable Window endedByClock;
    private @Nullable ReappendProgress progress;

    /** @param triedAt when its batches were first tried */
    public record UnsettledWindow(Window window, List<UnsettledBatch> batches, Instant triedAt) {
        public UnsettledWindow {
            batches = List.copyOf(batches);
        }

        public boolean has(BlobBatch batch) {
            return batches.stream().anyMatch(each -> each.offset() == batch.offset());
        }
    }

    /**
     * A batch that could not be written.
     *
     * @param offset of its first record, which distinguishes it from the other batches of its window
     * @param appended when the youngest of its records was appended
     * @param unavailable how long its storage had been unavailable then
     */
    public record UnsettledBatch(long offset, BatchKey key, Instant appended, Duration unavailable) {
        public static UnsettledBatch of(BlobBatch batch) {
            return new UnsettledBatch(batch.offset(), batch.first().batchKey(), batch.appended(), batch.unavailable());
        }

        public BlobContainer destination() {
            return key.destination();
        }
    }

    /**
     * @param committed offset of the first record that is not known to be exported
     * @param progress of the window that begins there; null for none
     */
    public PartitionProgress(long committed, @Nullable ReappendProgress progress) {
        this.next = committed;
        this.committed = committed;
        this.progress = progress;
    }

    /** The batches of the next window that were already appended again. */
    public Optional<ReappendProgress> postponed() {
        return Optional.ofNullable(progress).filter(each -> next < each.end());
    }

    public long next() {
        return next;
    }

    /**
     * Returns whether a window with this start may be written now. If the window before it ended by the clock and is
     * not committed, it must start later: a reader of both from the log would see one window.
     */
    public boolean mayBegin(Instant start) {
        return endedByClock == null || committed >= endedByClock.end() || start.isAfter(endedByClock.start());
    }

    /** Skips offsets that hold nothing to export. */
    public void skipTo(long offset) {
        if (offset < next) {
            throw new IllegalArgumentException("offset " + offset + " is below " + next);
        }
        next = offset;
    }

    /** Ends the next window; these batches of it are unfinished. */
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

    /** Windows with batches that could not be written, the oldest first. */
    public List<UnsettledWindow> unsettled() {
        return List.copyOf(unsettled.values());
    }

    public long committable() {
        return unsettled.isEmpty() ? next : unsettled.firstKey();
    }

    /** The committable offset without the oldest of the {@link #unsettled} windows. */
    public long committableWithoutOldest() {
        return unsettled.size() < 2 ? next : unsettled.higherKey(unsettled.firstKey());
    }

    public boolean ahead() {
        return committable() > committed;
    }

    public void committed(long offset) {
        committed = offset;
    }
}
