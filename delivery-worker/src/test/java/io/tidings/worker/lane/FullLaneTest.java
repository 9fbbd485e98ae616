package io.tidings.worker.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.SubscriptionKey;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** B-PROB-5: a lane that is full stops the reading of its partition number and of no other, until it has room. */
class FullLaneTest {
    private static final SubscriptionKey BUSY = new SubscriptionKey("orders", "busy");
    private static final SubscriptionKey QUIET = new SubscriptionKey("orders", "quiet");
    private static final long NOW = 0;

    private final Lanes<String> lanes =
            new Lanes<>(_ -> () -> 2, new LaneBounds(3, 1000), new Capacity(1000, 1_000_000, 12_000));

    @Test
    void whatExceedsTheQueueIsTakenButNoMoreIsWanted() {
        for (int i = 1; i <= 4; i++) {
            assertThat(lanes.roomFor(Origin.DELIVERIES, 5)).isTrue();
            lanes.add(BUSY, Origin.DELIVERIES, 5, "busy " + i, 10, NOW);
        }
        assertThat(lanes.roomFor(Origin.DELIVERIES, 5)).isFalse();
        assertThat(lanes.roomFor(Origin.DELIVERIES, 6)).isTrue();
        assertThat(lanes.queuedBytes()).isEqualTo(40);
        assertThat(next()).isEqualTo("busy 1");
        assertThat(lanes.roomFor(Origin.DELIVERIES, 5)).isTrue();
        assertThat(lanes.queuedBytes()).isEqualTo(30);
    }

    @Test
    void aLaneIsFullAlsoByItsBytesButASingleDeliveryMayHaveMore() {
        lanes.add(BUSY, Origin.DELIVERIES, 0, "busy 1", 5000, NOW);
        assertThat(lanes.roomFor(Origin.DELIVERIES, 0)).isTrue();
        lanes.add(BUSY, Origin.DELIVERIES, 0, "busy 2", 1, NOW);
        assertThat(lanes.roomFor(Origin.DELIVERIES, 0)).isFalse();
        next();
        assertThat(lanes.roomFor(Origin.DELIVERIES, 0)).isTrue();
    }

    @Test
    void whatHasLeftALaneTakesNoRoomInIt() {
        lanes.add(BUSY, Origin.DELIVERIES, 5, "busy 1", 600, NOW);
        assertThat(next()).isEqualTo("busy 1");
        lanes.add(BUSY, Origin.DELIVERIES, 5, "busy 2", 500, NOW);
        lanes.add(BUSY, Origin.DELIVERIES, 5, "busy 3", 500, NOW);
        assertThat(lanes.roomFor(Origin.DELIVERIES, 5)).isTrue();
        assertThat(next()).isEqualTo("busy 2");
        lanes.add(BUSY, Origin.DELIVERIES, 5, "busy 4", 501, NOW);
        assertThat(lanes.roomFor(Origin.DELIVERIES, 5)).isFalse();
    }

    @Test
    void whatIsNoLongerOursLeavesAndMakesRoom() {
        for (int i = 1; i <= 4; i++) {
            lanes.add(BUSY, Origin.DELIVERIES, 0, "busy " + i, 10, NOW);
        }
        lanes.add(QUIET, Origin.DELIVERIES, 0, "quiet 1", 10, NOW);
        lanes.removeIf(delivery -> delivery.startsWith("busy"));
        assertThat(lanes.queuedBytes()).isEqualTo(10);
        assertThat(lanes.roomFor(Origin.DELIVERIES, 0)).isTrue();
        assertThat(next()).isEqualTo("quiet 1");
        nothingStarts();
        lanes.add(BUSY, Origin.DELIVERIES, 0, "busy 5", 10, NOW);
        assertThat(next()).isEqualTo("busy 5");
    }

    @Test
    void aNumberIsWantedAgainWhenTheLastOfItsFullLanesHasRoom() {
        for (int i = 1; i <= 4; i++) {
            lanes.add(BUSY, Origin.DELIVERIES, 5, "busy " + i, 1, NOW);
            lanes.add(QUIET, Origin.DELIVERIES, 5, "quiet " + i, 1, NOW);
        }
        assertThat(next()).isEqualTo("busy 1");
        assertThat(lanes.roomFor(Origin.DELIVERIES, 5)).isFalse();
        assertThat(next()).isEqualTo("quiet 1");
        assertThat(lanes.roomFor(Origin.DELIVERIES, 5)).isTrue();
    }

    @Test
    void aPartitionIsWantedAgainAlsoWhenItsSubscriptionCameFromAnotherOneBefore() {
        // So it is when partitions were added: the key goes to another number from then on.
        for (int i = 1; i <= 3; i++) {
            lanes.add(BUSY, Origin.DELIVERIES, 0, "busy " + i, 1, NOW);
        }
        lanes.add(BUSY, Origin.DELIVERIES, 1, "busy 4", 1, NOW);
        assertThat(lanes.roomFor(Origin.DELIVERIES, 1)).isFalse();
        assertThat(next()).isEqualTo("busy 1");
        assertThat(lanes.roomFor(Origin.DELIVERIES, 0)).isTrue();
        assertThat(lanes.roomFor(Origin.DELIVERIES, 1)).isTrue();
    }

    private String next() {
        return Objects.requireNonNull(lanes.next(NOW), "nothing starts").first();
    }

    private void nothingStarts() {
        assertThat(lanes.next(NOW)).isNull();
    }
}
