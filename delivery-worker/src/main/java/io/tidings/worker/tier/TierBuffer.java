package io.tidings.worker.tier;

import io.tidings.contract.BrokerClock;
import io.tidings.contract.ClockReading;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
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
 * <p>A stay is measured by the clock of the brokers, as far as the records of this partition show it. A head that has
 * waited for longer than its stay and some patience proves that the clock is other than known; that is learnt once and
 * holds for all that follow.
 *
 * <p>Confined to the poll thread.
 *
 * @param <R> a record
 */
public final class TierBuffer<R> {
    /** A head farther than this is read again rather than kept with all that was read behind it. */
    private static final Duration FAR = Duration.ofSeconds(3);

    /** A wall clock that has gone back by more was set back. */
    private static final Duration STEP = Duration.ofSeconds(1);

    private final Duration stay;
    private final Duration maxHeadWait;
    private final Timestamps<R> times;
    private final BrokerClock brokers = new BrokerClock();
    private final Deque<Held<R>> held = new ArrayDeque<>();
    private @Nullable ClockReading learntAt;
    private @Nullable Head head;
    private @Nullable Far far;

    /** The offset of a record and the times that it states. */
    public interface Timestamps<R> {
        long offset(R record);

        /** Returns the append time, by the clock of the broker. */
        Instant appended(R record);

        /** Returns the time of writing, by the clock of the writer; the append time if the record does not state it. */
        Instant written(R record);
    }

    private record Held<R>(R record, ClockReading read) {}

    /**
     * The next record, which stays the same while it is far.
     *
     * @param read when it was read the last time
     * @param since when it became the next one
     */
    private record Head(long offset, Instant written, ClockReading read, ClockReading since) {}

    /** The wait of a head that is left in the log; when either clock says that it is over, the head is read again. */
    private record Far(Instant until, ClockReading since, Duration left) {
        boolean over(ClockReading now) {
            return !now.wall().isBefore(until) || now.since(since).compareTo(left) >= 0;
        }
    }

    /**
     * @param stay how long after its append a record leaves
     * @param maxHeadWait how much longer than its stay a head is waited for before a clock must have gone wrong
     */
    public TierBuffer(Duration stay, Duration maxHeadWait, Timestamps<R> times) {
        this.stay = stay;
        this.maxHeadWait = maxHeadWait;
        this.times = times;
    }

    /** Whether the partition may be read: there is nothing in front of what comes. */
    public boolean readable() {
        return held.isEmpty() && far == null;
    }

    /** Takes in what was read, in order. */
    public void read(List<R> records, ClockReading now) {
        records.forEach(record -> held.add(new Held<>(record, now)));
    }

    /** The next record that has waited its time, taken out; empty when there is none. */
    public Optional<R> release(ClockReading now) {
        var first = held.peek();
        if (first == null || left(first, now).isPositive()) {
            return Optional.empty();
        }
        held.remove();
        return Optional.of(first.record());
    }

    /**
     * Returns the time of the writer's clock, as far as our clock and the stay of the record show it: if our clock has
     * gone back since, or is behind the writer's, the rest of its wait gets no longer.
     */
    public Instant timeOf(R released, ClockReading now) {
        var written =
                head != null && head.offset() == times.offset(released) ? head.written() : times.written(released);
        var time = written.plus(Duration.between(times.appended(released), brokers.now(now.wall())));
        return time.isAfter(now.wall()) ? time : now.wall();
    }

    /**
     * Returns how far the clock of the brokers is ahead of our wall clock, negative when it is behind; empty while
     * nothing waits here, because what was known then grows old.
     */
    public Optional<Duration> brokersAhead(ClockReading now) {
        if (readable() || learntAt == null) {
            return Optional.empty();
        }
        followStepBack(now);
        return Optional.of(brokers.ahead());
    }

    /**
     * Lets go of what is held when its head is far.
     *
     * @return the offset to set the partition back to
     */
    public Optional<Long> rewindIfFar(ClockReading now) {
        var first = held.peek();
        if (first == null) {
            return Optional.empty();
        }
        var left = left(first, now);
        if (left.compareTo(FAR) <= 0) {
            return Optional.empty();
        }
        far = new Far(now.wall().plus(left), now, left);
        held.clear();
        return Optional.of(times.offset(first.record()));
    }

    /** When {@link #release} or reading on makes sense again; empty while nothing is waited for. */
    public Optional<Instant> wakeUp(ClockReading now) {
        if (far != null) {
            return Optional.of(far.until());
        }
        return Optional.ofNullable(held.peek()).map(first -> now.wall().plus(left(first, now)));
    }

    /** Makes the partition readable again when the time of a far head has come. */
    public boolean readableAgain(ClockReading now) {
        if (far != null && far.over(now)) {
            far = null;
            return true;
        }
        return false;
    }

    public int size() {
        return held.size();
    }

    /** The rest of the stay of a head, by the brokers' clock. */
    private Duration left(Held<R> first, ClockReading now) {
        followStepBack(now);
        var since = lookAt(first, now).since();
        var leaves = times.appended(first.record()).plus(stay);
        var regular = Duration.between(brokers.now(now.wall()), leaves);
        var most = stay.plus(maxHeadWait).minus(now.since(since));
        if (regular.isPositive() && !most.isPositive()) {
            brokers.mustShow(leaves, now.wall());
            learntAt = now;
            return Duration.ZERO;
        }
        return regular.compareTo(most) < 0 ? regular : most;
    }

    /**
     * Keeps what is known of the brokers' clock where ours was set back. A step ahead may be that of a machine that
     * slept, so it is left to the records to prove.
     */
    private void followStepBack(ClockReading now) {
        var learnt = learntAt;
        if (learnt == null) {
            return;
        }
        var unstepped = learnt.wall().plus(now.since(learnt));
        if (Duration.between(now.wall(), unstepped).compareTo(STEP) > 0) {
            brokers.mustShow(brokers.now(unstepped), now.wall());
            learntAt = now;
        }
    }

    /** Learns from a record once, when it becomes the head, and again when it is read again. */
    private Head lookAt(Held<R> first, ClockReading now) {
        var known = head;
        long offset = times.offset(first.record());
        if (known != null && known.offset() == offset && known.read().equals(first.read())) {
            return known;
        }
        var written = times.written(first.record());
        brokers.read(written, times.appended(first.record()), first.read().wall());
        learntAt = first.read();
        var since = known != null && known.offset() == offset ? known.since() : now;
        head = new Head(offset, written, first.read(), since);
        return head;
    }
}
