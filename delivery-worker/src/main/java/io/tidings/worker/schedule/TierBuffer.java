package io.tidings.worker.schedule;

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
 * The records read from one partition of a tier that have not waited their time yet (decision 4).
 *
 * <p>A tier is strictly first in, first out, so the partition is read on only when few records are held. If the head
 * has long to wait, only its offset is kept, and it is read again a little before its time:
 *
 * <pre>
 *           read()                     release()
 *  reading ───────> holding records ──────────────> reading, when few are left
 *     ^                   │ head is far
 *     │  time is near     v
 *     └──────────── far: offset only, the partition is rewound to it
 * </pre>
 *
 * <p>The stay is measured by the brokers' clock, as far as the records of this partition show it. A head that has waited
 * longer than its stay and {@code maxHeadWait} proves that this estimate is wrong; it is corrected once, for all that
 * follow. Confined to the poll thread.
 */
public final class TierBuffer<R> {
    /** A head with a longer wait is read again rather than kept with the records behind it. */
    private static final Duration FAR = Duration.ofSeconds(3);

    /** The time by which a far head is read again before it is needed: longer than the broker may hold back two fetches. */
    private static final Duration EARLY = Duration.ofMillis(300);

    /** Reading on takes a fetch, which should be there before the last record is out. */
    private static final int FEW = 50;

    /** A larger step back means that the wall clock was set. */
    private static final Duration STEP = Duration.ofSeconds(1);

    private final Duration stay;
    private final Duration maxHeadWait;
    private final Timestamps<R> times;
    private final BrokerClock brokers = new BrokerClock();
    private final Deque<Held<R>> held = new ArrayDeque<>();
    private @Nullable ClockReading learntAt;
    private @Nullable Head head;
    private @Nullable Far far;

    public interface Timestamps<R> {
        long offset(R record);

        /** By the clock of the broker. */
        Instant appended(R record);

        /** By the clock of the writer; the append time if the record does not state it. */
        Instant written(R record);
    }

    private record Held<R>(R record, ClockReading read) {}

    /**
     * The next record, which stays the same while it is far.
     *
     * @param read when it was last read
     * @param since when it became the next one
     */
    private record Head(long offset, Instant written, ClockReading read, ClockReading since) {}

    /** The wait of a head that is left in the log; the head is read again as soon as one of the two clocks says so. */
    private record Far(Instant until, ClockReading since, Duration left) {
        boolean over(ClockReading now) {
            return !now.wall().isBefore(until) || now.since(since).compareTo(left) >= 0;
        }
    }

    /**
     * @param stay how long after its append a record leaves
     * @param maxHeadWait how much longer a head may wait before a clock must be wrong
     */
    public TierBuffer(Duration stay, Duration maxHeadWait, Timestamps<R> times) {
        this.stay = stay;
        this.maxHeadWait = maxHeadWait;
        this.times = times;
    }

    /** Returns true while few records are held, so that the partition should be read on. */
    public boolean readable() {
        return held.size() < FEW && far == null;
    }

    public void read(List<R> records, ClockReading now) {
        records.forEach(record -> held.add(new Held<>(record, now)));
    }

    /** Returns the record that is released next. */
    public Optional<R> first() {
        return Optional.ofNullable(held.peek()).map(Held::record);
    }

    public Optional<R> release(ClockReading now) {
        var first = held.peek();
        if (first == null || left(first, now).isPositive()) {
            return Optional.empty();
        }
        held.remove();
        return Optional.of(first.record());
    }

    /**
     * Returns the time on the writer's clock when the record left, as far as our clock and the record's stay show it.
     * If our clock was set back meanwhile, or is behind the writer's, that does not extend the rest of the wait.
     */
    public Instant timeOf(R released, ClockReading now) {
        var written =
                head != null && head.offset() == times.offset(released) ? head.written() : times.written(released);
        var time = written.plus(Duration.between(times.appended(released), brokers.now(now.wall())));
        return time.isAfter(now.wall()) ? time : now.wall();
    }

    /** Returns the time on the brokers' clock, as far as the records show it. */
    public Instant brokers(ClockReading now) {
        return brokers.now(now.wall());
    }

    /**
     * Returns how far the brokers' clock is ahead of our wall clock, negative if it is behind; empty while no record
     * waits, because the estimate grows old.
     */
    public Optional<Duration> brokersAhead(ClockReading now) {
        if ((held.isEmpty() && far == null) || learntAt == null) {
            return Optional.empty();
        }
        followStepBack(now);
        return Optional.of(brokers.ahead());
    }

    /** Drops the held records if the head is far, and returns the offset to rewind the partition to. */
    public Optional<Long> rewindIfFar(ClockReading now) {
        var first = held.peek();
        if (first == null) {
            return Optional.empty();
        }
        var left = left(first, now);
        if (left.compareTo(FAR) <= 0) {
            return Optional.empty();
        }
        var until = left.minus(EARLY);
        far = new Far(now.wall().plus(until), now, until);
        held.clear();
        return Optional.of(times.offset(first.record()));
    }

    /** Returns when to release or read next; empty if no record waits. */
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
     * Keeps the estimate of the brokers' clock when ours was set back. A step ahead may be a machine that slept, so
     * the records have to prove it.
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

    /** Learns from a record when it becomes the head, and whenever it is read again. */
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
