package io.tidings.worker.schedule;

import static io.tidings.worker.schedule.SchedulerFixture.GOOD;
import static io.tidings.worker.schedule.SchedulerFixture.SLOW;
import static io.tidings.worker.schedule.SchedulerFixture.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidings.worker.schedule.SchedulerLimits.PerSubscription;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

/** B-PROB-5 and decisions 1 and 5: no subscription, and neither first attempts nor retries, take what others need. */
class SharesTest {
    private static final long NOW = 0;

    private final SchedulerFixture traffic = new SchedulerFixture();

    @Test
    void twentySlowSubscriptionsLeaveRoomForAnother() {
        for (int i = 0; i < 20; i++) {
            traffic.add(key("slow-" + i), Origin.DELIVERIES, 100);
        }
        traffic.startAll();
        assertThat(traffic.inFlight.values())
                .allSatisfy(each -> assertThat(each).hasSizeBetween(40, 64));
        traffic.add(GOOD, Origin.DELIVERIES, 10);
        traffic.startAll();
        assertThat(traffic.inFlight.get("good")).hasSize(10);
    }

    @Test
    void fiftyThatHangLeaveRoomForAnother() {
        var hanging = new FairScheduler<String>(
                _ -> () -> 16,
                _ -> null,
                new SchedulerLimits(1000, 64_000_000, 1_000_000_000, new PerSubscription(1000, 10_000_000)));
        for (int i = 0; i < 50; i++) {
            for (int delivery = 0; delivery < 100; delivery++) {
                hanging.add(key("slow-" + i), Origin.DELIVERIES, "slow", 10, NOW);
            }
            for (var slot = hanging.next(NOW); slot != null; slot = hanging.next(NOW)) {
                assertThat(slot.first()).isEqualTo("slow");
            }
        }
        for (int delivery = 0; delivery < 10; delivery++) {
            hanging.add(GOOD, Origin.DELIVERIES, "good", 10, NOW);
            assertThat(hanging.next(NOW).first()).isEqualTo("good");
        }
    }

    @Test
    void aQueueThatUsedItsShareContinuesWhenOthersHaveEnded() {
        for (int i = 0; i < 20; i++) {
            traffic.add(key("slow-" + i), Origin.DELIVERIES, 100);
        }
        traffic.startAll();
        int had = traffic.inFlight.get("slow-0").size();
        for (int i = 1; i < 20; i++) {
            traffic.endAll("slow-" + i);
        }
        for (int i = 0; i < 10; i++) {
            traffic.startAll();
        }
        assertThat(traffic.inFlight.get("slow-0").size()).isGreaterThanOrEqualTo(had);
        for (int round = 0; round < 20; round++) {
            for (int i = 0; i < 20; i++) {
                traffic.endAll("slow-" + i);
            }
            traffic.startAll();
        }
        assertThat(traffic.scheduler.queuedBytes()).isZero();
    }

    @Test
    void largeRequestsLeaveRoomForAnother() {
        for (int i = 0; i < 20; i++) {
            for (int event = 0; event < 50; event++) {
                traffic.scheduler.add(key("slow-" + i), Origin.DELIVERIES, "slow-" + i, 1_000_000, traffic.now());
            }
        }
        traffic.startAll();
        assertThat(traffic.inFlight.values().stream().mapToInt(Deque::size).sum())
                .isBetween(40, 64);
        traffic.add(GOOD, Origin.DELIVERIES, 1);
        traffic.startAll();
        assertThat(traffic.inFlight.get("good")).hasSize(1);
    }

    @Test
    void aRequestOfAnySizeMayBeAlone() {
        traffic.scheduler.add(SLOW, Origin.DELIVERIES, "slow", 100_000_000, traffic.now());
        traffic.scheduler.add(GOOD, Origin.DELIVERIES, "good", 1, traffic.now());
        var large = traffic.next();
        assertThat(large.first()).isEqualTo("slow");
        assertThat(traffic.next()).isNull();
        traffic.scheduler.completed(large);
        var small = traffic.next();
        assertThat(small.first()).as("nothing else is waited for").isEqualTo("good");
        traffic.add(GOOD, Origin.DELIVERIES, 1);
        assertThat(traffic.next()).as("the large one is open yet").isNull();
        traffic.scheduler.releaseMemory(large);
        assertThat(traffic.next()).isNotNull();
    }

    @Test
    void retriesThatComeDueAllAtOnceDoNotStarveFirstAttempts() {
        traffic.add(SLOW, Origin.TIERS, 5_000, "retry");
        assertThat(traffic.roomFor(Origin.TIERS)).isFalse();
        assertThat(traffic.roomFor(Origin.DELIVERIES))
                .as("first attempts are read on")
                .isTrue();
        traffic.add(SLOW, Origin.DELIVERIES, 10, "first");
        assertThat(startsInARow(20)).filteredOn("first"::equals).hasSize(10);
    }

    @Test
    void firstAttemptsThatArriveAllAtOnceDoNotStarveRetries() {
        traffic.add(SLOW, Origin.DELIVERIES, 5_000, "first");
        assertThat(traffic.roomFor(Origin.DELIVERIES)).isFalse();
        assertThat(traffic.roomFor(Origin.TIERS)).as("retries are read on").isTrue();
        traffic.add(SLOW, Origin.TIERS, 10, "retry");
        assertThat(startsInARow(20)).filteredOn("retry"::equals).hasSize(10);
    }

    @Test
    void retriesOfManySubscriptionsDoNotFillWhatFirstAttemptsNeed() {
        var small = new FairScheduler<String>(
                _ -> () -> 1, _ -> null, new SchedulerLimits(10, 1000, 2000, new PerSubscription(1000, 1000)));
        small.add(SLOW, Origin.TIERS, "retry", 1000, NOW);
        assertThat(small.roomFor(Origin.TIERS, 7)).isFalse();
        assertThat(small.roomFor(Origin.DELIVERIES, 7)).isTrue();
        small.add(GOOD, Origin.DELIVERIES, "first", 1000, NOW);
        assertThat(small.roomFor(Origin.DELIVERIES, 7)).isFalse();
        small.next(NOW);
        assertThat(small.roomFor(Origin.TIERS, 7)).isTrue();
        assertThat(small.roomFor(Origin.DELIVERIES, 7)).isFalse();
    }

    @Test
    void aBatchTakesFromTheOtherLineWhenItsOwnHasNothingLeft() {
        traffic.add(SLOW, Origin.TIERS, 2, "retry");
        traffic.add(SLOW, Origin.DELIVERIES, 2, "first");
        var slot = traffic.next();
        var batch = new ArrayList<>(List.of(slot.first()));
        for (var next = traffic.scheduler.nextOf(slot, _ -> true);
                next != null;
                next = traffic.scheduler.nextOf(slot, _ -> true)) {
            batch.add(next);
        }
        assertThat(batch).containsExactly("first", "first", "retry", "retry");
    }

    @Test
    void anImpossibleCapacityIsRefused() {
        assertThatThrownBy(() -> new SchedulerLimits(0, 1, 2, new PerSubscription(1, 1)))
                .hasMessageContaining("0 requests");
        assertThatThrownBy(() -> new SchedulerLimits(1, 0, 2, new PerSubscription(1, 1)))
                .hasMessageContaining("0 bytes");
        assertThatThrownBy(() -> new SchedulerLimits(1, 1, 1, new PerSubscription(1, 1)))
                .hasMessageContaining("1 bytes waiting");
    }

    private List<String> startsInARow(int requests) {
        var started = new ArrayList<String>();
        for (int i = 0; i < requests; i++) {
            started.add(traffic.next().first());
        }
        return started;
    }
}
