package io.tidings.worker.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.lane.Lane;
import io.tidings.worker.schedule.SchedulerLimits.PerSubscription;
import org.junit.jupiter.api.Test;

/** B-DEL-1, B-SUB-3: a new endpoint waits neither for the responses nor for the rate limit of the former one. */
class ResetQueueTest {
    private static final Lane MOVED = new Lane(new SubscriptionKey("orders", "moved"), 0);
    private static final long NOW = 1_000_000_000L;

    private final FairScheduler<String> scheduler = new FairScheduler<>(
            _ -> () -> 1, _ -> null, new SchedulerLimits(10, 1_000_000, 12_000, new PerSubscription(10, 1000)));

    @Test
    void requestsToTheFormerEndpointTakeNoSlot() {
        var former = started("1");
        scheduler.add(MOVED, Origin.DELIVERIES, "2", 1, NOW);
        assertThat(scheduler.next(NOW)).isNull();
        scheduler.resetForNewEndpoint(MOVED);
        assertThat(scheduler.next(NOW))
                .isNotNull()
                .extracting(InFlightSlot::first)
                .isEqualTo("2");
        scheduler.completed(former); // which frees no place of the new one
        scheduler.add(MOVED, Origin.DELIVERIES, "3", 1, NOW);
        assertThat(scheduler.next(NOW)).isNull();
    }

    @Test
    void theRateOfTheFormerOneDoesNotHold() {
        var former = started("1");
        former.terms(() -> 1, Rate.perMinute(1));
        scheduler.completed(former);
        scheduler.add(MOVED, Origin.DELIVERIES, "2", 1, NOW);
        assertThat(scheduler.next(NOW)).isNull();
        assertThat(scheduler.untilRested(NOW)).isPresent();
        scheduler.resetForNewEndpoint(MOVED);
        assertThat(scheduler.untilRested(NOW)).isEmpty();
        assertThat(scheduler.next(NOW))
                .isNotNull()
                .extracting(InFlightSlot::first)
                .isEqualTo("2");
    }

    private InFlightSlot<String> started(String delivery) {
        scheduler.add(MOVED, Origin.DELIVERIES, delivery, 1, NOW);
        var slot = scheduler.next(NOW);
        assertThat(slot).isNotNull();
        return slot;
    }
}
