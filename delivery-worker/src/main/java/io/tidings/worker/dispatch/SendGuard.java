package io.tidings.worker.dispatch;

import io.tidings.contract.ClockReading;
import io.tidings.worker.commit.UncommittedAge;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether requests may be sent: not while results wait too long for their commit, nor after a gap in the
 * monotonic clock until the group has confirmed the ownership of the partitions.
 *
 * <pre>
 *              gap                        confirmed
 *   certain ─────────> ownership in doubt ──────────> certain
 *      │  ^
 *      v  │ committed
 *   results too old
 * </pre>
 *
 * <p>Confined to the poll thread, except {@link #mayStillSend}.
 */
public final class SendGuard {
    private final long longestGap;
    private final Duration commitPatience;
    private final UncommittedAge<?> uncommitted;
    private volatile long lastTick;
    private volatile boolean doubted;
    private final AtomicInteger gaps = new AtomicInteger();
    private @Nullable ClockReading lastRefused;

    /**
     * @param session timeout after which the group gives a silent worker's partitions away
     * @param commitPatience greatest age of an uncommitted result
     * @param begin of the search for gaps
     */
    public SendGuard(Duration session, Duration commitPatience, UncommittedAge<?> uncommitted, ClockReading begin) {
        this.longestGap = session.toNanos() / 5 * 4; // the last heartbeat was sent before the gap
        this.commitPatience = commitPatience;
        this.uncommitted = uncommitted;
        this.lastTick = begin.monotonicNanos();
    }

    /** Notes the time; returns whether the clock had a gap before, so that the group must confirm the ownership. */
    public boolean tick(ClockReading now) {
        boolean gap = !fresh(now.monotonicNanos());
        if (gap) {
            doubted = true;
            gaps.incrementAndGet(); // before other threads see the clock running again
        }
        lastTick = now.monotonicNanos();
        return gap;
    }

    public void confirmed() {
        doubted = false;
    }

    public boolean certain(ClockReading now) {
        return !doubted && fresh(now.monotonicNanos());
    }

    /** Returns whether requests may start now, and notes it if they may not. */
    boolean grants(ClockReading now) {
        boolean granted = certain(now) && !commitsOverdue(now);
        if (!granted) {
            lastRefused = now;
        }
        return granted;
    }

    public boolean commitsOverdue(ClockReading now) {
        return uncommitted.olderThan(commitPatience, now.monotonicNanos());
    }

    /** Returns whether sending was possible for so long that a queue which started nothing is at fault. */
    boolean grantedFor(Duration time, ClockReading now) {
        return lastRefused == null || now.since(lastRefused).compareTo(time) >= 0;
    }

    int gaps() {
        return gaps.get();
    }

    /** Returns whether a request begun after this number of gaps may still be sent. Thread-safe. */
    boolean mayStillSend(int gapsBefore, long monotonicNanos) {
        return !doubted
                && gaps.get() == gapsBefore
                && fresh(monotonicNanos)
                && !uncommitted.olderThan(commitPatience, monotonicNanos);
    }

    private boolean fresh(long monotonicNanos) {
        return monotonicNanos - lastTick <= longestGap;
    }
}
