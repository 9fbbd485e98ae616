package io.tidings.worker.schedule;

import static io.tidings.worker.Examples.seeded;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.lane.Lane;
import io.tidings.worker.schedule.SchedulerLimits.PerSubscription;
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

/** B-PROB-5: subscriptions take turns, and none has more in flight than its bound. */
class FairSchedulerTest {
    private static final Lane BUSY = new Lane(new SubscriptionKey("orders", "busy"), 0);
    private static final Lane QUIET = new Lane(new SubscriptionKey("orders", "quiet"), 0);
    private static final long NOW = 0;

    private final Map<Lane, Integer> limits = new HashMap<>();
    private final FairScheduler<String> scheduler = new FairScheduler<>(
            key -> () -> limits.getOrDefault(key, 2),
            _ -> null,
            new SchedulerLimits(1000, 1_000_000, 12_000, new PerSubscription(3, 1000)));
    private final Map<Lane, Deque<InFlightSlot<String>>> turns = new HashMap<>();

    @Test
    void subscriptionsTakeTurns() {
        scheduler.add(BUSY, Origin.DELIVERIES, "busy 1", 1, NOW);
        scheduler.add(BUSY, Origin.DELIVERIES, "busy 2", 1, NOW);
        scheduler.add(QUIET, Origin.DELIVERIES, "quiet 1", 1, NOW);
        assertThat(List.of(next(), next(), next())).containsExactly("busy 1", "quiet 1", "busy 2");
    }

    @Test
    void aSubscriptionHasNoMoreInFlightThanItsBound() {
        for (int i = 1; i <= 3; i++) {
            scheduler.add(BUSY, Origin.DELIVERIES, "busy " + i, 1, NOW);
        }
        assertThat(List.of(next(), next())).containsExactly("busy 1", "busy 2");
        nothingStarts();
        nothingStarts();
        scheduler.add(QUIET, Origin.DELIVERIES, "quiet 1", 1, NOW);
        assertThat(next()).isEqualTo("quiet 1");
        finished(BUSY);
        assertThat(next()).isEqualTo("busy 3");
        nothingStarts();
    }

    @Test
    void requestsInFlightCountEvenIfTheirQueueWasDrained() {
        scheduler.add(BUSY, Origin.DELIVERIES, "busy 1", 1, NOW);
        scheduler.add(BUSY, Origin.DELIVERIES, "busy 2", 1, NOW);
        assertThat(List.of(next(), next())).hasSize(2);
        scheduler.removeIf(_ -> true);
        scheduler.add(BUSY, Origin.DELIVERIES, "busy 3", 1, NOW);
        nothingStarts();
        finished(BUSY);
        assertThat(next()).isEqualTo("busy 3");
    }

    @Test
    void aBoundThatShrinksHoldsAtOnceAndOneThatGrowsWithTheNextEnd() {
        for (int i = 1; i <= 4; i++) {
            scheduler.add(BUSY, Origin.DELIVERIES, "busy " + i, 1, NOW);
        }
        next();
        limits.put(BUSY, 1);
        nothingStarts();
        limits.put(BUSY, 4);
        finished(BUSY);
        assertThat(List.of(next(), next(), next())).containsExactly("busy 2", "busy 3", "busy 4");
    }

    @Test
    void anIgnoredRequestTakesNoSlot() {
        for (int i = 1; i <= 3; i++) {
            scheduler.add(BUSY, Origin.DELIVERIES, "busy " + i, 1, NOW);
        }
        var one = begin();
        var two = begin();
        scheduler.ignoreInFlight(BUSY);
        var three = begin();
        assertThat(three.first()).isEqualTo("busy 3");
        scheduler.add(BUSY, Origin.DELIVERIES, "busy 4", 1, NOW);
        scheduler.add(BUSY, Origin.DELIVERIES, "busy 5", 1, NOW);
        assertThat(next()).isEqualTo("busy 4");
        end(one);
        end(two);
        nothingStarts(); // the two that came later are in flight
        end(three);
        assertThat(next()).isEqualTo("busy 5");
    }

    @Test
    void aQueueIsDrainedInOrderAndStartsNothingAfterwards() {
        scheduler.add(BUSY, Origin.DELIVERIES, "busy 1", 10, NOW);
        scheduler.add(BUSY, Origin.DELIVERIES, "busy 2", 10, NOW);
        scheduler.add(QUIET, Origin.DELIVERIES, "quiet 1", 10, NOW);
        assertThat(scheduler.drain(BUSY)).containsExactly("busy 1", "busy 2");
        assertThat(scheduler.drain(BUSY)).isEmpty();
        assertThat(scheduler.queuedBytes()).isEqualTo(10);
        assertThat(next()).isEqualTo("quiet 1");
        nothingStarts();
    }

    @Test
    void theNextOfAQueueJoinsARequestOnlyIfItBelongsThere() {
        scheduler.add(BUSY, Origin.DELIVERIES, "busy 1", 1, NOW);
        scheduler.add(BUSY, Origin.DELIVERIES, "busy 2", 2, NOW);
        scheduler.add(BUSY, Origin.DELIVERIES, "other", 4, NOW);
        limits.put(BUSY, 1);
        var slot = begin();
        assertThat(slot.first()).isEqualTo("busy 1");
        assertThat(scheduler.nextOf(slot, each -> each.startsWith("busy"))).isEqualTo("busy 2");
        assertThat(scheduler.nextOf(slot, each -> each.startsWith("busy"))).isNull();
        assertThat(scheduler.nextOf(slot, _ -> true)).isEqualTo("other");
        assertThat(scheduler.nextOf(slot, _ -> true)).isNull();
        assertThat(scheduler.queuedBytes()).isZero();
        assertThat(slot.bytes()).isEqualTo(7);
        nothingStarts();
        end(slot);
        scheduler.add(BUSY, Origin.DELIVERIES, "busy 3", 1, NOW);
        assertThat(next()).as("one request was in flight, not three").isEqualTo("busy 3");
    }

    @Test
    void aRequestThatEndsTwiceFreesOneSlot() {
        scheduler.add(BUSY, Origin.DELIVERIES, "busy 1", 1, NOW);
        var old = begin();
        end(old);
        for (int i = 2; i <= 4; i++) {
            scheduler.add(BUSY, Origin.DELIVERIES, "busy " + i, 1, NOW);
        }
        next();
        next();
        end(old);
        nothingStarts(); // two are in flight
    }

    @Test
    void aQueueWhoseLastDeliveryJoinedARequestIsReadyAgainWithTheNextOne() {
        scheduler.add(BUSY, Origin.DELIVERIES, "busy 1", 1, NOW);
        scheduler.add(BUSY, Origin.DELIVERIES, "busy 2", 1, NOW);
        assertThat(scheduler.nextOf(begin(), _ -> true)).isEqualTo("busy 2");
        nothingStarts();
        scheduler.add(BUSY, Origin.DELIVERIES, "busy 3", 1, NOW);
        assertThat(next()).isEqualTo("busy 3");
        nothingStarts();
    }

    @Test
    void aDrainedQueueIsReadyAgainWithTheNextDelivery() {
        scheduler.add(BUSY, Origin.DELIVERIES, "busy 1", 1, NOW);
        assertThat(next()).isEqualTo("busy 1");
        scheduler.add(BUSY, Origin.DELIVERIES, "busy 2", 1, NOW);
        assertThat(scheduler.drain(BUSY)).containsExactly("busy 2");
        nothingStarts();
        scheduler.add(BUSY, Origin.DELIVERIES, "busy 3", 1, NOW);
        assertThat(next()).isEqualTo("busy 3");
        scheduler.add(BUSY, Origin.DELIVERIES, "busy 4", 1, NOW);
        nothingStarts(); // two are in flight: draining did not forget them
    }

    @Test
    void onlyAQueueThatBecameEmptyIsNoLongerReady() {
        scheduler.add(BUSY, Origin.DELIVERIES, "busy 1", 1, NOW);
        assertThat(next()).isEqualTo("busy 1");
        scheduler.add(BUSY, Origin.DELIVERIES, "busy 2", 1, NOW);
        scheduler.add(QUIET, Origin.DELIVERIES, "quiet 1", 1, NOW);
        scheduler.removeIf("busy 2"::equals);
        assertThat(next()).isEqualTo("quiet 1");
        nothingStarts();
        scheduler.add(BUSY, Origin.DELIVERIES, "busy 3", 1, NOW);
        assertThat(next()).isEqualTo("busy 3");
        assertThat(scheduler.queuedBytes()).isZero();
    }

    @RepeatedTest(50)
    void everythingComesOutOnceInOrderAndWithinBounds(RepetitionInfo run) {
        var random = seeded(run.getCurrentRepetition());
        var many = new FairScheduler<Integer>(
                _ -> () -> 3, _ -> null, new SchedulerLimits(12, 60, 100_000, new PerSubscription(10, 1000)));
        var in = new HashMap<Lane, List<Integer>>();
        var out = new HashMap<Lane, List<Integer>>();
        var inFlight = new ArrayList<InFlightSlot<Integer>>();
        var waiting = 0;
        for (int i = 0; i < 2000 || waiting > 0 || !inFlight.isEmpty(); i++) {
            assertThat(i).as("steps until all are out").isLessThan(1_000_000);
            int dice = random.nextInt(3);
            if (i < 2000 && dice == 0) {
                var key = key(random.nextInt(5));
                many.add(key, Origin.DELIVERIES, i * 5 + number(key), 7, 0);
                in.computeIfAbsent(key, _ -> new ArrayList<>()).add(i * 5 + number(key));
                waiting++;
            } else if (dice == 1) {
                var slot = many.next(0);
                if (slot != null) {
                    inFlight.add(slot);
                    waiting--;
                    var key = key(slot.first() % 5);
                    out.computeIfAbsent(key, _ -> new ArrayList<>()).add(slot.first());
                    assertThat(inFlight.stream()
                                    .filter(each -> key(each.first() % 5).equals(key)))
                            .hasSizeLessThanOrEqualTo(3);
                    assertThat(inFlight).hasSizeLessThanOrEqualTo(9); // the tenth would exceed the bytes
                } else if (waiting > 0) {
                    assertThat(inFlight).as("what could end").isNotEmpty();
                }
            } else if (!inFlight.isEmpty()) {
                var slot = inFlight.remove(random.nextInt(inFlight.size()));
                many.completed(slot);
                many.releaseMemory(slot);
            }
        }
        assertThat(out).isEqualTo(in);
        assertThat(many.queuedBytes()).isZero();
        assertThat(many.roomFor(Origin.DELIVERIES, 0)).isTrue();
    }

    private String next() {
        return begin().first();
    }

    private InFlightSlot<String> begin() {
        var slot = Objects.requireNonNull(scheduler.next(NOW), "nothing starts");
        var key = slot.first().startsWith("busy") ? BUSY : QUIET;
        turns.computeIfAbsent(key, _ -> new ArrayDeque<>()).add(slot);
        return slot;
    }

    private void finished(Lane key) {
        end(turns.get(key).remove());
    }

    private void end(InFlightSlot<String> slot) {
        scheduler.completed(slot);
        scheduler.releaseMemory(slot);
    }

    private void nothingStarts() {
        assertThat(scheduler.next(NOW)).isNull();
    }

    private static Lane key(int number) {
        return new Lane(new SubscriptionKey("orders", "s" + number), 0);
    }

    private static int number(Lane key) {
        return Integer.parseInt(key.subscription().name().substring(1));
    }
}
