package io.tidings.export.selection;

import java.time.Duration;

/** Limits a rate evenly, and makes up for short delays only. Pure. */
public final class RatePacer {
    /** Waits are not exact. */
    private final long interval;

    private final long slack;
    private long next;

    /**
     * @param slack the longest delay that later items make up for
     * @param now in nanoseconds, like all times here
     */
    public RatePacer(int perSecond, Duration slack, long now) {
        if (perSecond < 1) {
            throw new IllegalArgumentException(perSecond + " in a second");
        }
        this.interval = Duration.ofSeconds(1).toNanos() / perSecond;
        this.slack = slack.toNanos();
        this.next = now;
    }

    public Duration waitBeforeNext(long now) {
        return Duration.ofNanos(Math.max(0, next - now));
    }

    public void passed(long now) {
        next = Math.max(next, now - slack) + interval;
    }
}
