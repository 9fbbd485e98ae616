package io.tidings.worker.schedule;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.lane.Lane;
import io.tidings.worker.schedule.SchedulerLimits.PerSubscription;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Deliveries on their way through the queues of a worker that may have 1,000 requests and 64 MB in flight, 64 requests of
 * one subscription; by a clock that is moved.
 */
final class SchedulerFixture {
    static final Lane SLOW = key("slow");
    static final Lane GOOD = key("good");
    static final Duration PATIENCE = Duration.ofSeconds(2);

    final FairScheduler<String> scheduler = new FairScheduler<>(
            _ -> () -> 64,
            _ -> null,
            new SchedulerLimits(1000, 64_000_000, 1_000_000_000, new PerSubscription(1000, 10_000_000)));
    /** By what they carry. */
    final Map<String, Deque<InFlightSlot<String>>> inFlight = new HashMap<>();

    private long now;

    static Lane key(String name) {
        return new Lane(new SubscriptionKey("orders", name), 0);
    }

    long now() {
        return now;
    }

    void pass(Duration time) {
        now += time.toNanos();
    }

    /** Of partition number 0; each carries the name of its subscription. */
    void add(Lane key, Origin origin, int deliveries) {
        add(key, origin, deliveries, key.subscription().name());
    }

    void add(Lane key, Origin origin, int deliveries, String delivery) {
        for (int i = 0; i < deliveries; i++) {
            scheduler.add(key, origin, delivery, 10, now);
        }
    }

    InFlightSlot<String> next() {
        return scheduler.next(now);
    }

    void startAll() {
        for (var slot = next(); slot != null; slot = next()) {
            inFlight.computeIfAbsent(slot.first(), _ -> new ArrayDeque<>()).add(slot);
        }
    }

    void endAll(String delivery) {
        var turns = inFlight.remove(delivery);
        if (turns != null) {
            turns.forEach(this::end);
        }
    }

    void end(InFlightSlot<String> slot) {
        scheduler.completed(slot);
        scheduler.releaseMemory(slot);
    }

    boolean roomFor(Origin origin) {
        return scheduler.roomFor(origin, 0);
    }

    List<String> excess() {
        return scheduler.excess(now, _ -> PATIENCE);
    }
}
