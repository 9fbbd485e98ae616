package io.tidings.worker.dispatch;

import io.tidings.contract.ClockReading;
import io.tidings.worker.commit.UncommittedAge;
import io.tidings.worker.partition.AssignedPartition;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Whether requests may be sent: not while results wait too long for their commit, nor after a hole in the steady clock
 * until the ownership of the partitions is confirmed.
 *
 * <pre>
 *              hole                       confirmed
 *   certain ─────────> ownership in doubt ──────────> certain
 *      │  ^
 *      v  │ committed
 *   results too old
 * </pre>
 *
 * <p>Confined to the poll thread, but for {@link #mayStillSend}, which any thread may ask.
 */
public final class SendGuard {
    private final long longestHole;
    private final Duration commitPatience;
    private final UncommittedAge<AssignedPartition> uncommitted;
    private volatile long lastTick;
    private volatile boolean doubted;
    private final AtomicInteger holes = new AtomicInteger();
    private @Nullable ClockReading lastRefused;

    /**
     * @param session after which another worker has the partitions of one that is not heard of
     * @param commitPatience how old the oldest result may be that is not committed
     * @param begin the moment from which on holes are looked for
     */
    public SendGuard(
            Duration session,
            Duration commitPatience,
            UncommittedAge<AssignedPartition> uncommitted,
            ClockReading begin) {
        this.longestHole = session.toNanos() / 5 * 4; // the last heartbeat was sent before the hole
        this.commitPatience = commitPatience;
        this.uncommitted = uncommitted;
        this.lastTick = begin.monotonicNanos();
    }

    /** Takes notice of time; true when it has a hole, so that the ownership has to be confirmed. */
    public boolean findsHole(ClockReading now) {
        boolean hole = !fresh(now.monotonicNanos());
        if (hole) {
            doubted = true;
            holes.incrementAndGet(); // before the clock looks whole again to other threads
        }
        lastTick = now.monotonicNanos();
        return hole;
    }

    /** The group has said what is owned since the hole. */
    public void confirmed() {
        doubted = false;
    }

    /** Whether the ownership is beyond doubt. */
    public boolean certain(ClockReading now) {
        return !doubted && fresh(now.monotonicNanos());
    }

    /** Whether a new attempt may start. */
    boolean given(ClockReading now) {
        boolean given = certain(now) && !commitsOverdue(now);
        if (!given) {
            lastRefused = now;
        }
        return given;
    }

    /** Whether results wait too long for their commit. */
    public boolean commitsOverdue(ClockReading now) {
        return uncommitted.age(now).compareTo(commitPatience) > 0;
    }

    /** Whether it has been given for so long that a queue which has started nothing cannot blame it. */
    boolean givenFor(Duration time, ClockReading now) {
        return lastRefused == null || now.since(lastRefused).compareTo(time) >= 0;
    }

    /** The number of holes until now, for {@link #mayStillSend}. */
    int holes() {
        return holes.get();
    }

    /** Whether a request that was begun after so many holes may be sent, if it has not been yet. */
    boolean mayStillSend(int holesBefore, long steady) {
        return !doubted && holes.get() == holesBefore && fresh(steady);
    }

    private boolean fresh(long steady) {
        return steady - lastTick <= longestHole;
    }
}
