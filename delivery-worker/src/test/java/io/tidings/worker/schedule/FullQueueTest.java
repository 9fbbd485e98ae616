package io.tidings.worker.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.lane.Lane;
import io.tidings.worker.schedule.SchedulerLimits.PerSubscription;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** B-PROB-5: a queue that is full stops the reading of its partition number and of no other, until it has room. */
class FullQueueTest {
    private static final Lane BUSY = new Lane(new SubscriptionKey("orders", "busy"), 0);
    private static final Lane QUIET = new Lane(new SubscriptionKey("orders", "quiet"), 0);
    private static final long NOW = 0;

    private final FairScheduler<String> scheduler = new FairScheduler<>(
            _ -> () -> 2, _ -> null, new SchedulerLimits(1000, 1_000_000, 12_000, new PerSubscription(3, 1000)));

    @Test
    void deliveriesAboveTheLimitAreAcceptedButReadingStops() {
        for (int i = 1; i <= 4; i++) {
            assertThat(scheduler.roomFor(Origin.DELIVERIES, 5)).isTrue();
            scheduler.add(new Lane(BUSY.subscription(), 5), Origin.DELIVERIES, "busy " + i, 10, NOW);
        }
        assertThat(scheduler.roomFor(Origin.DELIVERIES, 5)).isFalse();
        assertThat(scheduler.roomFor(Origin.DELIVERIES, 6)).isTrue();
        assertThat(scheduler.queuedBytes()).isEqualTo(40);
        assertThat(next()).isEqualTo("busy 1");
        assertThat(scheduler.roomFor(Origin.DELIVERIES, 5)).isTrue();
        assertThat(scheduler.queuedBytes()).isEqualTo(30);
    }

    @Test
    void aQueueIsFullAlsoByItsBytesButASingleDeliveryMayHaveMore() {
        scheduler.add(BUSY, Origin.DELIVERIES, "busy 1", 5000, NOW);
        assertThat(scheduler.roomFor(Origin.DELIVERIES, 0)).isTrue();
        scheduler.add(BUSY, Origin.DELIVERIES, "busy 2", 1, NOW);
        assertThat(scheduler.roomFor(Origin.DELIVERIES, 0)).isFalse();
        next();
        assertThat(scheduler.roomFor(Origin.DELIVERIES, 0)).isTrue();
    }

    @Test
    void aDeliveryThatLeftAQueueTakesNoRoomInIt() {
        scheduler.add(new Lane(BUSY.subscription(), 5), Origin.DELIVERIES, "busy 1", 600, NOW);
        assertThat(next()).isEqualTo("busy 1");
        scheduler.add(new Lane(BUSY.subscription(), 5), Origin.DELIVERIES, "busy 2", 500, NOW);
        scheduler.add(new Lane(BUSY.subscription(), 5), Origin.DELIVERIES, "busy 3", 500, NOW);
        assertThat(scheduler.roomFor(Origin.DELIVERIES, 5)).isTrue();
        assertThat(next()).isEqualTo("busy 2");
        scheduler.add(new Lane(BUSY.subscription(), 5), Origin.DELIVERIES, "busy 4", 501, NOW);
        assertThat(scheduler.roomFor(Origin.DELIVERIES, 5)).isFalse();
    }

    @Test
    void deliveriesOfLostPartitionsLeaveAndMakeRoom() {
        for (int i = 1; i <= 4; i++) {
            scheduler.add(BUSY, Origin.DELIVERIES, "busy " + i, 10, NOW);
        }
        scheduler.add(QUIET, Origin.DELIVERIES, "quiet 1", 10, NOW);
        scheduler.removeIf(delivery -> delivery.startsWith("busy"));
        assertThat(scheduler.queuedBytes()).isEqualTo(10);
        assertThat(scheduler.roomFor(Origin.DELIVERIES, 0)).isTrue();
        assertThat(next()).isEqualTo("quiet 1");
        nothingStarts();
        scheduler.add(BUSY, Origin.DELIVERIES, "busy 5", 10, NOW);
        assertThat(next()).isEqualTo("busy 5");
    }

    @Test
    void aNumberIsWantedAgainWhenTheLastOfItsFullQueuesHasRoom() {
        for (int i = 1; i <= 4; i++) {
            scheduler.add(new Lane(BUSY.subscription(), 5), Origin.DELIVERIES, "busy " + i, 1, NOW);
            scheduler.add(new Lane(QUIET.subscription(), 5), Origin.DELIVERIES, "quiet " + i, 1, NOW);
        }
        assertThat(next()).isEqualTo("busy 1");
        assertThat(scheduler.roomFor(Origin.DELIVERIES, 5)).isFalse();
        assertThat(next()).isEqualTo("quiet 1");
        assertThat(scheduler.roomFor(Origin.DELIVERIES, 5)).isTrue();
    }

    @Test
    void theLanesOfASubscriptionHaveQueuesOfTheirOwn() {
        for (int i = 1; i <= 4; i++) {
            scheduler.add(BUSY, Origin.DELIVERIES, "busy " + i, 1, NOW);
        }
        scheduler.add(new Lane(BUSY.subscription(), 1), Origin.DELIVERIES, "busy 5", 1, NOW);
        assertThat(scheduler.roomFor(Origin.DELIVERIES, 0)).isFalse();
        assertThat(scheduler.roomFor(Origin.DELIVERIES, 1)).isTrue();
        assertThat(next()).isEqualTo("busy 1");
        assertThat(next()).isEqualTo("busy 5");
        assertThat(scheduler.roomFor(Origin.DELIVERIES, 0)).isTrue();
    }

    private String next() {
        return Objects.requireNonNull(scheduler.next(NOW), "nothing starts").first();
    }

    private void nothingStarts() {
        assertThat(scheduler.next(NOW)).isNull();
    }
}
