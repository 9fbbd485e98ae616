package io.tidings.worker.schedule;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.lane.Lane;
import io.tidings.contract.subscription.Extensions;
import io.tidings.contract.subscription.RequestLimits;
import io.tidings.worker.schedule.SchedulerLimits.PerSubscription;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** B-LIMIT: a lane keeps to its part of the limits of its subscription, and other lanes do not wait for it. */
class LimitedQueueTest {
    private static final SubscriptionKey LIMITED = new SubscriptionKey("orders", "limited");
    private static final Lane LANE = new Lane(LIMITED, 0);
    private static final Lane FREE = new Lane(new SubscriptionKey("orders", "free"), 0);
    private static final PerSubscription MOST = new PerSubscription(100, 1_000_000);

    private final Map<SubscriptionKey, Extensions> subscriptions = new HashMap<>();
    private final FairScheduler<String> scheduler = new FairScheduler<>(
            _ -> () -> 64,
            lane -> LaneLimit.of(subscriptions.getOrDefault(lane.subscription(), Extensions.NONE), 1, 0, MOST),
            new SchedulerLimits(1000, 1_000_000, 1_000_000, MOST));
    private long now = -5;

    /** The new owner cannot know whether the former one has just sent a request. */
    @Test
    void theFirstRequestWaitsAsIfOneHadJustBeenSent() {
        limit(2.0, null, 1);
        offer(2);
        assertThat(started()).isZero();
        pass(ofMillis(499));
        assertThat(started()).isZero();
        assertThat(scheduler.untilRested(now)).contains(ofMillis(1));
        assertThat(scheduler.rests()).as("the loop may sleep until then").isTrue();
        pass(ofMillis(1));
        assertThat(started()).isOne();
    }

    @Test
    void requestsAreEvenlySpacedWhateverWaits() {
        limit(10.0, null, 1);
        var starts = new ArrayList<Long>();
        long begun = now;
        for (int i = 0; i < 1_000; i++) {
            offer(3);
            if (started() > 0) {
                starts.add(now - begun);
            }
            pass(ofMillis(10));
        }
        assertThat(starts)
                .isEqualTo(IntStream.rangeClosed(1, 99)
                        .mapToObj(each -> ofMillis(100L * each).toNanos())
                        .toList());
    }

    @Test
    void allLanesTogetherKeepToTheRate() {
        limit(4.0, null, 8);
        int sent = 0;
        for (int i = 0; i < 1_000; i++) {
            for (int number = 0; number < 8; number++) {
                var _ = scheduler.offer(new Lane(LIMITED, number), Origin.DELIVERIES, "event", 1, now, _ -> false);
            }
            sent += started();
            pass(ofMillis(10));
        }
        assertThat(sent).isBetween(32, 40);
    }

    @Test
    void whatExceedsASecondsWorthIsNotTaken() {
        limit(10.0, null, 1);
        assertThat(offer(100)).isEqualTo(10);
        assertThat(scheduler.roomFor(Origin.DELIVERIES, 0))
                .as("the partition is read on")
                .isTrue();
        pass(ofMillis(100));
        assertThat(started()).isOne();
        assertThat(scheduler.offer(LANE, Origin.DELIVERIES, "event", 1, now, _ -> true))
                .as("others wait in the log")
                .isFalse();
        assertThat(offer(100)).isOne();
    }

    @Test
    void othersAreSentMeanwhile() {
        limit(0.1, null, 1);
        offer(1);
        for (int i = 0; i < 50; i++) {
            assertThat(scheduler.offer(FREE, Origin.DELIVERIES, "free", 1, now, _ -> true))
                    .isTrue();
        }
        assertThat(started()).isEqualTo(50);
        assertThat(scheduler.room(FREE, now)).isEqualTo(Integer.MAX_VALUE);
    }

    @Test
    void requestsThatWereSentAgainCount() {
        limit(10.0, null, 1);
        offer(3);
        pass(ofMillis(100));
        var slot = scheduler.next(now);
        slot.terms(() -> 64, Rate.perSecond(10));
        scheduler.resent(slot, 2, now);
        pass(ofMillis(299));
        assertThat(started()).isZero();
        pass(ofMillis(1));
        assertThat(started()).isOne();
    }

    @Test
    void anotherEndpointDoesNotMakeUpForTheRate() {
        limit(1.0, null, 1);
        offer(1);
        scheduler.resetForNewEndpoint(LANE);
        assertThat(started()).isZero();
    }

    /** After a probation began or ended, they would not count without a limit. */
    @Test
    void requestsThatGoOnStillCount() {
        limit(null, 2, 1);
        offer(2);
        assertThat(inFlight()).isEqualTo(2);
        offer(2);
        scheduler.ignoreInFlight(LANE);
        scheduler.resetForNewEndpoint(LANE);
        assertThat(inFlight()).isZero();
    }

    @Test
    void aNewLimitHoldsAtOnceAndLeavesTheRestToTheLog() {
        for (int i = 0; i < 5; i++) {
            scheduler.add(LANE, Origin.DELIVERIES, "event " + i, 1, now);
        }
        limit(2.0, null, 1);
        assertThat(scheduler.limitsWritten(LIMITED)).containsExactly("event 1", "event 2", "event 3", "event 4");
        assertThat(scheduler.limitsWritten(LIMITED)).isEmpty();
    }

    /** A loaded delivery has others behind it in the log; one that was read may have come before it. */
    @Test
    void aWriteWithTheSameLimitMovesNothing() {
        limit(2.0, null, 1);
        offer(2);
        for (int i = 0; i < 20; i++) {
            scheduler.add(LANE, Origin.TIERS, "loaded", 1, now);
        }
        assertThat(scheduler.limitsWritten(LIMITED)).isEmpty();
        scheduler.forgetIdle(now);
        assertThat(scheduler.queued(LANE)).isEqualTo(22);
    }

    @Test
    void aLowerLimitPutsBackWhatIsLoadedBeforeWhatWasRead() {
        limit(4.0, null, 1);
        offer(3);
        scheduler.add(LANE, Origin.TIERS, "loaded 1", 1, now);
        scheduler.add(LANE, Origin.TIERS, "loaded 2", 1, now);
        limit(2.0, null, 1);
        assertThat(scheduler.limitsWritten(LIMITED)).containsExactly("event", "event", "loaded 1", "loaded 2");
    }

    @Test
    void aHigherLimitEndsTheWaitForALowOne() {
        limit(0.1, null, 1);
        offer(1);
        assertThat(started()).isZero();
        limit(1_000.0, null, 1);
        assertThat(scheduler.limitsWritten(LIMITED)).isEmpty();
        pass(ofMillis(200));
        assertThat(started()).isOne();
    }

    @Test
    void theLimitOfADeletedSubscriptionIsForgotten() {
        limit(0.1, null, 1);
        offer(1);
        subscriptions.clear();
        scheduler.forgetIdle(now);
        assertThat(scheduler.limited(LANE)).isFalse();
        pass(ofSeconds(1));
        assertThat(started()).isOne();
    }

    /** They share the memory for retries, a half of this scheduler's: 500,000 bytes. */
    @Test
    void loadedDeliveriesLeaveMemoryToTheRetriesOfOthers() {
        limit(null, 8, 8);
        var second = new Lane(LIMITED, 1);
        var third = new Lane(LIMITED, 2);
        scheduler.add(LANE, Origin.TIERS, "event", 240_000, now);
        assertThat(scheduler.room(LANE, now)).isEqualTo(63);
        scheduler.add(second, Origin.TIERS, "event", 20_000, now);
        assertThat(scheduler.room(second, now)).as("half is taken").isZero();
        assertThat(scheduler.room(third, now)).as("it has none").isOne();
        scheduler.add(second, Origin.TIERS, "event", 120_000, now);
        assertThat(scheduler.room(third, now)).as("three quarters are taken").isZero();
        assertThat(scheduler.roomFor(Origin.TIERS, 3)).as("for retries").isTrue();
        subscriptions.clear();
        scheduler.forgetIdle(now);
        limit(null, 8, 8);
        assertThat(scheduler.room(third, now))
                .as("what is no longer limited does not count")
                .isEqualTo(64);
        assertThat(scheduler.limitsWritten(LIMITED)).isEmpty();
        assertThat(scheduler.room(third, now)).isZero();
        assertThat(started()).isEqualTo(3);
        assertThat(scheduler.room(third, now)).isEqualTo(64);
    }

    @Test
    void nothingIsLoadedLongBeforeItMayBeSent() {
        limit(0.1, null, 1);
        offer(1);
        assertThat(scheduler.drain(LANE)).hasSize(1);
        assertThat(scheduler.room(LANE, now)).isZero();
        pass(ofSeconds(8));
        assertThat(scheduler.room(LANE, now)).isOne();
    }

    @Test
    void anIdleLaneIsForgottenAfterAnHour() {
        limit(1.0, null, 1);
        offer(1);
        pass(ofSeconds(1));
        assertThat(started()).isOne();
        pass(ofMinutes(59));
        scheduler.forgetIdle(now);
        assertThat(scheduler.limited(LANE)).as("the next request need not wait").isTrue();
        pass(ofMinutes(2));
        scheduler.forgetIdle(now);
        assertThat(scheduler.limited(LANE)).isFalse();
    }

    private void limit(Double perSecond, Integer concurrent, int lanes) {
        subscriptions.put(
                LIMITED,
                Extensions.NONE.with(new RequestLimits(perSecond, concurrent)).withLanes(lanes));
    }

    /** Returns how many were taken. */
    private int offer(int deliveries) {
        int taken = 0;
        for (int i = 0; i < deliveries; i++) {
            taken += scheduler.offer(LANE, Origin.DELIVERIES, "event", 1, now, _ -> false) ? 1 : 0;
        }
        return taken;
    }

    /** Starts all that may start now; each ends at once. */
    private int started() {
        int started = 0;
        for (var slot = scheduler.next(now); slot != null; slot = scheduler.next(now)) {
            started++;
            if (slot.first().startsWith("event")) {
                var extensions = subscriptions.getOrDefault(LIMITED, Extensions.NONE);
                slot.terms(() -> 64, LaneLimit.slower(Rate.UNLIMITED, extensions));
            }
            scheduler.completed(slot);
            scheduler.releaseMemory(slot);
        }
        return started;
    }

    /** Starts all that may start now, up to two, and lets them go on. */
    private int inFlight() {
        int started = 0;
        for (var slot = scheduler.next(now); slot != null; slot = scheduler.next(now)) {
            started++;
            slot.terms(() -> 2, Rate.UNLIMITED);
        }
        return started;
    }

    private void pass(Duration time) {
        now += time.toNanos();
    }
}
