package io.tidings.export.window;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.SubscriptionKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.LongStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** B-DLQ-6 and decision 9: one blob record per dead letter, whatever dies when. */
class PartitionProgressTest {
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    private static final WindowRule MINUTES = new WindowRule(Duration.ofMinutes(1), Duration.ofMinutes(5));
    private static final Destination AWAY = new Destination("account", "away");

    @Test
    void aWindowThatIsLeftHoldsTheCommitAndNothingElse() {
        var progress = new PartitionProgress(0);
        var first = new Window(NOON, 0, 10, false);
        progress.passed(first, List.of(new PartitionProgress.UnsettledPart(3, AWAY, NOON)));
        progress.passed(new Window(NOON.plusSeconds(60), 10, 20, false), List.of());
        assertThat(progress.next()).isEqualTo(20);
        assertThat(progress.committable()).isZero();

        progress.triedAgain(first, List.of());
        assertThat(progress.committable()).isEqualTo(20);
        assertThat(progress.ahead()).isTrue();
    }

    @Test
    void behindAWindowThatEndedByTheClockOneOfTheSameStartWaitsForTheCommit() {
        var progress = new PartitionProgress(0);
        progress.passed(new Window(NOON, 0, 10, true), List.of());
        assertThat(progress.mayBegin(NOON)).isFalse();
        assertThat(progress.mayBegin(NOON.plusSeconds(60))).isTrue();

        progress.committed(10);
        assertThat(progress.mayBegin(NOON)).isTrue();
    }

    @RepeatedTest(200)
    void everyDeadLetterIsInOneBlobWhateverDiesWhen(RepetitionInfo run) {
        var simulation =
                new Simulation(RandomGeneratorFactory.of("L64X128MixRandom").create(run.getCurrentRepetition()));
        simulation.run();
        assertThat(simulation.offsetsInBlobs())
                .containsExactlyElementsOf(LongStream.range(0, simulation.log.size())
                        .filter(offset -> simulation.log.get((int) offset) != null)
                        .boxed()
                        .toList());
    }

    /** A record of the simulated log. */
    private record Logged(Instant appended, DeadLetter letter) {}

    /**
     * One partition that is written to and exported at once: storages come and go, the broker's clock goes back, the
     * exporter's is ahead, and the exporter dies after any write or before any commit.
     */
    private static final class Simulation {
        private final RandomGenerator random;
        private final List<Logged> log = new ArrayList<>(); // null where the log has a marker
        private final Map<String, byte[]> blobs = new HashMap<>();
        private final BlobLimits limits;
        private Instant appending = NOON;
        private long committed;
        private PartitionProgress progress = new PartitionProgress(0);
        private boolean deadly = true;

        Simulation(RandomGenerator random) {
            this.random = random;
            this.limits = new BlobLimits(random.nextInt(40, 200), random.nextInt(1, 10), random.nextInt(100, 400));
        }

        void run() {
            for (int turn = 0; turn < 60; turn++) {
                append(random.nextInt(6));
                turn();
            }
            deadly = false;
            append(1);
            for (int turn = 0; turn < 150; turn++) {
                turn();
            }
            assertThat(committed).isEqualTo(log.size());
        }

        private void append(int records) {
            for (int i = 0; i < records; i++) {
                if (random.nextInt(8) == 0) {
                    log.add(null);
                }
                appending = appending.plusSeconds(random.nextInt(10) == 0 ? -90 : random.nextInt(30));
                var subscription = new SubscriptionKey("orders", "s" + random.nextInt(3));
                var destination = new Destination("account", random.nextBoolean() ? "away" : "here");
                var json = ("{\"n\":" + log.size() + "}").getBytes(UTF_8);
                log.add(new Logged(appending, new DeadLetter(log.size(), subscription, "uid", destination, json)));
            }
        }

        private void turn() {
            try {
                exportNext();
                commit();
                progress.unsettled().forEach(this::retry);
                commit();
            } catch (Killed e) {
                progress = new PartitionProgress(committed);
            }
        }

        private void exportNext() throws Killed {
            while (progress.next() < log.size() && log.get((int) progress.next()) == null) {
                progress.skipTo(progress.next() + 1);
            }
            if (progress.next() == log.size()) {
                return;
            }
            var start = MINUTES.startOf(log.get((int) progress.next()).appended());
            if (!progress.mayBegin(start)) {
                return;
            }
            var cutter = new WindowCutter(MINUTES, limits, start);
            long end = progress.next();
            while (end < log.size()
                    && (log.get((int) end) == null
                            || cutter.takes(log.get((int) end).appended()))) {
                end++;
            }
            boolean byClock = end == log.size();
            if (!byClock || !deadly || random.nextInt(3) == 0) {
                var window = new Window(start, progress.next(), end, byClock);
                progress.passed(window, write(window, cutter, null));
            }
        }

        private void retry(PartitionProgress.Unsettled unsettled) throws Killed {
            var parts = new TreeMap<Long, Boolean>();
            unsettled.parts().forEach(part -> parts.put(part.first(), true));
            var window = unsettled.window();
            progress.triedAgain(window, write(window, new WindowCutter(MINUTES, limits, window.start()), parts));
        }

        private List<PartitionProgress.UnsettledPart> write(Window window, WindowCutter cutter, Map<Long, Boolean> only)
                throws Killed {
            var left = new ArrayList<PartitionProgress.UnsettledPart>();
            var parts = new ArrayList<Part>();
            for (long offset = window.first(); offset < window.end(); offset++) {
                if (log.get((int) offset) != null) {
                    parts.addAll(cutter.add(log.get((int) offset).letter()));
                }
            }
            parts.addAll(cutter.rest());
            for (var part : parts) {
                if (only == null || only.containsKey(part.first().offset())) {
                    if (deadly && part.destination().equals(AWAY) && random.nextInt(3) > 0) {
                        left.add(
                                new PartitionProgress.UnsettledPart(part.first().offset(), AWAY, NOON));
                    } else {
                        store(part);
                    }
                }
            }
            return left;
        }

        private void store(Part part) throws Killed {
            var name = part.destination() + "/" + new BlobNames("id", 0).of(part);
            var before = blobs.put(name, part.bytes());
            if (before != null) {
                var beginning = new String(before, UTF_8);
                assertThat(new String(part.bytes(), UTF_8)).startsWith(beginning.substring(0, beginning.length() - 1));
            }
            mayDie();
        }

        private void commit() throws Killed {
            mayDie();
            if (progress.ahead()) {
                assertThat(progress.committable()).isGreaterThan(committed);
                committed = progress.committable();
                mayDie();
                progress.committed(committed);
            }
        }

        private void mayDie() throws Killed {
            if (deadly && random.nextInt(20) == 0) {
                throw new Killed();
            }
        }

        List<Long> offsetsInBlobs() {
            var offsets = new ArrayList<Long>();
            for (var blob : blobs.values()) {
                for (var number : new String(blob, UTF_8).split("\\D+", -1)) {
                    if (!number.isEmpty()) {
                        offsets.add(Long.parseLong(number));
                    }
                }
            }
            offsets.sort(null);
            return offsets;
        }
    }

    /** The end of a simulated exporter. */
    private static final class Killed extends RuntimeException {
        private static final long serialVersionUID = 1;
    }
}
