package io.tidings.export.window;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.record.ReappendState;
import io.tidings.export.window.PartitionProgress.UnsettledBatch;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.apache.kafka.common.header.internals.RecordHeaders;

/**
 * One partition that is written to and exported at once: storages come and go and take blobs without saying so, what
 * they do not take is appended again, the broker's clock goes back, the exporter's is ahead, and the exporter dies
 * after any write, before or after any commit.
 */
final class ExportSimulation {
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    private static final BlobContainer AWAY = new BlobContainer("account", "away");
    private static final WindowRule MINUTES = new WindowRule(Duration.ofMinutes(1), Duration.ofMinutes(5));

    private final RandomGenerator random;
    private final List<Logged> log = new ArrayList<>(); // null where the log has a marker
    private final Map<String, byte[]> blobs = new HashMap<>();
    private final BlobLimits limits;
    private Instant appending = NOON;
    private long letters;
    private long committed;
    private ReappendProgress postponed;
    private PartitionProgress progress = new PartitionProgress(0, null);
    private boolean deadly = true;

    /** A record of the simulated log. */
    private record Logged(Instant appended, DeadLetter letter) {}

    ExportSimulation(RandomGenerator random) {
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
        for (int turn = 0; turn < 250; turn++) {
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
            var destination = new BlobContainer("account", random.nextBoolean() ? "away" : "here");
            var to = new BatchKey(subscription, "uid", destination);
            var json = ("{\"n\":" + letters++ + "}").getBytes(UTF_8);
            log.add(new Logged(appending, new DeadLetter(log.size(), appending, to, null, new RecordHeaders(), json)));
        }
    }

    private void turn() {
        try {
            exportNext();
            commit();
            progress.unsettled().forEach(this::retry);
            commit();
            if (random.nextInt(3) == 0) {
                progress.unsettled().stream().findFirst().ifPresent(this::postpone);
            }
        } catch (Killed e) {
            progress = new PartitionProgress(committed, postponed);
        }
    }

    /** Each transaction counts as a whole or not at all; a window may take several. */
    private void postpone(PartitionProgress.UnsettledWindow unsettled) throws Killed {
        var parts = parts(unsettled.window());
        mayDie();
        long passed = progress.committableWithoutOldest();
        var left = new ArrayList<>(unsettled.batches());
        for (int number = 1; number <= parts.size(); number++) {
            var part = parts.get(number - 1);
            if (!unsettled.has(part)) {
                continue;
            }
            appendAgain(part);
            left.removeIf(each -> each.offset() == part.offset());
            if (random.nextInt(3) == 0 && !left.isEmpty()) {
                log.add(null);
                committed = unsettled.window().first();
                postponed = new ReappendProgress(unsettled.window().end(), number);
                progress.committed(committed);
                progress.triedAgain(unsettled, left);
                mayDie();
                if (random.nextInt(5) == 0) {
                    return; // the rest at another time
                }
            }
        }
        log.add(null);
        committed = passed;
        postponed = null;
        mayDie();
        progress.committed(passed);
        progress.triedAgain(unsettled, List.of());
    }

    private void appendAgain(BlobBatch part) {
        var name = new BlobNames("id", 0).of(part);
        int number = 0;
        var longest = appending.plusSeconds(100); // of a transaction
        for (var letter : part.letters()) {
            if (random.nextInt(5) == 0) {
                append(1);
            }
            appending = appending.plusMillis(random.nextInt(500));
            appending = appending.isAfter(longest) ? longest : appending;
            var earlier = new ReappendState(
                    letter.since(), name, ++number, part.letters().size(), Duration.ZERO);
            log.add(new Logged(
                    appending,
                    new DeadLetter(
                            log.size(), appending, letter.batchKey(), earlier, letter.headers(), letter.json())));
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
        var again = progress.postponed();
        long end = again.isPresent() ? again.get().end() : endOf(start);
        boolean byClock = again.isPresent() || end == log.size();
        if (!byClock || !deadly || random.nextInt(3) == 0) {
            var window = new Window(start, progress.next(), end, byClock);
            var parts = parts(window);
            var done = parts.subList(0, again.map(ReappendProgress::batches).orElse(0));
            progress.passed(window, write(parts, part -> !done.contains(part)), NOON);
        }
    }

    private long endOf(Instant start) {
        var cutter = new WindowCutter(MINUTES, limits, start);
        long end = progress.next();
        while (end < log.size()
                && (log.get((int) end) == null
                        || cutter.takes(log.get((int) end).appended()))) {
            if (log.get((int) end) != null) {
                cutter.add(log.get((int) end).letter());
            }
            end++;
        }
        return end;
    }

    private void retry(PartitionProgress.UnsettledWindow unsettled) throws Killed {
        progress.triedAgain(unsettled, write(parts(unsettled.window()), unsettled::has));
    }

    private List<BlobBatch> parts(Window window) {
        var cutter = new WindowCutter(MINUTES, limits, window.start());
        var parts = new ArrayList<BlobBatch>();
        for (long offset = window.first(); offset < window.end(); offset++) {
            if (log.get((int) offset) != null) {
                parts.addAll(cutter.add(log.get((int) offset).letter()));
            }
        }
        parts.addAll(cutter.rest());
        return parts;
    }

    private List<UnsettledBatch> write(List<BlobBatch> parts, Predicate<BlobBatch> concerned) throws Killed {
        var left = new ArrayList<UnsettledBatch>();
        for (var part : parts) {
            boolean away = deadly && part.destination().equals(AWAY) && random.nextInt(3) > 0;
            if (concerned.test(part) && (!away || random.nextInt(3) == 0)) {
                store(part);
            }
            if (concerned.test(part) && away) {
                left.add(UnsettledBatch.of(part));
            }
        }
        return left;
    }

    private void store(BlobBatch part) throws Killed {
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
            postponed = null;
            mayDie();
            progress.committed(committed);
        }
    }

    private void mayDie() throws Killed {
        if (deadly && random.nextInt(20) == 0) {
            throw new Killed();
        }
    }

    List<Long> lettersInBlobs() {
        var found = new ArrayList<Long>();
        for (var blob : blobs.values()) {
            for (var number : new String(blob, UTF_8).split("\\D+", -1)) {
                if (!number.isEmpty()) {
                    found.add(Long.parseLong(number));
                }
            }
        }
        found.sort(null);
        return found;
    }

    /** All that were appended; they are numbered from 0 on. */
    long letters() {
        return letters;
    }

    /** The end of a simulated exporter. */
    private static final class Killed extends RuntimeException {
        private static final long serialVersionUID = 1;
    }
}
