package io.tidings.worker.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.lane.OrderedKey;
import io.tidings.contract.lane.QueueChange;
import io.tidings.contract.lane.QueueChange.Added;
import io.tidings.contract.lane.QueueChange.Blocked;
import io.tidings.contract.lane.QueueChange.Freed;
import io.tidings.contract.lane.QueueChange.Left;
import io.tidings.worker.schedule.KeyQueues.Bounds;
import io.tidings.worker.schedule.KeyQueues.Step;
import io.tidings.worker.schedule.KeyQueues.Wanted;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** B-LANE-2: the deliveries of each key are sent in order, one at a time, whatever fails and whenever a worker ends. */
class KeyQueuesTest {
    private static final Bounds BOUNDS = new Bounds(100, 3, 1000);
    private static final OrderedKey A = key("a");
    private static final OrderedKey B = key("b");
    private static final OrderedKey UNORDERED = key(KeyQueues.UNORDERED);
    private static final Instant LATER = Instant.EPOCH.plusSeconds(10);

    private final KeyQueues<String> queues = new KeyQueues<>(BOUNDS, String::length);

    static OrderedKey key(String text) {
        return new OrderedKey(new SubscriptionKey("orders", "billing"), "u1", text);
    }

    @Test
    void otherKeysPassABlockedOne() {
        assertThat(queues.due(A, 1, "a1")).isEqualTo(Step.TURN);
        assertThat(queues.parked(A, 1, LATER).changes()).containsExactly(new Blocked(A, 1, LATER));
        assertThat(queues.due(A, 2, "a2")).isEqualTo(Step.APPEND);
        assertThat(queues.due(B, 3, "b3")).isEqualTo(Step.TURN);
    }

    @Test
    void keysBeyondTheBoundShareQueues() {
        var crowded = new KeyQueues<String>(new Bounds(100, 3, 200), String::length);
        var used = new HashSet<OrderedKey>();
        for (int key = 0; key < 10_000; key++) {
            var queue = crowded.queueOf(key("key-" + key));
            used.add(queue);
            if (crowded.due(queue, key, "event") == Step.TURN) {
                crowded.parked(queue, key, LATER);
            }
        }
        assertThat(used).as("half of the bound, and the shared ones").hasSizeLessThanOrEqualTo(106);
        assertThat(crowded.queueOf(key("key-1"))).as("has its own").isEqualTo(key("key-1"));
        assertThat(crowded.queueOf(key("key-9999"))).as("shares one").isNotEqualTo(key("key-9999"));
        var other = new OrderedKey(A.subscription(), "u2", "a");
        assertThat(crowded.queueOf(other)).as("another subscription").isEqualTo(other);
    }

    /** Else a new owner would find the key in two queues if the worker ended before the commit, and send both at once. */
    @Test
    void aKeyStaysInItsQueueUntilTheIndexTellsThatItIsEmpty() {
        var crowded = new KeyQueues<String>(new Bounds(100, 3, 4), String::length);
        crowded.due(A, 1, "a1");
        crowded.parked(A, 1, LATER);
        crowded.due(B, 2, "b2");
        crowded.parked(B, 2, LATER);
        var own = key("c");
        var shared = crowded.queueOf(own);
        crowded.due(shared, 3, "c3");
        crowded.parked(shared, 3, LATER);
        crowded.told(crowded.ended(A, 1));
        crowded.told(crowded.ended(B, 2));
        var left = crowded.ended(shared, 3);
        assertThat(crowded.queueOf(own)).isEqualTo(shared).isNotEqualTo(own);
        crowded.told(left);
        assertThat(crowded.queueOf(own)).isEqualTo(own);
    }

    @Test
    void theNextOneIsSentAtOnceIfItIsInMemory() {
        queues.due(A, 1, "a1");
        assertThat(queues.due(A, 2, "a2")).isEqualTo(Step.HELD);
        assertThat(queues.ended(A, 1))
                .as("nothing is written where nothing waits")
                .isEmpty();
        assertThat(queues.takeNext()).containsExactly("a2");
    }

    @Test
    void heldDeliveriesAreAppendedTogetherWithTheParkOfTheOneBeforeThem() {
        queues.due(A, 1, "a1");
        queues.due(A, 4, "a4");
        queues.due(A, 6, "a6");
        var parked = queues.parked(A, 1, LATER);
        assertThat(parked.appended().stream().map(KeyQueues.Appended::delivery)).containsExactly("a4", "a6");
    }

    @Test
    void aDeliveryInFlightBlocksItsKeyForANewOwnerOnceOneBehindItIsAppended() {
        queues.due(A, 1, "a1");
        for (long sequence = 2; sequence <= 4; sequence++) {
            assertThat(queues.due(A, sequence, "a")).isEqualTo(Step.HELD);
        }
        assertThat(queues.due(A, 5, "a5")).isEqualTo(Step.APPEND);
        var appended = queues.append(A, 5, "a5", Instant.EPOCH);
        assertThat(appended).hasSize(4);
        assertThat(appended.getFirst().changes()).containsExactly(new Blocked(A, 1, Instant.EPOCH));
        assertThat(queues.ended(A, 1)).containsExactly(new Freed(A, 1));
        assertThat(queues.takeNext()).as("the others are not committed yet").isEmpty();
    }

    @Test
    void whatWaitsIsLoadedByItsOffsetAndLeavesWithItsEnd() {
        queues.due(A, 1, "a1");
        queues.parked(A, 1, LATER);
        queues.append(A, 2, "a2", Instant.EPOCH);
        queues.committed(A, 2, 70);
        assertThat(queues.takeAdded()).containsExactly(new Added(A, 2, 70));
        assertThat(queues.takeWanted(10, _ -> Integer.MAX_VALUE))
                .as("the key is blocked")
                .isEmpty();
        queues.due(A, 1, "a1");
        assertThat(queues.ended(A, 1)).containsExactly(new Freed(A, 1));
        assertThat(queues.takeWanted(10, _ -> Integer.MAX_VALUE)).containsExactly(new Wanted(A, 2, 70));
        queues.loaded(A, 2, 70, "a2");
        queues.loadEnded(A);
        assertThat(queues.takeNext()).containsExactly("a2");
        assertThat(queues.ended(A, 2)).containsExactly(new Left(A, 2, 70));
        assertThat(queues.snapshot()).isEmpty();
        assertThat(queues.waiting()).isZero();
    }

    @Test
    void whatTheLogHasNoMoreLetsTheNextOneGo() {
        queues.restore(new Added(A, 2, 70));
        queues.restore(new Added(A, 3, 71));
        queues.begin();
        assertThat(queues.takeWanted(10, _ -> Integer.MAX_VALUE)).hasSize(2);
        queues.loaded(A, 3, 71, "a3");
        assertThat(queues.missing(A, 2, 70)).containsExactly(new Left(A, 2, 70));
        queues.loadEnded(A);
        assertThat(queues.takeNext()).containsExactly("a3");
    }

    /** After a worker has died, one that had ended may come back in front of one that waits in the ladder. */
    @Test
    void nothingIsHeldBehindADeliveryThatIsStillInTheLadder() {
        queues.restore(new Blocked(A, 1, LATER));
        queues.restore(new Blocked(A, 2, LATER));
        queues.begin();
        assertThat(queues.due(A, 1, "a1")).isEqualTo(Step.TURN);
        assertThat(queues.due(A, 3, "a3")).isEqualTo(Step.APPEND);
    }

    @Test
    void whatWasLoadedForAKeyThatIsBlockedAgainTakesNoMemory() {
        queues.restore(new Added(A, 2, 70));
        queues.restore(new Added(A, 3, 71));
        queues.begin();
        assertThat(queues.takeWanted(10, _ -> Integer.MAX_VALUE)).hasSize(2);
        queues.loaded(A, 2, 70, "a2");
        queues.loadEnded(A);
        queues.parked(A, 2, LATER);
        queues.loaded(A, 3, 71, "x".repeat(60));
        queues.due(B, 10, "b");
        assertThat(queues.due(B, 11, "b")).as("half of the memory is not taken").isEqualTo(Step.HELD);
    }

    @Test
    void anOldDeliveryIsWrittenToTheEndOfTheLogAndKeepsItsPlace() {
        queues.restore(new Added(A, 2, 70));
        queues.restore(new Added(A, 3, 75));
        queues.restore(new Blocked(A, 1, LATER));
        queues.begin();
        assertThat(queues.before(75, 10)).containsExactly(new Wanted(A, 2, 70));
        assertThat(queues.rewritten(A, 2, 70)).containsExactly(new Left(A, 2, 70));
        assertThat(queues.rewritten(A, 2, 70)).as("it is on its way").isEmpty();
        queues.committed(A, 2, 90);
        assertThat(queues.ended(A, 1)).containsExactly(new Freed(A, 1));
        assertThat(queues.takeWanted(10, _ -> Integer.MAX_VALUE))
                .containsExactly(new Wanted(A, 2, 90), new Wanted(A, 3, 75));
    }

    /** B-LIMIT. */
    @Test
    void deliveriesWithoutOrderAreLoadedAsTheyWereAppendedAsFarAsThereIsRoom() {
        for (long each = 1; each <= 4; each++) {
            assertThat(queues.append(UNORDERED, each, "e" + each, Instant.EPOCH))
                    .containsExactly(new KeyQueues.Appended<>("e" + each, List.of()));
            queues.committed(UNORDERED, each, 70 + each);
        }
        assertThat(queues.waitingForLimits()).isEqualTo(4);
        assertThat(queues.takeWanted(10, _ -> 0)).isEmpty();
        assertThat(queues.heldBack(UNORDERED)).isTrue();
        load(2, new Wanted(UNORDERED, 1, 71), new Wanted(UNORDERED, 2, 72));
        assertThat(queues.takeNext()).as("both at once").containsExactly("e71", "e72");
        load(1, new Wanted(UNORDERED, 3, 73));
        assertThat(queues.sequenceAt(UNORDERED, 72)).isEqualTo(2);
        assertThat(queues.changesAtTheEndOf(UNORDERED, 2)).containsExactly(new Left(UNORDERED, 2, 72));
        assertThat(queues.ended(UNORDERED, 2)).containsExactly(new Left(UNORDERED, 2, 72));
        queues.putBack(UNORDERED, 1);
        load(10, new Wanted(UNORDERED, 1, 71), new Wanted(UNORDERED, 4, 74));
        assertThat(queues.wants()).isFalse();
        assertThat(queues.heldBack(UNORDERED)).as("all are being attempted").isFalse();
        assertThat(queues.rewritten(UNORDERED, 1, 71))
                .as("it is being attempted")
                .isEmpty();
        assertThat(queues.snapshot())
                .containsExactly(new Added(UNORDERED, 1, 71), new Added(UNORDERED, 3, 73), new Added(UNORDERED, 4, 74));
        for (long each : List.of(4L, 1L, 3L)) {
            queues.ended(UNORDERED, each);
        }
        assertThat(queues.snapshot()).isEmpty();
        assertThat(queues.waiting()).isZero();
    }

    private void load(int room, Wanted... expected) {
        var wanted = queues.takeWanted(10, _ -> room);
        assertThat(wanted).containsExactly(expected);
        wanted.forEach(each -> queues.loaded(each.key(), each.sequence(), each.offset(), "e" + each.offset()));
        queues.loadEnded(UNORDERED);
    }

    /** A program that does not know limits takes them for deliveries with an order key. */
    @Test
    void nothingBlocksDeliveriesWithoutOrder() {
        queues.restore(new Added(UNORDERED, 2, 70));
        queues.restore(new Blocked(UNORDERED, 1, LATER));
        queues.begin();
        assertThat(queues.takeWanted(10, _ -> 1)).containsExactly(new Wanted(UNORDERED, 2, 70));
        assertThat(queues.queueOf(UNORDERED)).isEqualTo(UNORDERED);
    }

    /** It would wait for a delivery that has ended meanwhile, and count it as lost, if it took over again. */
    @Test
    void whatAProgramHasBlockedThatDoesNotKnowLimitsIsFreedInTheIndex() {
        queues.restore(new Blocked(UNORDERED, 1, LATER));
        queues.restoreFromHere();
        queues.restore(new Blocked(UNORDERED, 2, LATER));
        queues.restore(new Freed(UNORDERED, 2));
        queues.restore(new Blocked(UNORDERED, 3, LATER));
        queues.begin();
        assertThat(queues.takeAdded()).containsExactly(new Freed(UNORDERED, 3));
        assertThat(queues.snapshot()).isEmpty();
    }

    /** B-LIMIT: however many of its keys wait. */
    @Test
    void aSubscriptionThatALimitHoldsBackLeavesTheLoadsToOthers() {
        for (long each = 0; each < 100; each++) {
            queues.restore(new Added(new OrderedKey(A.subscription(), "u2", "key-" + each), each, each));
            queues.restore(new Added(A, 100 + each, 100 + each));
        }
        queues.begin();
        assertThat(queues.takeWanted(50, key -> key.uid().equals("u2") ? 0 : Integer.MAX_VALUE))
                .hasSize(32)
                .allMatch(each -> each.key().equals(A));
        assertThat(queues.heldBack(new OrderedKey(A.subscription(), "u2", "another")))
                .isTrue();
        assertThat(queues.takeWanted(50, _ -> Integer.MAX_VALUE)).hasSize(50);
    }

    @Test
    void aSubscriptionWithManyKeysLeavesOthersTheirShareOfALoad() {
        for (long each = 0; each < 100; each++) {
            queues.restore(new Added(new OrderedKey(A.subscription(), "u2", "key-" + each), each, each));
        }
        queues.restore(new Added(A, 100, 100));
        queues.begin();
        assertThat(queues.takeWanted(10, _ -> Integer.MAX_VALUE)).hasSize(6).contains(new Wanted(A, 100, 100));
    }

    @Test
    void aTurnThatALimitHoldsBackIsTakenFromTheLogLater() {
        queues.due(A, 1, "a1");
        queues.due(A, 2, "a2");
        assertThat(queues.append(A, 1, "a1", Instant.EPOCH))
                .extracting(each -> each.delivery())
                .containsExactly("a1", "a2");
        queues.committed(A, 1, 70);
        queues.committed(A, 2, 71);
        assertThat(queues.takeNext()).isEmpty();
        assertThat(queues.takeWanted(10, _ -> 0)).isEmpty();
        assertThat(queues.heldBack(B))
                .as("another key of the subscription would pass it")
                .isTrue();
        assertThat(queues.takeWanted(10, _ -> 1)).containsExactly(new Wanted(A, 1, 70), new Wanted(A, 2, 71));
        assertThat(queues.heldBack(B)).isFalse();
        queues.loaded(A, 1, 70, "a1");
        queues.loaded(A, 2, 71, "a2");
        queues.loadEnded(A);
        assertThat(queues.takeNext()).containsExactly("a1");
    }

    @Test
    void onlyABlockingDeliveryThatWasNotReadAgainIsOverdue() {
        queues.restore(new Blocked(A, 1, LATER));
        queues.restore(new Blocked(B, 2, LATER));
        queues.arrived(B, 2);
        assertThat(queues.overdue(LATER)).isEmpty();
        assertThat(queues.overdue(LATER.plusMillis(1))).containsExactly(new KeyQueues.Overdue(A, 1, LATER));
        assertThat(queues.ended(A, 1)).containsExactly(new Freed(A, 1));
    }

    @Test
    void oneSubscriptionTakesHalfOfTheMemory() {
        var other = new OrderedKey(new SubscriptionKey("orders", "crm"), "u2", "a");
        queues.due(A, 1, "a1");
        assertThat(queues.due(A, 2, "x".repeat(60))).isEqualTo(Step.HELD);
        assertThat(queues.due(A, 3, "a3")).isEqualTo(Step.APPEND);
        queues.due(other, 4, "o4");
        assertThat(queues.due(other, 5, "o5")).isEqualTo(Step.HELD);
    }

    @Test
    void aChangeThatIsReadTwiceCountsOnce() {
        for (var change : List.of(new Added(A, 2, 70), new Blocked(A, 1, LATER), new Added(A, 3, 71))) {
            queues.restore(change);
            queues.restore(change);
        }
        assertThat(queues.waiting()).isEqualTo(2);
        queues.restore(new Left(A, 2, 70));
        queues.restore(new Left(A, 2, 70));
        queues.restore(new Freed(A, 1));
        assertThat(queues.snapshot()).isEqualTo(List.<QueueChange>of(new Added(A, 3, 71)));
    }

    @RepeatedTest(2000)
    void everyKeyEndsInItsOrderWheneverAWorkerEnds(RepetitionInfo run) {
        var random = RandomGeneratorFactory.of("L64X128MixRandom").create(run.getCurrentRepetition());
        var model = new WorkerModel(random);
        for (int steps = 0; !model.done(); steps++) {
            assertThat(steps).as("steps without an end").isLessThan(100_000);
            model.step();
        }
        model.check();
    }
}
