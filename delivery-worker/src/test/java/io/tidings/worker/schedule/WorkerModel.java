package io.tidings.worker.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.lane.OrderedKey;
import io.tidings.contract.lane.QueueChange;
import io.tidings.contract.lane.QueueChange.Added;
import io.tidings.worker.schedule.KeyQueues.Bounds;
import io.tidings.worker.schedule.KeyQueues.Wanted;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A worker with one partition number, as far as order goes. Committed: which records of {@code deliveries}, the ladder and
 * the log of what waits are finished, the records written, and the index. The worker may end between any two steps; a
 * transaction takes the parks of each partition up to any offset, and other steps come before it is committed or aborted;
 * a stop drains what is in flight and commits all. Kafka may lose records of the ladder and of the log.
 */
final class WorkerModel {
    /** The third key has a shared queue while the others have their own. */
    private static final Bounds BOUNDS = new Bounds(8, 3, 4);

    /** The offset of a record that no transaction has written yet. */
    private static final long NONE = -1;

    /** A record: of {@code deliveries} (its offset is its sequence), of a tier, or of the log. */
    private record LogRecord(Place place, long offset, long sequence) {}

    private enum Place {
        DELIVERIES,
        TIER,
        LOG
    }

    private record Park(LogRecord of, List<LogRecord> written, List<QueueChange> changes) {}

    /**
     * A transaction that is under way.
     *
     * @param added what was appended before, or has no record of its own
     * @param changes these, and those of the parks
     * @param snapshot empty if none is due
     * @param told up to which offset of the log the index tells what waits
     */
    private record Transaction(
            List<Park> parks,
            List<LogRecord> finishedPlainly,
            List<QueueChange> added,
            List<QueueChange> changes,
            Optional<List<QueueChange>> snapshot,
            long told) {}

    private final RandomGenerator random;
    /** Deliveries to load at once: one in a part of the runs. */
    private final int most;

    private final TreeMap<Long, OrderedKey> published = new TreeMap<>();
    private final Map<OrderedKey, List<Long>> firstEnds = new HashMap<>();
    private final Set<Long> lost = new HashSet<>();
    private final Set<Long> toldLost = new HashSet<>();

    // committed
    private final Set<LogRecord> unfinished = new HashSet<>();
    private final List<QueueChange> index = new ArrayList<>();
    private final TreeMap<Long, LogRecord> log = new TreeMap<>();
    private long indexedTo = -1;
    private long nextOffset = 100;

    // lost when the worker ends
    private KeyQueues<LogRecord> queues = new KeyQueues<>(BOUNDS, _ -> 1);
    private final Map<Place, TreeMap<Long, Park>> outbox = new EnumMap<>(Place.class);
    private final Map<OrderedKey, LogRecord> inFlight = new HashMap<>();
    private final Set<LogRecord> taken = new HashSet<>();
    private final Set<LogRecord> finishedPlainly = new LinkedHashSet<>();
    private List<Wanted> load = List.of();
    private List<QueueChange> pending = new ArrayList<>();
    private long told = -1;
    private @Nullable Transaction underWay;

    WorkerModel(RandomGenerator random) {
        this.random = random;
        most = random.nextInt(3) == 0 ? 1 : 4;
        for (long offset = 0; offset < 40; offset++) {
            if (random.nextInt(4) > 0) {
                published.put(
                        offset,
                        KeyQueuesTest.key("abc".substring(random.nextInt(3)).substring(0, 1)));
                unfinished.add(new LogRecord(Place.DELIVERIES, offset, offset));
            }
        }
        start();
    }

    /** A new owner: the index, then what was appended after it was last written. */
    private void start() {
        if (underWay != null && random.nextBoolean()) {
            write(underWay); // its owner did not hear of it
        }
        underWay = null;
        pending = new ArrayList<>();
        told = indexedTo;
        queues = new KeyQueues<>(BOUNDS, _ -> 1);
        index.forEach(queues::restore);
        log.tailMap(indexedTo, false)
                .forEach((offset, record) -> queues.committed(queueOf(record), record.sequence(), offset));
        outbox.clear();
        for (var place : Place.values()) {
            outbox.put(place, new TreeMap<>());
        }
        inFlight.clear();
        taken.clear();
        finishedPlainly.clear();
        load = List.of();
        queues.begin();
    }

    private OrderedKey key(LogRecord record) {
        return published.get(record.sequence());
    }

    private OrderedKey queueOf(LogRecord record) {
        return queues.queueOf(key(record));
    }

    boolean done() {
        return unfinished.isEmpty()
                && underWay == null
                && outbox.values().stream().allMatch(Map::isEmpty)
                && queues.snapshot().isEmpty(); // what Kafka has lost must be found
    }

    void step() {
        switch (random.nextInt(17)) {
            case 0, 1, 2 -> read();
            case 3, 4 -> comeDue();
            case 5, 6 -> respond(random.nextInt(3) == 0);
            case 7, 13 -> cut(random.nextBoolean());
            case 14 -> end(random.nextInt(3) > 0);
            case 15 -> loseOrFree();
            case 8 -> load = load.isEmpty() ? want() : load;
            case 9 -> loadNow();
            case 10 -> stopNowAndThen();
            case 11 -> rewriteSome();
            case 16 -> exceed();
            default -> {
                if (random.nextInt(6) == 0) {
                    start();
                }
            }
        }
        queues.takeNext().forEach(this::attempt);
    }

    /** Some of it may be held back by a limit of the subscription. */
    private List<Wanted> want() {
        return queues.takeWanted(
                1 + random.nextInt(most), _ -> random.nextInt(4) == 0 ? random.nextInt(2) : Integer.MAX_VALUE);
    }

    /** A limit of the subscription makes a delivery wait in the log whose turn it is. */
    private void exceed() {
        if (inFlight.isEmpty()) {
            return;
        }
        var keys = new ArrayList<>(inFlight.keySet());
        var record = inFlight.remove(keys.get(random.nextInt(keys.size())));
        if (record.place() == Place.LOG) {
            taken.remove(record);
            queues.putBack(queueOf(record), record.sequence());
        } else {
            append(queues.append(queueOf(record), record.sequence(), record, Instant.EPOCH));
        }
    }

    private void read() {
        unfinished.stream()
                .filter(each -> each.place() == Place.DELIVERIES && !taken.contains(each))
                .min((one, other) -> Long.compare(one.offset(), other.offset()))
                .ifPresent(this::due);
    }

    private void comeDue() {
        var waiting = unfinished.stream()
                .filter(each -> each.place() == Place.TIER && !taken.contains(each))
                .sorted((one, other) -> Long.compare(one.offset(), other.offset()))
                .toList();
        if (!waiting.isEmpty()) {
            var record = waiting.get(random.nextInt(waiting.size()));
            if (random.nextInt(4) == 0) { // waits on in another tier
                taken.add(record);
                queues.arrived(queueOf(record), record.sequence());
                park(record);
            } else {
                due(record);
            }
        }
    }

    private void due(LogRecord record) {
        taken.add(record);
        switch (queues.due(queueOf(record), record.sequence(), record)) {
            case TURN -> attempt(record);
            case HELD -> {}
            case APPEND -> append(queues.append(queueOf(record), record.sequence(), record, Instant.EPOCH));
        }
    }

    private void append(List<KeyQueues.Appended<LogRecord>> appended) {
        for (var each : appended) {
            finish(
                    each.delivery(),
                    List.of(new LogRecord(Place.LOG, NONE, each.delivery().sequence())),
                    each.changes());
        }
    }

    private void attempt(LogRecord record) {
        assertThat(inFlight).as("one at a time").doesNotContainKey(key(record));
        inFlight.put(key(record), record);
        taken.add(record);
    }

    private void park(LogRecord record) {
        var parked = queues.parked(queueOf(record), record.sequence(), Instant.EPOCH);
        finish(record, List.of(new LogRecord(Place.TIER, NONE, record.sequence())), parked.changes());
        append(parked.appended());
    }

    private void finish(LogRecord record, List<LogRecord> written, List<QueueChange> changes) {
        if (written.isEmpty() && changes.isEmpty()) {
            finishedPlainly.add(record);
        } else {
            outbox.get(record.place()).put(record.offset(), new Park(record, written, changes));
        }
    }

    private void respond(boolean failed) {
        if (inFlight.isEmpty()) {
            return;
        }
        var keys = new ArrayList<>(inFlight.keySet());
        var key = keys.get(random.nextInt(keys.size()));
        var record = inFlight.remove(key);
        if (failed) {
            park(record);
            return;
        }
        var ends = firstEnds.computeIfAbsent(key, _ -> new ArrayList<>());
        if (!ends.contains(record.sequence())) {
            ends.add(record.sequence());
        }
        finish(record, List.of(), queues.ended(queueOf(record), record.sequence()));
    }

    private void loadNow() {
        for (var each : load) {
            var record = log.get(each.offset());
            if (record != null) {
                assertThat(each.key()).as("one queue of a key").isEqualTo(queueOf(record));
                queues.loaded(each.key(), each.sequence(), each.offset(), record);
                continue;
            }
            var left = queues.missing(each.key(), each.sequence(), each.offset());
            if (!left.isEmpty()) {
                toldLost.add(each.sequence());
                finish(new LogRecord(Place.LOG, each.offset(), each.sequence()), List.of(), left);
            }
        }
        load.stream().map(Wanted::key).distinct().forEach(queues::loadEnded);
        load = List.of();
    }

    /** Kafka loses a record now and then; what blocks its key but exists no more is found. */
    private void loseOrFree() {
        if (random.nextInt(5) == 0) {
            unfinished.stream()
                    .filter(each -> !taken.contains(each) && each.place() != Place.DELIVERIES)
                    .filter(each -> each.place() == Place.TIER || each.offset() <= indexedTo)
                    .min((one, other) -> Long.compare(one.offset(), other.offset()))
                    .ifPresent(record -> {
                        unfinished.remove(record);
                        log.remove(record.offset());
                        lost.add(record.sequence());
                    });
        } else {
            free();
        }
    }

    private void free() {
        for (var each : queues.overdue(Instant.EPOCH.plusMillis(1))) {
            if (!exists(each.sequence())) {
                toldLost.add(each.sequence());
                pending.addAll(queues.ended(each.key(), each.sequence()));
            }
        }
    }

    private boolean exists(long sequence) {
        var parks = outbox.values().stream().flatMap(each -> each.values().stream());
        var underWay = this.underWay == null ? Stream.<Park>of() : this.underWay.parks().stream();
        return Stream.of(unfinished.stream(), Stream.concat(parks, underWay).flatMap(each -> each.written().stream()))
                .flatMap(each -> each)
                .anyMatch(each -> each.sequence() == sequence);
    }

    private void rewriteSome() {
        for (var each : queues.before(nextOffset - 10, 2)) {
            var record = new LogRecord(Place.LOG, each.offset(), each.sequence());
            var changes = log.containsKey(each.offset())
                    ? queues.rewritten(each.key(), each.sequence(), each.offset())
                    : List.<QueueChange>of();
            if (!changes.isEmpty()) {
                finish(record, List.of(new LogRecord(Place.LOG, NONE, each.sequence())), changes);
            }
        }
    }

    /** @param all or, of some partitions, the parks up to some offset, with everything else that has finished there */
    private void cut(boolean all) {
        if (underWay != null) {
            return;
        }
        var added = pending;
        pending = new ArrayList<>();
        added.addAll(queues.takeAdded());
        added.stream().filter(Added.class::isInstance).forEach(each -> told = Math.max(told, ((Added) each).offset()));
        var changes = new ArrayList<>(added);
        var plainly = new ArrayList<LogRecord>();
        var parks = new ArrayList<Park>();
        for (var place : Place.values()) {
            if (!all && random.nextInt(3) == 0) {
                continue; // the partition is left for another transaction
            }
            finishedPlainly.stream().filter(each -> each.place() == place).forEach(plainly::add);
            var waiting = outbox.getOrDefault(place, new TreeMap<>());
            for (int left = all ? waiting.size() : random.nextInt(waiting.size() + 1); left > 0; left--) {
                var park = waiting.pollFirstEntry().getValue();
                parks.add(park);
                park.changes().forEach(each -> queues.present(each).ifPresent(changes::add));
            }
        }
        boolean whole = outbox.values().stream().allMatch(Map::isEmpty);
        var snapshot =
                random.nextInt(10) == 0 && whole ? Optional.of(queues.snapshot()) : Optional.<List<QueueChange>>empty();
        underWay = new Transaction(parks, plainly, added, changes, snapshot, told);
    }

    private void end(boolean committed) {
        var ended = underWay;
        underWay = null;
        if (ended == null) {
            return;
        }
        if (committed) {
            var appended = write(ended);
            ended.finishedPlainly().forEach(finishedPlainly::remove);
            queues.told(ended.changes());
            appended.forEach(each -> queues.committed(queueOf(each), each.sequence(), each.offset()));
        } else {
            ended.parks()
                    .forEach(each -> outbox.get(each.of().place()).put(each.of().offset(), each));
            pending.addAll(0, ended.added());
        }
    }

    /** Returns what was appended to the log. */
    private List<LogRecord> write(Transaction transaction) {
        var appended = new ArrayList<LogRecord>();
        transaction.finishedPlainly().forEach(unfinished::remove);
        for (var park : transaction.parks()) {
            unfinished.remove(park.of());
            for (var each : park.written()) {
                var record = new LogRecord(each.place(), nextOffset++, each.sequence());
                unfinished.add(record);
                if (record.place() == Place.LOG) {
                    log.put(record.offset(), record);
                    appended.add(record);
                }
            }
        }
        transaction.snapshot().ifPresent(_ -> index.clear());
        index.addAll(transaction.snapshot().orElse(transaction.changes()));
        indexedTo = transaction.told();
        return appended;
    }

    private void commitAll() {
        do {
            end(true);
            cut(true);
            end(true);
        } while (outbox.values().stream().anyMatch(each -> !each.isEmpty()) || !pending.isEmpty());
    }

    private void stopNowAndThen() {
        if (random.nextInt(6) == 0) {
            while (!inFlight.isEmpty()) {
                respond(random.nextInt(3) == 0); // nothing new is started
                if (random.nextInt(3) == 0) {
                    cut(random.nextBoolean());
                    end(random.nextBoolean());
                }
            }
            commitAll();
            start();
        }
    }

    private List<Long> withoutLost(List<Long> sequences) {
        return sequences.stream().filter(each -> !lost.contains(each)).toList();
    }

    void check() {
        for (var key : new HashSet<>(published.values())) {
            var inOrder = published.entrySet().stream()
                    .filter(each -> each.getValue().equals(key))
                    .map(Map.Entry::getKey)
                    .toList();
            var ends = firstEnds.getOrDefault(key, List.of());
            assertThat(ends).containsAll(withoutLost(inOrder));
            assertThat(withoutLost(ends)).isEqualTo(withoutLost(inOrder));
        }
        assertThat(lost).as("no end in silence").containsAll(toldLost);
        commitAll();
        assertThat(unfinished).isEmpty();
        var left = new KeyQueues<LogRecord>(BOUNDS, _ -> 1);
        index.forEach(left::restore);
        assertThat(left.snapshot()).as("nothing waits, and no key is blocked").isEmpty();
    }
}
