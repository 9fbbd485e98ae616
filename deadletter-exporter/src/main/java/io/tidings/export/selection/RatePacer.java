package io.tidings.export.selection;

import java.time.Duration;

/** Lets so many through in a second, evenly, and never makes up for time that was lost. Pure. */
public final class RatePacer {
    /** Waits are not exact; within this they even out. */
    private static final long SLACK = Duration.ofMillis(200).toNanos();

    private final long interval;
    private long next;

    /** @param now a time in nanoseconds, as are all others here */
    public RatePacer(int perSecond, long now) {
        if (perSecond < 1) {
            throw new IllegalArgumentException(perSecond + " in a second");
        }
        interval = Duration.ofSeconds(1).toNanos() / perSecond;
        next = now;
    }

    /** How long the next one has to wait. */
    public Duration waitBeforeNext(long now) {
        return Duration.ofNanos(Math.max(0, next - now));
    }

    /** That one was let through. */
    public void passed(long now) {
        next = Math.max(next, now - SLACK) + interval;
    }
}
