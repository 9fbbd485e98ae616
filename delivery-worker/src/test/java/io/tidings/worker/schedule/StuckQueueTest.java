package io.tidings.worker.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.lane.Lane;
import io.tidings.worker.schedule.SchedulerLimits.PerSubscription;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Decision 5: a queue that gets through nothing hands back what others behind it wait for, and only such a queue does. */
class StuckQueueTest {
    private static final Lane BUSY = new Lane(new SubscriptionKey("orders", "busy"), 0);
    private static final Lane QUIET = new Lane(new SubscriptionKey("orders", "quiet"), 0);
    private static final Lane FREE = new Lane(new SubscriptionKey("orders", "free"), 0);
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final Map<Lane, Integer> limits = new HashMap<>();
    private final FairScheduler<String> scheduler = new FairScheduler<>(
            key -> () -> limits.getOrDefault(key, 2),
            _ -> null,
            new SchedulerLimits(1000, 1_000_000, 12_000, new PerSubscription(3, 1000)));
    private final Deque<InFlightSlot<String>> inFlight = new ArrayDeque<>();
    private long now;

    @Test
    void theExcessOfAQueueThatStartsNothingIsShedAfterTheStall() {
        fill(7);
        now = PATIENCE.toNanos() - 1;
        assertThat(excess()).isEmpty();
        now++;
        assertThat(excess()).containsExactly("busy 7", "busy 6");
        assertThat(scheduler.roomFor(Origin.DELIVERIES, 0)).isTrue();
        assertThat(excess()).isEmpty();
        assertThat(scheduler.drain(BUSY)).containsExactly("busy 3", "busy 4", "busy 5");
    }

    @Test
    void aQueueThatMakesProgressIsNotShedHoweverMuchWaits() {
        fill(20);
        for (int i = 0; i < 10; i++) {
            now += PATIENCE.toNanos() - 1;
            oneEnds();
            next();
            assertThat(excess()).isEmpty();
        }
        assertThat(scheduler.roomFor(Origin.DELIVERIES, 0)).isFalse();
    }

    /** It is not the subscription's fault when all requests of the worker are taken by others. */
    @Test
    void aQueueThatIsReadyIsNotShed() {
        for (int i = 1; i <= 5; i++) {
            scheduler.add(BUSY, Origin.DELIVERIES, "busy " + i, 1, now);
        }
        now = PATIENCE.toNanos() * 5;
        assertThat(excess()).isEmpty();
    }

    /** What all hold together must not shut out the others. */
    @Test
    void theLargestOfTheQueuesThatAreStuckGiveWayWhenAllTogetherHoldTooMuch() {
        limits.put(BUSY, 0);
        limits.put(new Lane(QUIET.subscription(), 1), 0);
        scheduler.add(BUSY, Origin.DELIVERIES, "busy 1", 4_000, now);
        scheduler.add(new Lane(QUIET.subscription(), 1), Origin.DELIVERIES, "quiet 1", 1_000, now);
        assertThat(scheduler.roomFor(Origin.DELIVERIES, 9)).isTrue();
        scheduler.add(new Lane(FREE.subscription(), 2), Origin.DELIVERIES, "free 1", 1_000, now);
        assertThat(scheduler.roomFor(Origin.DELIVERIES, 9)).isFalse();
        assertThat(excess()).as("within the patience").isEmpty();
        now = PATIENCE.toNanos();
        assertThat(excess()).containsExactly("busy 1");
        assertThat(scheduler.roomFor(Origin.DELIVERIES, 9)).isTrue();
        assertThat(next()).isEqualTo("free 1");
    }

    /** As many as are said, two of them in flight. */
    private void fill(int deliveries) {
        for (int i = 1; i <= deliveries; i++) {
            scheduler.add(BUSY, Origin.DELIVERIES, "busy " + i, 1, now);
        }
        next();
        next();
    }

    private List<String> excess() {
        return scheduler.excess(now, _ -> PATIENCE);
    }

    private String next() {
        var slot = Objects.requireNonNull(scheduler.next(now), "nothing starts");
        inFlight.add(slot);
        return slot.first();
    }

    private void oneEnds() {
        var slot = inFlight.remove();
        scheduler.completed(slot);
        scheduler.releaseMemory(slot);
    }
}
