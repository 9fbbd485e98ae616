package io.tidings.worker.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidings.contract.SubscriptionKey;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** B-PROB-5 and decisions 1 and 5: no subscription, and neither first attempts nor retries, take what others need. */
class SharesTest {
    private static final SubscriptionKey SLOW = key("slow");
    private static final SubscriptionKey GOOD = key("good");
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final long MILLISECOND = 1_000_000;

    private final Lanes<String> lanes =
            new Lanes<>(_ -> () -> 64, new LaneBounds(1000, 10_000_000), new Capacity(1000, 64_000_000, 1_000_000_000));
    private final Map<String, Deque<Turn<String>>> inFlight = new HashMap<>();
    private long now;

    @Test
    void twentySlowSubscriptionsLeaveRoomForAnother() {
        for (int i = 0; i < 20; i++) {
            add(key("slow-" + i), Origin.DELIVERIES, 100);
        }
        startAll();
        assertThat(inFlight.values()).allSatisfy(each -> assertThat(each).hasSizeBetween(40, 64));
        add(GOOD, Origin.DELIVERIES, 10);
        startAll();
        assertThat(inFlight.get("good")).hasSize(10);
    }

    @Test
    void fiftyThatHangLeaveRoomForAnother() {
        var hanging = new Lanes<String>(
                _ -> () -> 16, new LaneBounds(1000, 10_000_000), new Capacity(1000, 64_000_000, 1_000_000_000));
        for (int i = 0; i < 50; i++) {
            for (int delivery = 0; delivery < 100; delivery++) {
                hanging.add(key("slow-" + i), Origin.DELIVERIES, 0, "slow", 10, now);
            }
            for (var turn = hanging.next(now); turn != null; turn = hanging.next(now)) {
                assertThat(turn.first()).isEqualTo("slow");
            }
        }
        for (int delivery = 0; delivery < 10; delivery++) {
            hanging.add(GOOD, Origin.DELIVERIES, 0, "good", 10, now);
            assertThat(hanging.next(now).first()).isEqualTo("good");
        }
    }

    @Test
    void whoHadTooMuchGoesOnWhenOthersHaveEnded() {
        for (int i = 0; i < 20; i++) {
            add(key("slow-" + i), Origin.DELIVERIES, 100);
        }
        startAll();
        int had = inFlight.get("slow-0").size();
        for (int i = 1; i < 20; i++) {
            endAll("slow-" + i);
        }
        for (int i = 0; i < 10; i++) {
            startAll();
        }
        assertThat(inFlight.get("slow-0").size()).isGreaterThanOrEqualTo(had);
        for (int round = 0; round < 20; round++) {
            for (int i = 0; i < 20; i++) {
                endAll("slow-" + i);
            }
            startAll();
        }
        assertThat(lanes.queuedBytes()).isZero();
    }

    @Test
    void largeRequestsLeaveRoomForAnother() {
        for (int i = 0; i < 20; i++) {
            for (int event = 0; event < 50; event++) {
                lanes.add(key("slow-" + i), Origin.DELIVERIES, 0, "slow-" + i, 1_000_000, now);
            }
        }
        startAll();
        assertThat(inFlight.values().stream().mapToInt(Deque::size).sum()).isBetween(40, 64);
        add(GOOD, Origin.DELIVERIES, 1);
        startAll();
        assertThat(inFlight.get("good")).hasSize(1);
    }

    @Test
    void aRequestOfAnySizeMayBeAlone() {
        lanes.add(SLOW, Origin.DELIVERIES, 0, "slow", 100_000_000, now);
        lanes.add(GOOD, Origin.DELIVERIES, 0, "good", 1, now);
        var large = lanes.next(now);
        assertThat(large.first()).isEqualTo("slow");
        assertThat(lanes.next(now)).isNull();
        lanes.finished(large);
        var small = lanes.next(now);
        assertThat(small.first()).as("nothing else is waited for").isEqualTo("good");
        add(GOOD, Origin.DELIVERIES, 1);
        assertThat(lanes.next(now)).as("the large one is open yet").isNull();
        lanes.released(large);
        assertThat(lanes.next(now)).isNotNull();
    }

    @Test
    void retriesThatComeDueAllAtOnceDoNotStarveFirstAttempts() {
        add(SLOW, Origin.TIERS, 5_000, "retry");
        assertThat(lanes.roomFor(Origin.TIERS, 0)).isFalse();
        assertThat(lanes.roomFor(Origin.DELIVERIES, 0))
                .as("first attempts are read on")
                .isTrue();
        add(SLOW, Origin.DELIVERIES, 10, "first");
        assertThat(startsInARow(20)).filteredOn("first"::equals).hasSize(10);
    }

    @Test
    void firstAttemptsThatArriveAllAtOnceDoNotStarveRetries() {
        add(SLOW, Origin.DELIVERIES, 5_000, "first");
        assertThat(lanes.roomFor(Origin.DELIVERIES, 0)).isFalse();
        assertThat(lanes.roomFor(Origin.TIERS, 0)).as("retries are read on").isTrue();
        add(SLOW, Origin.TIERS, 10, "retry");
        assertThat(startsInARow(20)).filteredOn("retry"::equals).hasSize(10);
    }

    @Test
    void retriesOfManySubscriptionsDoNotFillWhatFirstAttemptsNeed() {
        var small = new Lanes<String>(_ -> () -> 1, new LaneBounds(1000, 1000), new Capacity(10, 1000, 2000));
        small.add(SLOW, Origin.TIERS, 0, "retry", 1000, now);
        assertThat(small.roomFor(Origin.TIERS, 7)).isFalse();
        assertThat(small.roomFor(Origin.DELIVERIES, 7)).isTrue();
        small.add(GOOD, Origin.DELIVERIES, 0, "first", 1000, now);
        assertThat(small.roomFor(Origin.DELIVERIES, 7)).isFalse();
        small.next(now);
        assertThat(small.roomFor(Origin.TIERS, 7)).isTrue();
        assertThat(small.roomFor(Origin.DELIVERIES, 7)).isFalse();
    }

    @Test
    void aBatchTakesFromTheOtherLineWhenItsOwnHasNothingLeft() {
        add(SLOW, Origin.TIERS, 2, "retry");
        add(SLOW, Origin.DELIVERIES, 2, "first");
        var turn = lanes.next(now);
        var batch = new ArrayList<>(List.of(turn.first()));
        for (var next = lanes.nextOf(turn, _ -> true); next != null; next = lanes.nextOf(turn, _ -> true)) {
            batch.add(next);
        }
        assertThat(batch).containsExactly("first", "first", "retry", "retry");
    }

    /** 64 at once, 200 ms each, are 320 a second; a thousand a second come. */
    @Test
    void whoTakesLessThanComesIsRelievedSoThatItsNeighbourIsReadOn() {
        int deferred = 0;
        long heldUp = 0;
        for (int turn = 0; turn < 3_000; turn++) { // 10 ms each
            now += 10 * MILLISECOND;
            if (turn % 20 == 0) {
                endAll("slow");
            }
            endAll("good");
            startAll();
            deferred += excess().size();
            if (lanes.roomFor(Origin.DELIVERIES, 0)) {
                add(SLOW, Origin.DELIVERIES, 10);
                add(GOOD, Origin.DELIVERIES, 1);
                startAll();
                assertThat(inFlight.get("good")).as("it starts at once").hasSize(1);
                deferred += excess().size();
            }
            heldUp += turn > 1_000 && !lanes.roomFor(Origin.DELIVERIES, 0) ? 1 : 0;
        }
        assertThat(deferred).isGreaterThan(10_000);
        assertThat(heldUp).as("turns in which nothing was read").isZero();
    }

    @Test
    void whoTakesLessThanComesIsHeldBackWhileNobodySuffers() {
        for (int turn = 0; turn < 1_000; turn++) {
            now += 10 * MILLISECOND;
            if (turn % 20 == 0) {
                endAll("slow");
            }
            startAll();
            assertThat(excess()).isEmpty();
            if (lanes.roomFor(Origin.DELIVERIES, 0)) {
                add(SLOW, Origin.DELIVERIES, 500);
            }
        }
    }

    @Test
    void aNeighbourOfAnotherPartitionNumberDoesNotSuffer() {
        lanes.add(GOOD, Origin.DELIVERIES, 1, "good", 10, now);
        add(SLOW, Origin.TIERS, 1, "retry");
        add(SLOW, Origin.DELIVERIES, 2_000);
        moveOnSlowly();
        assertThat(excess()).isEmpty();
        add(GOOD, Origin.DELIVERIES, 1);
        assertThat(excess()).hasSize(2_000 - 63 - 20 - 1_000);
    }

    @Test
    void aNeighbourThatHasNotBeenSeenForLongIsNone() {
        add(GOOD, Origin.DELIVERIES, 1);
        now += Duration.ofMinutes(10).toNanos();
        add(SLOW, Origin.DELIVERIES, 2_000);
        moveOnSlowly();
        assertThat(excess()).isEmpty();
    }

    /** 5,000 a second go through. */
    @Test
    void aFastEndpointWithALargeBacklogIsNeverRelieved() {
        int left = 100_000;
        for (int turn = 0; left > 0; turn++) {
            assertThat(turn).isLessThan(10_000);
            now += 10 * MILLISECOND;
            endAll("slow");
            endAll("good");
            startAll();
            while (left > 0 && lanes.roomFor(Origin.DELIVERIES, 0)) {
                add(SLOW, Origin.DELIVERIES, 499);
                add(GOOD, Origin.DELIVERIES, 1);
                left -= 499;
            }
            startAll();
            assertThat(excess()).isEmpty();
        }
    }

    @Test
    void whoIsHeldByHisRateWaitsForItAndIsRelievedAfterThePatience() {
        add(SLOW, Origin.DELIVERIES, 1);
        add(GOOD, Origin.DELIVERIES, 1);
        lanes.next(now).terms(() -> 64, Rate.perSecond(2));
        assertThat(lanes.untilRested(now)).isEmpty();
        add(SLOW, Origin.DELIVERIES, 1_500);
        assertThat(lanes.next(now).first()).isEqualTo("good");
        assertThat(lanes.next(now)).isNull();
        assertThat(lanes.untilRested(now + 100)).contains(Duration.ofMillis(500).minusNanos(100));
        assertThat(lanes.untilRested(now + 600 * MILLISECOND)).contains(Duration.ZERO);
        now += 500 * MILLISECOND - 1;
        assertThat(lanes.next(now)).isNull();
        now++;
        assertThat(lanes.next(now).first()).isEqualTo("slow");
        assertThat(lanes.next(now)).isNull();
        assertThat(excess()).isEmpty();
        now = PATIENCE.toNanos();
        startAll();
        assertThat(excess()).hasSize(1_500 - 2 - 1_000);
    }

    @Test
    void whatIsWithdrawnUsesUpNoRate() {
        add(SLOW, Origin.DELIVERIES, 3);
        var first = lanes.next(now);
        first.terms(() -> 64, Rate.perSecond(1));
        lanes.withdraw(first);
        assertThat(lanes.untilRested(now)).isEmpty();
        lanes.withdraw(lanes.next(now));
        assertThat(lanes.next(now)).isNotNull();
        assertThat(lanes.next(now)).isNull();
    }

    @Test
    void aLaneWithNothingInItIsForgottenAfterAWhileButNotItsRate() {
        var asked = new ArrayList<SubscriptionKey>();
        var forgetful = new Lanes<String>(
                key -> {
                    asked.add(key);
                    return () -> 1;
                },
                new LaneBounds(1000, 1000),
                new Capacity(10, 1000, 2000));
        for (var key : List.of(SLOW, GOOD)) {
            forgetful.add(key, Origin.DELIVERIES, 0, key.name(), 1, now);
            var turn = forgetful.next(now);
            turn.terms(() -> 1, key.equals(SLOW) ? new Rate(Duration.ofMinutes(5)) : Rate.UNLIMITED);
            forgetful.finished(turn);
            forgetful.released(turn);
        }
        now = Duration.ofMinutes(3).toNanos();
        forgetful.forgetIdle(now);
        forgetful.add(GOOD, Origin.DELIVERIES, 0, "good", 1, now);
        forgetful.add(SLOW, Origin.DELIVERIES, 0, "slow", 1, now);
        assertThat(asked).containsExactly(SLOW, GOOD, GOOD);
        assertThat(forgetful.next(now).first()).isEqualTo("good");
        assertThat(forgetful.next(now)).isNull();
        assertThat(forgetful.next(Duration.ofMinutes(5).toNanos()).first()).isEqualTo("slow");
    }

    @Test
    void anImpossibleCapacityIsRefused() {
        assertThatThrownBy(() -> new Capacity(0, 1, 2)).hasMessageContaining("0 requests");
        assertThatThrownBy(() -> new Capacity(1, 0, 2)).hasMessageContaining("0 bytes");
        assertThatThrownBy(() -> new Capacity(1, 1, 1)).hasMessageContaining("1 bytes waiting");
    }

    /** For a little longer than the patience, twenty requests of it end. */
    private void moveOnSlowly() {
        startAll();
        for (int i = 0; i < 21; i++) {
            now += 100 * MILLISECOND;
            var turns = inFlight.get("slow");
            if (i < 20) {
                end(turns.remove());
            }
            startAll();
        }
    }

    private void add(SubscriptionKey key, Origin origin, int deliveries) {
        add(key, origin, deliveries, key.name());
    }

    private void add(SubscriptionKey key, Origin origin, int deliveries, String delivery) {
        for (int i = 0; i < deliveries; i++) {
            lanes.add(key, origin, 0, delivery, 10, now);
        }
    }

    private void startAll() {
        for (var turn = lanes.next(now); turn != null; turn = lanes.next(now)) {
            inFlight.computeIfAbsent(turn.first(), _ -> new ArrayDeque<>()).add(turn);
        }
    }

    private List<String> startsInARow(int requests) {
        var started = new ArrayList<String>();
        for (int i = 0; i < requests; i++) {
            started.add(lanes.next(now).first());
        }
        return started;
    }

    private void endAll(String delivery) {
        var turns = inFlight.remove(delivery);
        if (turns != null) {
            turns.forEach(this::end);
        }
    }

    private void end(Turn<String> turn) {
        lanes.finished(turn);
        lanes.released(turn);
    }

    private List<String> excess() {
        return lanes.excess(now, _ -> PATIENCE);
    }

    private static SubscriptionKey key(String name) {
        return new SubscriptionKey("orders", name);
    }
}
