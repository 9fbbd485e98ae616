package io.tidings.worker.dispatch;

import io.tidings.contract.ClockReading;
import io.tidings.contract.SubscriptionKey;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The times at which the deferred deliveries of paused subscriptions come back.
 *
 * <p>They come back soon, so that a resumed subscription continues within seconds. But each return rewrites a record,
 * so at most a thousand of a subscription return in a second: a long backlog must not block its partition for others.
 * Confined to the poll thread.
 */
final class PauseSchedule {
    private static final Logger log = LoggerFactory.getLogger(PauseSchedule.class);
    private static final long BETWEEN_RETURNS = Duration.ofMillis(1).toNanos();

    private final long soonest;

    /** The latest return that was scheduled, in monotonic time. */
    private final Map<SubscriptionKey, Long> returns = new HashMap<>();

    PauseSchedule(Duration soonest) {
        this.soonest = soonest.toNanos();
    }

    Duration wait(SubscriptionKey key, ClockReading now) {
        var latest = returns.get(key);
        if (latest == null) {
            log.info("{} is paused; its due deliveries are deferred", key);
        }
        long earliest = now.monotonicNanos() + soonest;
        long next = latest == null ? earliest : Math.max(earliest, latest + BETWEEN_RETURNS);
        returns.put(key, next);
        return Duration.ofNanos(next - now.monotonicNanos());
    }

    void forgetEnded(Predicate<SubscriptionKey> paused) {
        returns.keySet().removeIf(key -> {
            boolean ended = !paused.test(key);
            if (ended) {
                log.info("{} is no longer paused", key);
            }
            return ended;
        });
    }

    void clear() {
        returns.clear();
    }
}
