package io.tidings.contract;

import java.time.Duration;

/** @param factor of every wait: 1 in production, less for demonstrations and tests */
public record TimeScale(double factor) {
    public static final TimeScale REAL = new TimeScale(1);

    public TimeScale {
        if (!(factor > 0 && factor <= 1)) {
            throw new IllegalArgumentException("time.scale must be above 0 and at most 1, not " + factor);
        }
    }

    public Duration of(Duration wait) {
        return factor == 1 ? wait : Duration.ofNanos(Math.round(wait.toNanos() * factor));
    }

    public boolean real() {
        return factor == 1;
    }
}
