package io.tidings.worker.schedule;

import java.time.Duration;

/**
 * How often requests may be sent.
 *
 * @param interval between two of them, on average
 */
public record Rate(Duration interval) {
    public static final Rate UNLIMITED = new Rate(Duration.ZERO);

    public Rate {
        if (interval.isNegative()) {
            throw new IllegalArgumentException("a request every " + interval);
        }
    }

    public static Rate perSecond(int requests) {
        return new Rate(Duration.ofSeconds(1).dividedBy(requests));
    }

    public static Rate perMinute(int requests) {
        return new Rate(Duration.ofMinutes(1).dividedBy(requests));
    }

    /** The one of both that lets fewer requests through. */
    public Rate orSlower(Rate other) {
        return interval.compareTo(other.interval) >= 0 ? this : other;
    }
}
