package io.tidings.worker.lane;

import io.tidings.contract.SubscriptionKey;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Deliveries on their way through the lanes of a worker that may have 1,000 requests and 64 MB in flight, 64 requests of
 * one subscription; by a clock that is moved.
 */
final class Traffic {
    static final SubscriptionKey SLOW = key("slow");
    static final SubscriptionKey GOOD = key("good");
    static final Duration PATIENCE = Duration.ofSeconds(2);

    final Lanes<String> lanes =
            new Lanes<>(_ -> () -> 64, new LaneBounds(1000, 10_000_000), new Capacity(1000, 64_000_000, 1_000_000_000));
    /** By what they carry. */
    final Map<String, Deque<Turn<String>>> inFlight = new HashMap<>();

    private long now;

    static SubscriptionKey key(String name) {
        return new SubscriptionKey("orders", name);
    }

    long now() {
        return now;
    }

    void pass(Duration time) {
        now += time.toNanos();
    }

    /** Of partition number 0; each carries the name of its subscription. */
    void add(SubscriptionKey key, Origin origin, int deliveries) {
        add(key, origin, deliveries, key.name());
    }

    void add(SubscriptionKey key, Origin origin, int deliveries, String delivery) {
        for (int i = 0; i < deliveries; i++) {
            lanes.add(key, origin, 0, delivery, 10, now);
        }
    }

    Turn<String> next() {
        return lanes.next(now);
    }

    void startAll() {
        for (var turn = next(); turn != null; turn = next()) {
            inFlight.computeIfAbsent(turn.first(), _ -> new ArrayDeque<>()).add(turn);
        }
    }

    void endAll(String delivery) {
        var turns = inFlight.remove(delivery);
        if (turns != null) {
            turns.forEach(this::end);
        }
    }

    void end(Turn<String> turn) {
        lanes.completed(turn);
        lanes.releaseMemory(turn);
    }

    boolean roomFor(Origin origin) {
        return lanes.roomFor(origin, 0);
    }

    List<String> excess() {
        return lanes.excess(now, _ -> PATIENCE);
    }
}
