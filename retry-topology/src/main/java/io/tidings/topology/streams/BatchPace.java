package io.tidings.topology.streams;

import java.time.Duration;

/**
 * The time of the next batch of events: no sooner than the pace after the last one, so that in an even flow several
 * events share each request. An event after a pause is read at once, and so is a backlog.
 *
 * <pre>
 *             a batch, and no more is known
 *   at once ─────────────────────────────────> resting
 *      ^                                          │
 *      └─────────── the pace has passed ──────────┘
 * </pre>
 *
 * <p>Times are those of {@link System#nanoTime}. Confined to its stream thread.
 */
final class BatchPace {
    /** The time for a fetch, as a part of the pace. */
    private static final long FETCH_PART = 5;

    private final long pace;
    private long rest;
    private long since;

    /** @param pace zero for none */
    BatchPace(Duration pace) {
        this.pace = pace.toNanos();
    }

    /** @param more whether the log is known to have more events */
    void read(boolean more, long now) {
        rest = more ? 0 : pace;
        since = now;
    }

    /** Returns how long before the end of a rest the brokers are asked for what has come. */
    long fetch() {
        return pace / FETCH_PART;
    }

    /** Returns how long to rest before the next batch; zero if it may be read at once. */
    long rest(long now) {
        return rest == 0 ? 0 : Math.max(0, rest - (now - since));
    }
}
