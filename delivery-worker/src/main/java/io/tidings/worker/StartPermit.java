package io.tidings.worker;

import io.tidings.worker.tier.Moment;
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
final class StartPermit {
    private final long longestHole;
    private final Duration commitPatience;
    private final Uncommitted<OwnedPartition> uncommitted;
    private volatile long lastTick;
    private volatile boolean doubted;
    private final AtomicInteger holes = new AtomicInteger();
    private @Nullable Moment lastRefused;

    /**
     * @param session after which another worker has the partitions of one that is not heard of
     * @param commitPatience how old the oldest result may be that is not committed
     * @param begin the moment from which on holes are looked for
     */
    StartPermit(Duration session, Duration commitPatience, Uncommitted<OwnedPartition> uncommitted, Moment begin) {
        this.longestHole = session.toNanos() / 5 * 4; // the last heartbeat was sent before the hole
        this.commitPatience = commitPatience;
        this.uncommitted = uncommitted;
        this.lastTick = begin.monotonicNanos();
    }

    /** Takes notice of time; true when it has a hole, so that the ownership has to be confirmed. */
    boolean findsHole(Moment now) {
        boolean hole = !fresh(now.monotonicNanos());
        if (hole) {
            doubted = true;
            holes.incrementAndGet(); // before the clock looks whole again to other threads
        }
        lastTick = now.monotonicNanos();
        return hole;
    }

    /** The group has said what is owned since the hole. */
    void confirmed() {
        doubted = false;
    }

    /** Whether the ownership is beyond doubt. */
    boolean certain(Moment now) {
        return !doubted && fresh(now.monotonicNanos());
    }

    /** Whether a new attempt may start. */
    boolean given(Moment now) {
        boolean given = certain(now) && !commitsOverdue(now);
        if (!given) {
            lastRefused = now;
        }
        return given;
    }

    /** Whether results wait too long for their commit. */
    boolean commitsOverdue(Moment now) {
        return uncommitted.age(now).compareTo(commitPatience) > 0;
    }

    /** Whether it has been given for so long that a lane which has started nothing cannot blame it. */
    boolean givenFor(Duration time, Moment now) {
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
