package io.tidings.worker.schedule;

import static io.tidings.worker.schedule.SchedulerFixture.GOOD;
import static io.tidings.worker.schedule.SchedulerFixture.SLOW;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.lane.Lane;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Decision 5: a queue that takes less than comes gives way where neighbours are held up with it, and only there. */
class NeighboursTest {
    private static final Duration TICK = Duration.ofMillis(10);

    private final SchedulerFixture traffic = new SchedulerFixture();

    /** 64 at once, 200 ms each, are 320 a second; a thousand a second come. */
    @Test
    void aSlowQueueIsShedSoThatItsNeighbourIsReadOn() {
        int deferred = 0;
        long heldUp = 0;
        for (int turn = 0; turn < 3_000; turn++) {
            traffic.pass(TICK);
            if (turn % 20 == 0) {
                traffic.endAll("slow");
            }
            traffic.endAll("good");
            traffic.startAll();
            deferred += traffic.excess().size();
            if (traffic.roomFor(Origin.DELIVERIES)) {
                traffic.add(SLOW, Origin.DELIVERIES, 10);
                traffic.add(GOOD, Origin.DELIVERIES, 1);
                traffic.startAll();
                assertThat(traffic.inFlight.get("good")).as("it starts at once").hasSize(1);
                deferred += traffic.excess().size();
            }
            heldUp += turn > 1_000 && !traffic.roomFor(Origin.DELIVERIES) ? 1 : 0;
        }
        assertThat(deferred).isGreaterThan(10_000);
        assertThat(heldUp).as("turns in which nothing was read").isZero();
    }

    @Test
    void aSlowQueueIsPausedWhileItHasNoNeighbour() {
        for (int turn = 0; turn < 1_000; turn++) {
            traffic.pass(TICK);
            if (turn % 20 == 0) {
                traffic.endAll("slow");
            }
            traffic.startAll();
            assertThat(traffic.excess()).isEmpty();
            if (traffic.roomFor(Origin.DELIVERIES)) {
                traffic.add(SLOW, Origin.DELIVERIES, 500);
            }
        }
    }

    @Test
    void aNeighbourOfAnotherPartitionNumberDoesNotSuffer() {
        traffic.scheduler.add(new Lane(GOOD.subscription(), 1), Origin.DELIVERIES, "good", 10, traffic.now());
        traffic.add(SLOW, Origin.TIERS, 1, "retry");
        traffic.add(SLOW, Origin.DELIVERIES, 2_000);
        moveOnSlowly();
        assertThat(traffic.excess()).isEmpty();
        traffic.add(GOOD, Origin.DELIVERIES, 1);
        assertThat(traffic.excess()).hasSize(2_000 - 63 - 20 - 1_000);
    }

    @Test
    void aNeighbourThatHasNotBeenSeenForLongIsNone() {
        traffic.add(GOOD, Origin.DELIVERIES, 1);
        traffic.pass(Duration.ofMinutes(10));
        traffic.add(SLOW, Origin.DELIVERIES, 2_000);
        moveOnSlowly();
        assertThat(traffic.excess()).isEmpty();
    }

    /** 5,000 a second go through. */
    @Test
    void aFastEndpointWithALargeBacklogIsNeverShed() {
        int left = 100_000;
        for (int turn = 0; left > 0; turn++) {
            assertThat(turn).isLessThan(10_000);
            traffic.pass(TICK);
            traffic.endAll("slow");
            traffic.endAll("good");
            traffic.startAll();
            while (left > 0 && traffic.roomFor(Origin.DELIVERIES)) {
                traffic.add(SLOW, Origin.DELIVERIES, 499);
                traffic.add(GOOD, Origin.DELIVERIES, 1);
                left -= 499;
            }
            traffic.startAll();
            assertThat(traffic.excess()).isEmpty();
        }
    }

    /** For a little longer than the patience, twenty requests of it end. */
    private void moveOnSlowly() {
        traffic.startAll();
        for (int i = 0; i < 21; i++) {
            traffic.pass(TICK.multipliedBy(10));
            var turns = traffic.inFlight.get("slow");
            if (i < 20) {
                traffic.end(turns.remove());
            }
            traffic.startAll();
        }
    }
}
