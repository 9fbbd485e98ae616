package io.tidings.worker.order;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** B-LANE-2: one key stays in order with a state of two numbers, whatever fails and whenever the worker is killed. */
class BlockedKeyTest {
    @Test
    void aDeliveryGoesOnceTheOneBeforeItHasEnded() {
        var key = new BlockedKey(9, 10).parked(14);
        assertThat(key.lets(10)).isFalse();
        assertThat(key.ended(10).lets(10)).isTrue();
        assertThat(key.drainedBy(10)).isFalse();
        assertThat(key.drainedBy(14)).isTrue();
    }

    @Test
    void aHeadReadAgainIsNotTakenForANewDelivery() {
        assertThat(new BlockedKey(9, 14).includes(10)).isTrue();
        assertThat(new BlockedKey(9, 14).includes(15)).isFalse();
    }

    @RepeatedTest(300)
    void endsInTheOrderOfSequencesWheneverItIsKilled(RepetitionInfo run) {
        var random = RandomGeneratorFactory.of("L64X128MixRandom").create(run.getCurrentRepetition());
        var log = LongStream.range(0, 40)
                .filter(_ -> random.nextInt(3) > 0)
                .boxed()
                .toList();
        var model = new Model(log, random);
        for (int steps = 0; model.ended.size() < log.size(); steps++) {
            assertThat(steps).as("steps without an end").isLessThan(100_000);
            model.step();
        }
        assertThat(model.ended).isEqualTo(log);
        assertThat(model.key).isNull();
        assertThat(model.ladder).isEmpty();
    }

    /** One key of one partition. Committed: key, ladder, finished, ended. Lost by a kill: inFlight, read. */
    private static final class Model {
        private final List<Long> log;
        private final RandomGenerator random;
        private final TreeMap<Long, Long> ladder = new TreeMap<>();
        private final Set<Long> finished = new HashSet<>();
        private final List<Long> ended = new ArrayList<>();
        private @Nullable BlockedKey key;
        private @Nullable Long inFlight;
        private int read;

        Model(List<Long> log, RandomGenerator random) {
            this.log = log;
            this.random = random;
        }

        void step() {
            switch (random.nextInt(5)) {
                case 0, 1 -> readNext();
                case 2 -> lookAtLadder();
                case 3 -> answer();
                default -> {
                    if (random.nextInt(4) == 0) {
                        inFlight = null;
                        read = 0;
                    }
                }
            }
        }

        private void readNext() {
            if (read == log.size()) {
                return;
            }
            long sequence = log.get(read++);
            if (finished.contains(sequence)) {
                return;
            }
            boolean head = key == null ? inFlight == null : key.includes(sequence);
            if (head) {
                attempt(sequence);
            } else {
                var blocked = key != null ? key : new BlockedKey(inFlight - 1, inFlight);
                ladder.put(sequence, blocked.tail());
                key = blocked.parked(sequence);
                finished.add(sequence);
            }
        }

        private void lookAtLadder() {
            var waiting = new ArrayList<>(ladder.keySet());
            if (waiting.isEmpty()) {
                return;
            }
            long sequence = waiting.get(random.nextInt(waiting.size()));
            if (key.lets(ladder.get(sequence)) && (inFlight == null || inFlight != sequence)) {
                attempt(sequence);
            }
        }

        private void attempt(long sequence) {
            assertThat(inFlight).as("in flight beside " + sequence).isNull();
            inFlight = sequence;
        }

        private void answer() {
            if (inFlight == null) {
                return;
            }
            long sequence = inFlight;
            inFlight = null;
            finished.add(sequence);
            if (random.nextInt(3) == 0) {
                ladder.putIfAbsent(sequence, sequence - 1);
                key = key != null ? key : new BlockedKey(sequence - 1, sequence);
            } else {
                ladder.remove(sequence);
                ended.add(sequence);
                key = key == null || key.drainedBy(sequence) ? null : key.ended(sequence);
            }
        }
    }
}
