package io.tidings.worker.lane;

import static io.tidings.worker.Examples.seeded;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.SubscriptionKey;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** B-PROB-5: subscriptions take turns, and none takes more than its share. */
class LanesTest {
    private static final SubscriptionKey BUSY = new SubscriptionKey("orders", "busy");
    private static final SubscriptionKey QUIET = new SubscriptionKey("orders", "quiet");

    private static final SubscriptionKey FREE = new SubscriptionKey("orders", "free");

    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final Map<SubscriptionKey, Integer> limits = new HashMap<>();
    private final Lanes<String> lanes = new Lanes<>(
            key -> () -> limits.getOrDefault(key, 2), new LaneBounds(3, 1000), new Capacity(1000, 1_000_000, 12_000));
    private final Map<SubscriptionKey, Deque<Turn<String>>> turns = new HashMap<>();
    private long now;

    @Test
    void subscriptionsTakeTurns() {
        lanes.add(BUSY, Origin.DELIVERIES, 0, "busy 1", 1, now);
        lanes.add(BUSY, Origin.DELIVERIES, 0, "busy 2", 1, now);
        lanes.add(QUIET, Origin.DELIVERIES, 0, "quiet 1", 1, now);
        assertThat(List.of(next(), next(), next())).containsExactly("busy 1", "quiet 1", "busy 2");
    }

    @Test
    void aSubscriptionHasNoMoreInFlightThanItsBound() {
        for (int i = 1; i <= 3; i++) {
            lanes.add(BUSY, Origin.DELIVERIES, 0, "busy " + i, 1, now);
        }
        assertThat(List.of(next(), next())).containsExactly("busy 1", "busy 2");
        nothingStarts();
        nothingStarts();
        lanes.add(QUIET, Origin.DELIVERIES, 0, "quiet 1", 1, now);
        assertThat(next()).isEqualTo("quiet 1");
        finished(BUSY);
        assertThat(next()).isEqualTo("busy 3");
        nothingStarts();
    }

    @Test
    void whatExceedsTheQueueIsTakenButNoMoreIsWanted() {
        for (int i = 1; i <= 4; i++) {
            assertThat(lanes.roomFor(Origin.DELIVERIES, 5)).isTrue();
            lanes.add(BUSY, Origin.DELIVERIES, 5, "busy " + i, 10, now);
        }
        assertThat(lanes.roomFor(Origin.DELIVERIES, 5)).isFalse();
        assertThat(lanes.roomFor(Origin.DELIVERIES, 6)).isTrue();
        assertThat(lanes.queuedBytes()).isEqualTo(40);
        assertThat(next()).isEqualTo("busy 1");
        assertThat(lanes.roomFor(Origin.DELIVERIES, 5)).isTrue();
        assertThat(lanes.queuedBytes()).isEqualTo(30);
    }

    @Test
    void aPartitionIsWantedAgainAlsoWhenItsSubscriptionCameFromAnotherOneBefore() {
        // So it is when partitions were added: the key goes to another number from then on.
        for (int i = 1; i <= 3; i++) {
            lanes.add(BUSY, Origin.DELIVERIES, 0, "busy " + i, 1, now);
        }
        lanes.add(BUSY, Origin.DELIVERIES, 1, "busy 4", 1, now);
        assertThat(lanes.roomFor(Origin.DELIVERIES, 1)).isFalse();
        assertThat(next()).isEqualTo("busy 1");
        assertThat(lanes.roomFor(Origin.DELIVERIES, 0)).isTrue();
        assertThat(lanes.roomFor(Origin.DELIVERIES, 1)).isTrue();
    }

    @Test
    void whatIsNoLongerOursLeavesAndMakesRoom() {
        for (int i = 1; i <= 4; i++) {
            lanes.add(BUSY, Origin.DELIVERIES, 0, "busy " + i, 10, now);
        }
        lanes.add(QUIET, Origin.DELIVERIES, 0, "quiet 1", 10, now);
        lanes.removeIf(delivery -> delivery.startsWith("busy"));
        assertThat(lanes.queuedBytes()).isEqualTo(10);
        assertThat(lanes.roomFor(Origin.DELIVERIES, 0)).isTrue();
        assertThat(next()).isEqualTo("quiet 1");
        nothingStarts();
        lanes.add(BUSY, Origin.DELIVERIES, 0, "busy 5", 10, now);
        assertThat(next()).isEqualTo("busy 5");
    }

    @Test
    void whatIsInFlightCountsAlsoWhenItsQueueWasSentAway() {
        lanes.add(BUSY, Origin.DELIVERIES, 0, "busy 1", 1, now);
        lanes.add(BUSY, Origin.DELIVERIES, 0, "busy 2", 1, now);
        assertThat(List.of(next(), next())).hasSize(2);
        lanes.removeIf(_ -> true);
        lanes.add(BUSY, Origin.DELIVERIES, 0, "busy 3", 1, now);
        nothingStarts();
        finished(BUSY);
        assertThat(next()).isEqualTo("busy 3");
    }

    @Test
    void aBoundThatShrinksHoldsAtOnceAndOneThatGrowsWithTheNextEnd() {
        for (int i = 1; i <= 4; i++) {
            lanes.add(BUSY, Origin.DELIVERIES, 0, "busy " + i, 1, now);
        }
        next();
        limits.put(BUSY, 1);
        nothingStarts();
        limits.put(BUSY, 4);
        finished(BUSY);
        assertThat(List.of(next(), next(), next())).containsExactly("busy 2", "busy 3", "busy 4");
    }

    @Test
    void whatIsAbandonedTakesNoPlace() {
        for (int i = 1; i <= 3; i++) {
            lanes.add(BUSY, Origin.DELIVERIES, 0, "busy " + i, 1, now);
        }
        var one = begin();
        var two = begin();
        lanes.abandon(BUSY);
        var three = begin();
        assertThat(three.first()).isEqualTo("busy 3");
        lanes.add(BUSY, Origin.DELIVERIES, 0, "busy 4", 1, now);
        lanes.add(BUSY, Origin.DELIVERIES, 0, "busy 5", 1, now);
        assertThat(next()).isEqualTo("busy 4");
        end(one);
        end(two);
        nothingStarts(); // the two that came later are in flight
        end(three);
        assertThat(next()).isEqualTo("busy 5");
    }

    @Test
    void aLaneIsDrainedInOrderAndStartsNothingAfterwards() {
        lanes.add(BUSY, Origin.DELIVERIES, 0, "busy 1", 10, now);
        lanes.add(BUSY, Origin.DELIVERIES, 0, "busy 2", 10, now);
        lanes.add(QUIET, Origin.DELIVERIES, 0, "quiet 1", 10, now);
        assertThat(lanes.drain(BUSY)).containsExactly("busy 1", "busy 2");
        assertThat(lanes.drain(BUSY)).isEmpty();
        assertThat(lanes.queuedBytes()).isEqualTo(10);
        assertThat(next()).isEqualTo("quiet 1");
        nothingStarts();
    }

    @Test
    void theNextOfALaneJoinsARequestOnlyIfItBelongsThere() {
        lanes.add(BUSY, Origin.DELIVERIES, 0, "busy 1", 1, now);
        lanes.add(BUSY, Origin.DELIVERIES, 0, "busy 2", 2, now);
        lanes.add(BUSY, Origin.DELIVERIES, 0, "other", 4, now);
        limits.put(BUSY, 1);
        var turn = begin();
        assertThat(turn.first()).isEqualTo("busy 1");
        assertThat(lanes.nextOf(turn, each -> each.startsWith("busy"))).isEqualTo("busy 2");
        assertThat(lanes.nextOf(turn, each -> each.startsWith("busy"))).isNull();
        assertThat(lanes.nextOf(turn, _ -> true)).isEqualTo("other");
        assertThat(lanes.nextOf(turn, _ -> true)).isNull();
        assertThat(lanes.queuedBytes()).isZero();
        assertThat(turn.bytes()).isEqualTo(7);
        nothingStarts();
        end(turn);
        lanes.add(BUSY, Origin.DELIVERIES, 0, "busy 3", 1, now);
        assertThat(next()).as("one request was in flight, not three").isEqualTo("busy 3");
    }

    /** Decision 5. */
    @Test
    void whatALaneThatStartsNothingHasNoRoomForIsHandedBackAfterThePatience() {
        fill(7);
        now = PATIENCE.toNanos() - 1;
        assertThat(excess()).isEmpty();
        now++;
        assertThat(excess()).containsExactly("busy 7", "busy 6");
        assertThat(lanes.roomFor(Origin.DELIVERIES, 0)).isTrue();
        assertThat(excess()).isEmpty();
        assertThat(lanes.drain(BUSY)).containsExactly("busy 3", "busy 4", "busy 5");
    }

    /** Decision 5. */
    @Test
    void aLaneThatMovesIsNotRelievedHoweverMuchWaits() {
        fill(20);
        for (int i = 0; i < 10; i++) {
            now += PATIENCE.toNanos() - 1;
            finished(BUSY);
            next();
            assertThat(excess()).isEmpty();
        }
        assertThat(lanes.roomFor(Origin.DELIVERIES, 0)).isFalse();
    }

    /** Decision 5: it is not the subscription's fault when all requests of the worker are taken by others. */
    @Test
    void aLaneThatCouldStartButHasNoTurnIsNotRelieved() {
        for (int i = 1; i <= 5; i++) {
            lanes.add(BUSY, Origin.DELIVERIES, 0, "busy " + i, 1, now);
        }
        now = PATIENCE.toNanos() * 5;
        assertThat(excess()).isEmpty();
    }

    @Test
    void aLaneIsFullAlsoByItsBytesButASingleDeliveryMayHaveMore() {
        lanes.add(BUSY, Origin.DELIVERIES, 0, "busy 1", 5000, now);
        assertThat(lanes.roomFor(Origin.DELIVERIES, 0)).isTrue();
        lanes.add(BUSY, Origin.DELIVERIES, 0, "busy 2", 1, now);
        assertThat(lanes.roomFor(Origin.DELIVERIES, 0)).isFalse();
        next();
        assertThat(lanes.roomFor(Origin.DELIVERIES, 0)).isTrue();
    }

    @Test
    void whatEndsTwiceFreesOnePlace() {
        lanes.add(BUSY, Origin.DELIVERIES, 0, "busy 1", 1, now);
        var old = begin();
        end(old);
        for (int i = 2; i <= 4; i++) {
            lanes.add(BUSY, Origin.DELIVERIES, 0, "busy " + i, 1, now);
        }
        next();
        next();
        end(old);
        nothingStarts(); // two are in flight
    }

    /** Decision 5: what all hold together must not shut out the others. */
    @Test
    void theLargestOfTheLanesThatAreStuckGiveWayWhenAllTogetherHoldTooMuch() {
        limits.put(BUSY, 0);
        limits.put(QUIET, 0);
        lanes.add(BUSY, Origin.DELIVERIES, 0, "busy 1", 4_000, now);
        lanes.add(QUIET, Origin.DELIVERIES, 1, "quiet 1", 1_000, now);
        assertThat(lanes.roomFor(Origin.DELIVERIES, 9)).isTrue();
        lanes.add(FREE, Origin.DELIVERIES, 2, "free 1", 1_000, now);
        assertThat(lanes.roomFor(Origin.DELIVERIES, 9)).isFalse();
        assertThat(excess()).as("within the patience").isEmpty();
        now = PATIENCE.toNanos();
        assertThat(excess()).containsExactly("busy 1");
        assertThat(lanes.roomFor(Origin.DELIVERIES, 9)).isTrue();
        assertThat(next()).isEqualTo("free 1");
    }

    private void finished(SubscriptionKey key) {
        end(turns.get(key).remove());
    }

    private List<String> excess() {
        return lanes.excess(now, _ -> PATIENCE);
    }

    /** As many as are said, two of them in flight. */
    private void fill(int deliveries) {
        for (int i = 1; i <= deliveries; i++) {
            lanes.add(BUSY, Origin.DELIVERIES, 0, "busy " + i, 1, now);
        }
        next();
        next();
    }

    @RepeatedTest(50)
    void everythingComesOutOnceInOrderAndWithinBounds(RepetitionInfo run) {
        var random = seeded(run.getCurrentRepetition());
        var many = new Lanes<Integer>(_ -> () -> 3, new LaneBounds(10, 1000), new Capacity(12, 60, 100_000));
        var in = new HashMap<SubscriptionKey, List<Integer>>();
        var out = new HashMap<SubscriptionKey, List<Integer>>();
        var inFlight = new ArrayList<Turn<Integer>>();
        var waiting = 0;
        for (int i = 0; i < 2000 || waiting > 0 || !inFlight.isEmpty(); i++) {
            assertThat(i).as("steps until all are out").isLessThan(1_000_000);
            int dice = random.nextInt(3);
            if (i < 2000 && dice == 0) {
                var key = key(random.nextInt(5));
                many.add(key, Origin.DELIVERIES, 0, i * 5 + number(key), 7, 0);
                in.computeIfAbsent(key, _ -> new ArrayList<>()).add(i * 5 + number(key));
                waiting++;
            } else if (dice == 1) {
                var turn = many.next(0);
                if (turn != null) {
                    inFlight.add(turn);
                    waiting--;
                    var key = key(turn.first() % 5);
                    out.computeIfAbsent(key, _ -> new ArrayList<>()).add(turn.first());
                    assertThat(inFlight.stream()
                                    .filter(each -> key(each.first() % 5).equals(key)))
                            .hasSizeLessThanOrEqualTo(3);
                    assertThat(inFlight).hasSizeLessThanOrEqualTo(9); // the tenth would exceed the bytes
                } else if (waiting > 0) {
                    assertThat(inFlight).as("what could end").isNotEmpty();
                }
            } else if (!inFlight.isEmpty()) {
                var turn = inFlight.remove(random.nextInt(inFlight.size()));
                many.finished(turn);
                many.released(turn);
            }
        }
        assertThat(out).isEqualTo(in);
        assertThat(many.queuedBytes()).isZero();
        assertThat(many.roomFor(Origin.DELIVERIES, 0)).isTrue();
    }

    @Test
    void aLaneWhoseLastDeliveryJoinedARequestGetsANewTurnWithTheNextOne() {
        lanes.add(BUSY, Origin.DELIVERIES, 0, "busy 1", 1, now);
        lanes.add(BUSY, Origin.DELIVERIES, 0, "busy 2", 1, now);
        assertThat(lanes.nextOf(begin(), _ -> true)).isEqualTo("busy 2");
        nothingStarts();
        lanes.add(BUSY, Origin.DELIVERIES, 0, "busy 3", 1, now);
        assertThat(next()).isEqualTo("busy 3");
        nothingStarts();
    }

    @Test
    void aDrainedLaneGetsANewTurnWithTheNextDelivery() {
        lanes.add(BUSY, Origin.DELIVERIES, 0, "busy 1", 1, now);
        assertThat(next()).isEqualTo("busy 1");
        lanes.add(BUSY, Origin.DELIVERIES, 0, "busy 2", 1, now);
        assertThat(lanes.drain(BUSY)).containsExactly("busy 2");
        nothingStarts();
        lanes.add(BUSY, Origin.DELIVERIES, 0, "busy 3", 1, now);
        assertThat(next()).isEqualTo("busy 3");
        lanes.add(BUSY, Origin.DELIVERIES, 0, "busy 4", 1, now);
        nothingStarts(); // two are in flight: draining did not forget them
    }

    @Test
    void whoLostAllThatWaitedLosesItsTurnAndNobodyElseDoes() {
        lanes.add(BUSY, Origin.DELIVERIES, 0, "busy 1", 1, now);
        assertThat(next()).isEqualTo("busy 1");
        lanes.add(BUSY, Origin.DELIVERIES, 0, "busy 2", 1, now);
        lanes.add(QUIET, Origin.DELIVERIES, 0, "quiet 1", 1, now);
        lanes.removeIf("busy 2"::equals);
        assertThat(next()).isEqualTo("quiet 1");
        nothingStarts();
        lanes.add(BUSY, Origin.DELIVERIES, 0, "busy 3", 1, now);
        assertThat(next()).isEqualTo("busy 3");
        assertThat(lanes.queuedBytes()).isZero();
    }

    @Test
    void aNumberIsWantedAgainWhenTheLastOfItsFullLanesHasRoom() {
        for (int i = 1; i <= 4; i++) {
            lanes.add(BUSY, Origin.DELIVERIES, 5, "busy " + i, 1, now);
            lanes.add(QUIET, Origin.DELIVERIES, 5, "quiet " + i, 1, now);
        }
        assertThat(next()).isEqualTo("busy 1");
        assertThat(lanes.roomFor(Origin.DELIVERIES, 5)).isFalse();
        assertThat(next()).isEqualTo("quiet 1");
        assertThat(lanes.roomFor(Origin.DELIVERIES, 5)).isTrue();
    }

    @Test
    void whatHasLeftALaneTakesNoRoomInIt() {
        lanes.add(BUSY, Origin.DELIVERIES, 5, "busy 1", 600, now);
        assertThat(next()).isEqualTo("busy 1");
        lanes.add(BUSY, Origin.DELIVERIES, 5, "busy 2", 500, now);
        lanes.add(BUSY, Origin.DELIVERIES, 5, "busy 3", 500, now);
        assertThat(lanes.roomFor(Origin.DELIVERIES, 5)).isTrue();
        assertThat(next()).isEqualTo("busy 2");
        lanes.add(BUSY, Origin.DELIVERIES, 5, "busy 4", 501, now);
        assertThat(lanes.roomFor(Origin.DELIVERIES, 5)).isFalse();
    }

    private static SubscriptionKey key(int number) {
        return new SubscriptionKey("orders", "s" + number);
    }

    private static int number(SubscriptionKey key) {
        return Integer.parseInt(key.name().substring(1));
    }

    private String next() {
        return begin().first();
    }

    private Turn<String> begin() {
        var turn = Objects.requireNonNull(lanes.next(now), "nothing starts");
        var key = turn.first().startsWith("busy") ? BUSY : turn.first().startsWith("quiet") ? QUIET : FREE;
        turns.computeIfAbsent(key, _ -> new ArrayDeque<>()).add(turn);
        return turn;
    }

    private void end(Turn<String> turn) {
        lanes.finished(turn);
        lanes.released(turn);
    }

    private void nothingStarts() {
        assertThat(lanes.next(now)).isNull();
    }
}
