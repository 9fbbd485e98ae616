package io.tidings.worker.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.SubscriptionKey;
import org.junit.jupiter.api.Test;

/** B-DEL-1, B-SUB-3: an endpoint that replaces another waits neither for its answers nor for its rate. */
class RenewedLaneTest {
    private static final SubscriptionKey MOVED = new SubscriptionKey("orders", "moved");
    private static final long NOW = 1_000_000_000L;

    private final Lanes<String> lanes =
            new Lanes<>(_ -> () -> 1, new LaneBounds(10, 1000), new Capacity(10, 1_000_000, 12_000));

    @Test
    void whatIsInFlightToTheFormerOneTakesNoPlace() {
        var former = started("1");
        lanes.add(MOVED, Origin.DELIVERIES, 0, "2", 1, NOW);
        assertThat(lanes.next(NOW)).isNull();
        lanes.resetForNewEndpoint(MOVED);
        assertThat(lanes.next(NOW)).isNotNull().extracting(Turn::first).isEqualTo("2");
        lanes.completed(former); // which frees no place of the new one
        lanes.add(MOVED, Origin.DELIVERIES, 0, "3", 1, NOW);
        assertThat(lanes.next(NOW)).isNull();
    }

    @Test
    void theRateOfTheFormerOneDoesNotHold() {
        var former = started("1");
        former.terms(() -> 1, Rate.perMinute(1));
        lanes.completed(former);
        lanes.add(MOVED, Origin.DELIVERIES, 0, "2", 1, NOW);
        assertThat(lanes.next(NOW)).isNull();
        assertThat(lanes.untilRested(NOW)).isPresent();
        lanes.resetForNewEndpoint(MOVED);
        assertThat(lanes.untilRested(NOW)).isEmpty();
        assertThat(lanes.next(NOW)).isNotNull().extracting(Turn::first).isEqualTo("2");
    }

    private Turn<String> started(String delivery) {
        lanes.add(MOVED, Origin.DELIVERIES, 0, delivery, 1, NOW);
        var turn = lanes.next(NOW);
        assertThat(turn).isNotNull();
        return turn;
    }
}
