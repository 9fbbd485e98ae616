package io.tidings.worker.tier;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The front of one partition of a tier: what was read of it and has not waited its time yet (decision 4).
 *
 * <p>A tier is strictly first in, first out, so its head is always next and the partition is not read on until the
 * head is out. When the head has long to wait, nothing but its offset is kept, and it is read again later:
 *
 * <pre>
 *           read()                     release()
 *  reading ───────> holding records ──────────────> reading, when the last is out
 *     ^                   │ head is far
 *     │  time has come    v
 *     └──────────── far: offset only, the partition is set back to it
 * </pre>
 *
 * <p>Confined to the poll thread.
 *
 * @param <R> a record
 */
public final class TierFront<R> {
    /** A head farther than this is read again rather than kept with all that was read behind it. */
    private static final Duration FAR = Duration.ofSeconds(3);

    private final Duration stay;
    private final Duration patience;
    private final ToLongFunction<R> appended;
    private final ToLongFunction<R> offset;
    private final Deque<R> held = new ArrayDeque<>();
    private @Nullable Head first;
    private @Nullable Instant farUntil;

    /** Since when the record at an offset is the head, also while it is far. */
    private record Head(long offset, Moment since) {}

    /**
     * @param stay how long after its append a record leaves
     * @param patience how much longer than its stay a head is waited for before a clock must have gone wrong
     * @param appended the broker's append time of a record, in milliseconds since 1970
     */
    public TierFront(Duration stay, Duration patience, ToLongFunction<R> appended, ToLongFunction<R> offset) {
        this.stay = stay;
        this.patience = patience;
        this.appended = appended;
        this.offset = offset;
    }

    /** Whether the partition may be read: there is nothing in front of what comes. */
    public boolean readable() {
        return held.isEmpty() && farUntil == null;
    }

    /** Takes in what was read, in order. */
    public void read(List<R> records) {
        held.addAll(records);
    }

    /** The next record that has waited its time, taken out; empty when there is none. */
    public Optional<R> release(Moment now) {
        var head = held.peek();
        if (head == null || now.wall().isBefore(leaves(head, now))) {
            return Optional.empty();
        }
        return Optional.of(held.remove());
    }

    /** Whether the head is out although its time never came: somebody's clock is wrong. */
    public boolean impatient(R released, Moment now) {
        return now.wall().isBefore(leaves(released));
    }

    /** When a record leaves by the broker's clock. */
    public Instant leaves(R record) {
        return Instant.ofEpochMilli(appended.applyAsLong(record)).plus(stay);
    }

    /**
     * Lets go of what is held when its head is far.
     *
     * @return the offset to set the partition back to
     */
    public Optional<Long> letGo(Moment now) {
        var head = held.peek();
        if (head == null) {
            return Optional.empty();
        }
        var leaves = leaves(head, now);
        if (Duration.between(now.wall(), leaves).compareTo(FAR) <= 0) {
            return Optional.empty();
        }
        farUntil = leaves;
        held.clear();
        return Optional.of(offset.applyAsLong(head));
    }

    /** When {@link #release} or reading on makes sense again; empty while nothing is waited for. */
    public Optional<Instant> wakeUp(Moment now) {
        if (farUntil != null) {
            return Optional.of(farUntil);
        }
        var head = held.peek();
        return head == null ? Optional.empty() : Optional.of(leaves(head, now));
    }

    /** Makes the partition readable again when the time of a far head has come. */
    public boolean readableAgain(Moment now) {
        if (farUntil != null && !now.wall().isBefore(farUntil)) {
            farUntil = null;
            return true;
        }
        return false;
    }

    public int size() {
        return held.size();
    }

    /** Its append plus the stay; but a head that has been one for longer than its stay and patience waits no more. */
    private Instant leaves(R head, Moment now) {
        long at = offset.applyAsLong(head);
        if (first == null || first.offset() != at) {
            first = new Head(at, now);
        }
        var regular = leaves(head);
        var latest = now.wall().plus(stay.plus(patience).minus(now.since(first.since())));
        return regular.isBefore(latest) ? regular : latest;
    }
}
