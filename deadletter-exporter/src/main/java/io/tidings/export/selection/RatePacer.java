package io.tidings.export.selection;

import java.time.Duration;

/** Limits a rate evenly, and never catches up on lost time. Pure. */
public final class RatePacer {
    /** Waits are not exact; deviations up to this are balanced. */
    private static final long SLACK = Duration.ofMillis(200).toNanos();

    private final long interval;
    private long next;

    /** @param now in nanoseconds, like all times here */
    public RatePacer(int perSecond, long now) {
        if (perSecond < 1) {
            throw new IllegalArgumentException(perSecond + " in a second");
        }
        interval = Duration.ofSeconds(1).toNanos() / perSecond;
        next = now;
    }

    public Duration waitBeforeNext(long now) {
        return Duration.ofNanos(Math.max(0, next - now));
    }

    public void passed(long now) {
        next = Math.max(next, now - SLACK) + interval;
    }
}
