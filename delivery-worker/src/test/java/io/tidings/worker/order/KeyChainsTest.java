package io.tidings.worker.order;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.worker.order.KeyChains.Bounds;
import io.tidings.worker.order.KeyChains.Place;
import io.tidings.worker.order.KeyChains.Step;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** B-LANE-2: the deliveries of each key are sent in order, one at a time, whatever fails and whenever a worker ends. */
class KeyChainsTest {
    private static final Bounds BOUNDS = new Bounds(6, 100, 3, 2);

    @Test
    void otherKeysPassABlockedOne() {
        var chains = new KeyChains<String, String>(Map.of(), BOUNDS, _ -> 1);
        assertThat(chains.read("a", 1, "a1")).isEqualTo(Step.TURN);
        chains.parked("a", chains.place("a", 1), Instant.EPOCH);
        assertThat(chains.read("a", 2, "a2")).isEqualTo(Step.PARK);
        assertThat(chains.read("b", 3, "b3")).isEqualTo(Step.TURN);
    }

    @Test
    void theNextOneIsSentAtOnceIfItIsInMemory() {
        var chains = new KeyChains<String, String>(Map.of(), BOUNDS, _ -> 1);
        chains.read("a", 1, "a1");
        assertThat(chains.read("a", 2, "a2")).isEqualTo(Step.HELD);
        chains.ended("a", 1);
        assertThat(chains.takeNext()).containsExactly("a2");
        assertThat(chains.changed()).as("nothing was ever parked").isFalse();
    }

    @Test
    void heldDeliveriesAreParkedWithTheOneBeforeThem() {
        var chains = new KeyChains<String, String>(Map.of(), BOUNDS, _ -> 1);
        chains.read("a", 1, "a1");
        chains.read("a", 4, "a4");
        chains.parked("a", chains.place("a", 1), Instant.EPOCH);
        assertThat(chains.takeToPark()).containsExactly(new KeyChains.Behind<>("a4", new Place(4, 1)));
        assertThat(chains.takeChanges().get("a")).contains(new BlockedKey(0, 4));
    }

    @Test
    void onlySoManyBytesAreHeld() {
        var chains = new KeyChains<String, String>(Map.of(), new Bounds(6, 3, 3, 2), String::length);
        chains.read("a", 1, "a1");
        assertThat(chains.read("a", 2, "a2")).isEqualTo(Step.HELD);
        assertThat(chains.read("b", 3, "b3")).isEqualTo(Step.TURN);
        assertThat(chains.read("b", 4, "b4")).as("two bytes are held").isEqualTo(Step.HELD);
        assertThat(chains.read("b", 5, "b5")).as("four are").isEqualTo(Step.PARK);
        chains.ended("a", 1);
        assertThat(chains.takeNext()).containsExactly("a2");
    }

    @Test
    void noMoreIsReadWhileTooManyKeysAreBlocked() {
        var chains = new KeyChains<String, String>(Map.of("a", new BlockedKey(0, 1)), BOUNDS, _ -> 1);
        assertThat(chains.full()).isFalse();
        chains.read("b", 3, "b3");
        chains.parked("b", chains.place("b", 3), Instant.EPOCH);
        assertThat(chains.full()).isTrue();
        assertThat(chains.readAgain("a", new Place(1, 0), "a1")).isEqualTo(Step.TURN);
        chains.ended("a", 1);
        assertThat(chains.full()).isFalse();
        assertThat(chains.takeChanges()).containsKeys("a", "b");
    }

    @Test
    void thoseBehindKnowUntilWhenTheNextOneWaits() {
        var chains = new KeyChains<String, String>(Map.of(), BOUNDS, _ -> 1);
        chains.read("a", 1, "a1");
        var first = chains.place("a", 1);
        chains.parked("a", first, Instant.MAX);
        assertThat(chains.until("a")).isEqualTo(Instant.MAX);
        chains.readAgain("a", first, "a1");
        assertThat(chains.until("a")).as("it is tried").isNull();
    }

    @Test
    void aLostDeliveryDoesNotBlockItsKeyForEver() {
        var chains = new KeyChains<String, String>(Map.of("a", new BlockedKey(0, 5)), BOUNDS, _ -> 1);
        assertThat(chains.readAgain("a", new Place(5, 3), "a5")).isEqualTo(Step.PARK);
        assertThat(chains.readAfterLoss("a", new Place(5, 3), "a5")).isEqualTo(Step.TURN);
        chains.ended("a", 5);
        assertThat(chains.blocked()).isZero();
    }

    @RepeatedTest(500)
    void everyKeyEndsInItsOrderWheneverAWorkerEnds(RepetitionInfo run) {
        var random = RandomGeneratorFactory.of("L64X128MixRandom").create(run.getCurrentRepetition());
        var model = new Model(random);
        for (int steps = 0; !model.done(); steps++) {
            assertThat(steps).as("steps without an end").isLessThan(200_000);
            model.step();
        }
        assertThat(model.table).as("no key stays blocked").isEmpty();
        assertThat(model.ladder).isEmpty();
        for (var key : model.log.values().stream().distinct().toList()) {
            var inOrder = model.log.entrySet().stream()
                    .filter(each -> each.getValue().equals(key))
                    .map(Map.Entry::getKey)
                    .toList();
            assertThat(model.firstEnds.getOrDefault(key, List.of())).isEqualTo(inOrder);
        }
    }

    /** Committed: log, finished, ladder, table. Lost when the worker ends: all else but what the endpoint has seen. */
    private static final class Model {
        private final RandomGenerator random;
        private final TreeMap<Long, String> log = new TreeMap<>();
        private final Map<String, List<Long>> firstEnds = new HashMap<>();
        private Set<Long> finished = new HashSet<>();
        private TreeMap<Long, Place> ladder = new TreeMap<>();
        private final Map<String, BlockedKey> table = new HashMap<>();

        private KeyChains<String, Long> chains;
        private Set<Long> nowFinished;
        private TreeMap<Long, Place> nowLadder;
        private final Map<String, Long> inFlight = new HashMap<>();
        private final Set<Long> held = new HashSet<>();
        private final Map<Long, Place> places = new HashMap<>();
        private long read;

        Model(RandomGenerator random) {
            this.random = random;
            for (long offset = 0; offset < 40; offset++) {
                if (random.nextInt(4) > 0) {
                    log.put(offset, "abc".substring(random.nextInt(3)).substring(0, 1));
                }
            }
            start();
        }

        private void start() {
            chains = new KeyChains<>(table, BOUNDS, _ -> 1);
            nowFinished = new HashSet<>(finished);
            nowLadder = new TreeMap<>(ladder);
            inFlight.clear();
            held.clear();
            places.clear();
            read = 0;
        }

        boolean done() {
            return finished.containsAll(log.keySet()) && ladder.isEmpty() && inFlight.isEmpty();
        }

        void step() {
            switch (random.nextInt(8)) {
                case 0, 1 -> readNext();
                case 2, 3 -> lookAtLadder();
                case 4, 5 -> answer();
                case 6 -> commit();
                default -> {
                    if (random.nextInt(5) == 0) {
                        start();
                    }
                }
            }
            release();
        }

        private void readNext() {
            var next = log.ceilingEntry(read);
            if (next == null || chains.full()) {
                return;
            }
            read = next.getKey() + 1;
            if (!nowFinished.contains(next.getKey())) {
                after(chains.read(next.getValue(), next.getKey(), next.getKey()), next.getValue(), next.getKey());
            }
        }

        private void lookAtLadder() {
            var waiting = nowLadder.keySet().stream()
                    .filter(each -> !held.contains(each) && !inFlight.containsValue(each))
                    .toList();
            if (!waiting.isEmpty()) {
                long sequence = waiting.get(random.nextInt(waiting.size()));
                var place = nowLadder.get(sequence);
                places.put(sequence, place);
                var key = log.get(sequence);
                after(chains.readAgain(key, place, sequence), key, sequence);
            }
        }

        private void after(Step step, String key, long sequence) {
            switch (step) {
                case TURN -> attempt(key, sequence);
                case HELD -> held.add(sequence);
                case PARK -> park(key, places.getOrDefault(sequence, chains.place(key, sequence)));
                case ENDED -> {
                    assertThat(firstEnds.getOrDefault(key, List.of())).contains(sequence);
                    finish(sequence);
                }
            }
        }

        private void attempt(String key, long sequence) {
            assertThat(inFlight).doesNotContainKey(key);
            held.remove(sequence);
            inFlight.put(key, sequence);
        }

        private void park(String key, Place place) {
            chains.parked(key, place, Instant.EPOCH);
            held.remove(place.sequence());
            places.put(place.sequence(), place);
            nowFinished.add(place.sequence());
            nowLadder.put(place.sequence(), place);
        }

        private void finish(long sequence) {
            nowFinished.add(sequence);
            nowLadder.remove(sequence);
        }

        private void answer() {
            if (inFlight.isEmpty()) {
                return;
            }
            var keys = new ArrayList<>(inFlight.keySet());
            var key = keys.get(random.nextInt(keys.size()));
            long sequence = inFlight.remove(key);
            if (random.nextInt(3) == 0) {
                var place = places.get(sequence);
                park(key, place == null ? chains.place(key, sequence) : place);
                return;
            }
            var ends = firstEnds.computeIfAbsent(key, _ -> new ArrayList<>());
            if (!ends.contains(sequence)) {
                ends.add(sequence);
            }
            finish(sequence);
            chains.ended(key, sequence);
        }

        private void release() {
            chains.takeNext().forEach(sequence -> attempt(log.get(sequence), sequence));
            chains.takeToPark().forEach(each -> park(log.get(each.delivery()), each.place()));
        }

        private void commit() {
            chains.takeChanges()
                    .forEach((key, state) ->
                            state.ifPresentOrElse(each -> table.put(key, each), () -> table.remove(key)));
            finished = new HashSet<>(nowFinished);
            ladder = new TreeMap<>(nowLadder);
        }
    }
}
