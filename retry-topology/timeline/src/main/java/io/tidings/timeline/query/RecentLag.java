package io.tidings.timeline.query;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * The lag as it was measured last, for queries that several pages repeat every few seconds: each measurement is some
 * ten requests to the brokers. Thread-safe.
 */
public final class RecentLag {
    private final Supplier<Optional<Duration>> measurement;
    private final InstantSource clock;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile Measured latest = new Measured(Instant.MIN, Optional.empty());

    /** @param began when the brokers were asked; all that was committed later may be lacking, too */
    private record Measured(Instant began, Optional<Duration> lag) {
        boolean isRecent(Instant now, Duration mostAge) {
            return lag.isPresent() && !now.isBefore(began) && !now.isAfter(began.plus(mostAge));
        }

        Optional<Duration> at(Instant now) {
            return lag.map(behind -> behind.plus(Duration.between(began, now)));
        }
    }

    /** @param measurement asks the brokers; empty if they do not say */
    public RecentLag(Supplier<Optional<Duration>> measurement, InstantSource clock) {
        this.measurement = measurement;
        this.clock = clock;
    }

    /** Asks the brokers. */
    public Optional<Duration> measured() {
        var began = clock.instant();
        var lag = measurement.get();
        latest = new Measured(began, lag);
        return lag;
    }

    /**
     * Asks the brokers only if the latest measurement is older than that, and once for all that ask meanwhile. The age
     * of a measurement counts as lag, so the result is never too short.
     */
    Optional<Duration> within(Duration mostAge) {
        var now = clock.instant();
        var known = latest;
        if (known.isRecent(now, mostAge)) {
            return known.at(now);
        }
        lock.lock();
        try {
            var newest = latest;
            return newest.isRecent(now, mostAge) ? newest.at(now) : measured();
        } finally {
            lock.unlock();
        }
    }
}
