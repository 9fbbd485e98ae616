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
 * When what is put off for paused subscriptions comes back.
 *
 * <p>Soon, so that one which goes on does so within seconds. But every return is a record that is written again, so no
 * more than a thousand of one subscription come back in a second: what waits for it can be much, and must not keep its
 * partition from the others.
 *
 * <p>Confined to the poll thread.
 */
final class PauseSchedule {
    private static final Logger log = LoggerFactory.getLogger(PauseSchedule.class);
    private static final long BETWEEN_RETURNS = Duration.ofMillis(1).toNanos();

    private final long soonest;

    /** The latest return that was promised, by the clock that never jumps. */
    private final Map<SubscriptionKey, Long> returns = new HashMap<>();

    /** @param soonest wait of the first */
    PauseSchedule(Duration soonest) {
        this.soonest = soonest.toNanos();
    }

    /** How long the next delivery of a paused subscription is put off. */
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

    /** Forgets those that go on. */
    void forgetEnded(Predicate<SubscriptionKey> paused) {
        returns.keySet().removeIf(key -> {
            boolean ended = !paused.test(key);
            if (ended) {
                log.info("{} is no longer paused", key);
            }
            return ended;
        });
    }

    /** Other workers may have them now. */
    void clear() {
        returns.clear();
    }
}
