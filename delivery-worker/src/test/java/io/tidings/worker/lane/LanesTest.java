package io.tidings.worker.lane;

import static io.tidings.worker.Examples.seeded;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.SubscriptionKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** B-PROB-5: subscriptions take turns, and none takes more than its share. */
class LanesTest {
    private static final SubscriptionKey BUSY = new SubscriptionKey("orders", "busy");
    private static final SubscriptionKey QUIET = new SubscriptionKey("orders", "quiet");

    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final Map<SubscriptionKey, Integer> limits = new HashMap<>();
    private final Lanes<String> lanes = new Lanes<>(key -> limits.getOrDefault(key, 2), new LaneBounds(3, 1000), 6_000);
    private long now;

    @Test
    void subscriptionsTakeTurns() {
        lanes.add(BUSY, 0, "busy 1", 1, now);
        lanes.add(BUSY, 0, "busy 2", 1, now);
        lanes.add(QUIET, 0, "quiet 1", 1, now);
        assertThat(List.of(next(), next(), next())).containsExactly("busy 1", "quiet 1", "busy 2");
    }

    @Test
    void aSubscriptionHasNoMoreInFlightThanItsBound() {
        for (int i = 1; i <= 3; i++) {
            lanes.add(BUSY, 0, "busy " + i, 1, now);
        }
        assertThat(List.of(next(), next())).containsExactly("busy 1", "busy 2");
        assertThat(lanes.startable()).isFalse();
        assertThat(lanes.next(now)).isEmpty();
        lanes.add(QUIET, 0, "quiet 1", 1, now);
        assertThat(next()).isEqualTo("quiet 1");
        finished(BUSY);
        assertThat(next()).isEqualTo("busy 3");
        assertThat(lanes.startable()).isFalse();
    }

    @Test
    void whatExceedsTheQueueIsTakenButNoMoreIsWanted() {
        for (int i = 1; i <= 4; i++) {
            assertThat(lanes.overfull(5)).isFalse();
            lanes.add(BUSY, 5, "busy " + i, 10, now);
        }
        assertThat(lanes.overfull(5)).isTrue();
        assertThat(lanes.overfull(6)).isFalse();
        assertThat(lanes.queuedBytes()).isEqualTo(40);
        assertThat(next()).isEqualTo("busy 1");
        assertThat(lanes.overfull(5)).isFalse();
        assertThat(lanes.queuedBytes()).isEqualTo(30);
    }

    @Test
    void aPartitionIsWantedAgainAlsoWhenItsSubscriptionCameFromAnotherOneBefore() {
        // So it is when partitions were added: the key goes to another number from then on.
        for (int i = 1; i <= 3; i++) {
            lanes.add(BUSY, 0, "busy " + i, 1, now);
        }
        lanes.add(BUSY, 1, "busy 4", 1, now);
        assertThat(lanes.overfull(1)).isTrue();
        assertThat(next()).isEqualTo("busy 1");
        assertThat(lanes.overfull(0)).isFalse();
        assertThat(lanes.overfull(1)).isFalse();
    }

    @Test
    void whatIsNoLongerOursLeavesAndMakesRoom() {
        for (int i = 1; i <= 4; i++) {
            lanes.add(BUSY, 0, "busy " + i, 10, now);
        }
        lanes.add(QUIET, 0, "quiet 1", 10, now);
        lanes.removeIf(delivery -> delivery.startsWith("busy"));
        assertThat(lanes.queuedBytes()).isEqualTo(10);
        assertThat(lanes.overfull(0)).isFalse();
        assertThat(next()).isEqualTo("quiet 1");
        assertThat(lanes.startable()).isFalse();
        lanes.add(BUSY, 0, "busy 5", 10, now);
        assertThat(next()).isEqualTo("busy 5");
    }

    @Test
    void whatIsInFlightCountsAlsoWhenItsQueueWasSentAway() {
        lanes.add(BUSY, 0, "busy 1", 1, now);
        lanes.add(BUSY, 0, "busy 2", 1, now);
        assertThat(List.of(next(), next())).hasSize(2);
        lanes.removeIf(_ -> true);
        lanes.add(BUSY, 0, "busy 3", 1, now);
        assertThat(lanes.startable()).isFalse();
        finished(BUSY);
        assertThat(next()).isEqualTo("busy 3");
    }

    @Test
    void aBoundThatShrinksHoldsAtOnceAndOneThatGrowsWithTheNextEnd() {
        for (int i = 1; i <= 4; i++) {
            lanes.add(BUSY, 0, "busy " + i, 1, now);
        }
        next();
        limits.put(BUSY, 1);
        assertThat(lanes.next(now)).isEmpty();
        limits.put(BUSY, 4);
        finished(BUSY);
        assertThat(List.of(next(), next(), next())).containsExactly("busy 2", "busy 3", "busy 4");
    }

    @Test
    void whatIsAbandonedTakesNoPlace() {
        for (int i = 1; i <= 3; i++) {
            lanes.add(BUSY, 0, "busy " + i, 1, now);
        }
        next();
        next();
        long old = lanes.ticket(BUSY);
        lanes.abandon(BUSY);
        assertThat(next()).isEqualTo("busy 3");
        lanes.finished(BUSY, old);
        lanes.finished(BUSY, old);
        assertThat(lanes.ticket(BUSY)).isNotEqualTo(old);
        finished(BUSY);
        lanes.add(BUSY, 0, "busy 4", 1, now);
        assertThat(next()).isEqualTo("busy 4");
    }

    @Test
    void aLaneIsDrainedInOrderAndStartsNothingAfterwards() {
        lanes.add(BUSY, 0, "busy 1", 10, now);
        lanes.add(BUSY, 0, "busy 2", 10, now);
        lanes.add(QUIET, 0, "quiet 1", 10, now);
        assertThat(lanes.drain(BUSY)).containsExactly("busy 1", "busy 2");
        assertThat(lanes.drain(BUSY)).isEmpty();
        assertThat(lanes.queuedBytes()).isEqualTo(10);
        assertThat(next()).isEqualTo("quiet 1");
        assertThat(lanes.startable()).isFalse();
    }

    @Test
    void theNextOfALaneJoinsARequestOnlyIfItBelongsThere() {
        lanes.add(BUSY, 0, "busy 1", 1, now);
        lanes.add(BUSY, 0, "busy 2", 1, now);
        lanes.add(BUSY, 0, "other", 1, now);
        limits.put(BUSY, 1);
        assertThat(next()).isEqualTo("busy 1");
        assertThat(lanes.nextOf(BUSY, each -> each.startsWith("busy"))).contains("busy 2");
        assertThat(lanes.nextOf(BUSY, each -> each.startsWith("busy"))).isEmpty();
        assertThat(lanes.nextOf(BUSY, _ -> true)).contains("other");
        assertThat(lanes.nextOf(BUSY, _ -> true)).isEmpty();
        assertThat(lanes.nextOf(QUIET, _ -> true)).isEmpty();
        assertThat(lanes.queuedBytes()).isZero();
        finished(BUSY);
        lanes.add(BUSY, 0, "busy 3", 1, now);
        assertThat(next()).as("one request was in flight, not three").isEqualTo("busy 3");
    }

    @Test
    void aLaneWhoseLastDeliveryJoinedARequestLosesItsTurn() {
        lanes.add(BUSY, 0, "busy 1", 1, now);
        lanes.add(BUSY, 0, "busy 2", 1, now);
        next();
        assertThat(lanes.startable()).isTrue();
        assertThat(lanes.nextOf(BUSY, _ -> true)).contains("busy 2");
        assertThat(lanes.startable()).isFalse();
    }

    /** Decision 5. */
    @Test
    void whatALaneThatStartsNothingHasNoRoomForIsHandedBackAfterThePatience() {
        fill(7);
        now = PATIENCE.toNanos() - 1;
        assertThat(excess()).isEmpty();
        now++;
        assertThat(excess()).containsExactly("busy 7", "busy 6");
        assertThat(lanes.overfull(0)).isFalse();
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
        assertThat(lanes.overfull(0)).isTrue();
    }

    /** Decision 5: it is not the subscription's fault when all requests of the worker are taken by others. */
    @Test
    void aLaneThatCouldStartButHasNoTurnIsNotRelieved() {
        for (int i = 1; i <= 5; i++) {
            lanes.add(BUSY, 0, "busy " + i, 1, now);
        }
        now = PATIENCE.toNanos() * 5;
        assertThat(excess()).isEmpty();
    }

    @Test
    void aLaneIsFullAlsoByItsBytesButASingleDeliveryMayHaveMore() {
        lanes.add(BUSY, 0, "busy 1", 5000, now);
        assertThat(lanes.overfull(0)).isFalse();
        lanes.add(BUSY, 0, "busy 2", 1, now);
        assertThat(lanes.overfull(0)).isTrue();
        next();
        assertThat(lanes.overfull(0)).isFalse();
    }

    @Test
    void aTicketOfALaneThatIsNoMoreChangesNoLaterOne() {
        lanes.add(BUSY, 0, "busy 1", 1, now);
        next();
        long old = lanes.ticket(BUSY);
        lanes.finished(BUSY, old);
        for (int i = 2; i <= 4; i++) {
            lanes.add(BUSY, 0, "busy " + i, 1, now);
        }
        next();
        next();
        lanes.finished(BUSY, old);
        assertThat(lanes.next(now)).as("two are in flight").isEmpty();
    }

    /** Decision 5: what all hold together must not shut out the others. */
    @Test
    void theLargestOfTheLanesThatAreStuckGiveWayWhenAllTogetherHoldTooMuch() {
        limits.put(BUSY, 0);
        limits.put(QUIET, 0);
        lanes.add(BUSY, 0, "busy 1", 4_000, now);
        lanes.add(QUIET, 1, "quiet 1", 1_000, now);
        assertThat(lanes.full()).isFalse();
        lanes.add(new SubscriptionKey("orders", "free"), 2, "free 1", 1_000, now);
        assertThat(lanes.full()).isTrue();
        assertThat(excess()).as("within the patience").isEmpty();
        now = PATIENCE.toNanos();
        assertThat(excess()).containsExactly("busy 1");
        assertThat(lanes.full()).isFalse();
        assertThat(next()).isEqualTo("free 1");
    }

    private void finished(SubscriptionKey key) {
        lanes.finished(key, lanes.ticket(key));
    }

    private List<String> excess() {
        return lanes.excess(now, _ -> PATIENCE);
    }

    /** As many as are said, two of them in flight. */
    private void fill(int deliveries) {
        for (int i = 1; i <= deliveries; i++) {
            lanes.add(BUSY, 0, "busy " + i, 1, now);
        }
        next();
        next();
    }

    @Test
    void whatNobodyKnowsMayFinish() {
        lanes.finished(QUIET, 1);
        assertThat(lanes.startable()).isFalse();
    }

    @RepeatedTest(50)
    void everythingComesOutOnceInOrderAndWithinBounds(RepetitionInfo run) {
        var random = seeded(run.getCurrentRepetition());
        var many = new Lanes<Integer>(_ -> 3, new LaneBounds(10, 1000), 100_000);
        var in = new HashMap<SubscriptionKey, List<Integer>>();
        var out = new HashMap<SubscriptionKey, List<Integer>>();
        var inFlight = new ArrayList<SubscriptionKey>();
        for (int i = 0; i < 2000 || !inFlight.isEmpty() || many.startable(); i++) {
            int dice = random.nextInt(3);
            if (i < 2000 && dice == 0) {
                var key = key(random.nextInt(5));
                many.add(key, 0, i * 5 + number(key), 7, 0);
                in.computeIfAbsent(key, _ -> new ArrayList<>()).add(i * 5 + number(key));
            } else if (dice == 1) {
                many.next(0).ifPresent(delivery -> {
                    var key = key(delivery % 5);
                    inFlight.add(key);
                    out.computeIfAbsent(key, _ -> new ArrayList<>()).add(delivery);
                    assertThat(inFlight.stream().filter(key::equals)).hasSizeLessThanOrEqualTo(3);
                });
            } else if (!inFlight.isEmpty()) {
                var key = inFlight.remove(random.nextInt(inFlight.size()));
                many.finished(key, many.ticket(key));
            }
        }
        assertThat(out).isEqualTo(in);
        assertThat(many.queuedBytes()).isZero();
        assertThat(many.overfull(0)).isFalse();
    }

    @Test
    void aLaneThatLostItsTurnGetsANewOneWithTheNextDelivery() {
        lanes.add(BUSY, 0, "busy 1", 1, now);
        lanes.add(BUSY, 0, "busy 2", 1, now);
        assertThat(next()).isEqualTo("busy 1");
        assertThat(lanes.nextOf(BUSY, _ -> true)).contains("busy 2");
        assertThat(lanes.startable()).isFalse();
        lanes.add(BUSY, 0, "busy 3", 1, now);
        assertThat(next()).isEqualTo("busy 3");
    }

    @Test
    void aDrainedLaneGetsANewTurnWithTheNextDelivery() {
        lanes.add(BUSY, 0, "busy 1", 1, now);
        assertThat(next()).isEqualTo("busy 1");
        lanes.add(BUSY, 0, "busy 2", 1, now);
        assertThat(lanes.drain(BUSY)).containsExactly("busy 2");
        assertThat(lanes.startable()).isFalse();
        lanes.add(BUSY, 0, "busy 3", 1, now);
        assertThat(next()).isEqualTo("busy 3");
        lanes.add(BUSY, 0, "busy 4", 1, now);
        assertThat(lanes.startable()).isFalse(); // two are in flight: draining did not forget them
    }

    @Test
    void whoLostAllThatWaitedLosesItsTurnAndNobodyElseDoes() {
        lanes.add(BUSY, 0, "busy 1", 1, now);
        assertThat(next()).isEqualTo("busy 1");
        lanes.add(BUSY, 0, "busy 2", 1, now);
        lanes.add(QUIET, 0, "quiet 1", 1, now);
        lanes.removeIf("busy 2"::equals);
        assertThat(next()).isEqualTo("quiet 1");
        assertThat(lanes.startable()).isFalse();
        lanes.add(BUSY, 0, "busy 3", 1, now);
        assertThat(next()).isEqualTo("busy 3");
        assertThat(lanes.queuedBytes()).isZero();
    }

    @Test
    void aNumberIsWantedAgainWhenTheLastOfItsFullLanesHasRoom() {
        for (int i = 1; i <= 4; i++) {
            lanes.add(BUSY, 5, "busy " + i, 1, now);
            lanes.add(QUIET, 5, "quiet " + i, 1, now);
        }
        assertThat(next()).isEqualTo("busy 1");
        assertThat(lanes.overfull(5)).isTrue();
        assertThat(next()).isEqualTo("quiet 1");
        assertThat(lanes.overfull(5)).isFalse();
    }

    @Test
    void whatHasLeftALaneTakesNoRoomInIt() {
        lanes.add(BUSY, 5, "busy 1", 600, now);
        assertThat(next()).isEqualTo("busy 1");
        lanes.add(BUSY, 5, "busy 2", 500, now);
        lanes.add(BUSY, 5, "busy 3", 500, now);
        assertThat(lanes.overfull(5)).isFalse();
        assertThat(next()).isEqualTo("busy 2");
        lanes.add(BUSY, 5, "busy 4", 501, now);
        assertThat(lanes.overfull(5)).isTrue();
    }

    private static SubscriptionKey key(int number) {
        return new SubscriptionKey("orders", "s" + number);
    }

    private static int number(SubscriptionKey key) {
        return Integer.parseInt(key.name().substring(1));
    }

    private String next() {
        return lanes.next(now).orElseThrow();
    }
}
