package io.tidings.worker.lane;

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
}
