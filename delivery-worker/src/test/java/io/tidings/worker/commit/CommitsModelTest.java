package io.tidings.worker.commit;

import static io.tidings.worker.Examples.NOON;
import static io.tidings.worker.Examples.seeded;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.ClockReading;
import io.tidings.contract.RetryLadder;
import io.tidings.contract.TimeScale;
import io.tidings.contract.Topics;
import io.tidings.contract.counts.NumberCounts;
import io.tidings.runtime.kafka.CommitResult.Committed;
import io.tidings.runtime.kafka.CommitResult.Retryable;
import io.tidings.worker.Examples;
import io.tidings.worker.partition.AssignedPartition;
import io.tidings.worker.partition.DuplicateDetector;
import io.tidings.worker.partition.MovedRecords;
import io.tidings.worker.partition.PartitionStart;
import io.tidings.worker.progress.Gaps;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

/**
 * B-RETRY-6: results, transactions that end well or are aborted, and partitions that are revoked or lost, in any order.
 * No park is committed without its records or twice, and the age of the oldest uncommitted result is never
 * forgotten (#31).
 */
class CommitsModelTest {
    private static final int STEPS = 400;

    private final UncommittedAge<AssignedPartition> uncommitted = new UncommittedAge<>();
    private final OpenTransaction transaction = new OpenTransaction();
    private final CommitScheduler commits = new CommitScheduler(
            transaction,
            Runnable::run,
            new MockConsumer<byte[], byte[]>("none")::groupMetadata,
            Duration.ZERO,
            Duration.ZERO,
            (_, _) -> {},
            uncommitted,
            new CountsWriter(new LadderRecords(new Topics("")), _ -> true, _ -> 1));
    private final List<Owned> owned = new ArrayList<>();
    private int started;
    private long millis;

    /** What the model knows of a partition that is owned. */
    private static final class Owned {
        private final AssignedPartition partition;
        private final List<Long> inFlight = new ArrayList<>();
        /** When the result was known, by offset. */
        private final Map<Long, Long> uncommitted = new TreeMap<>();

        private final Set<Long> parked = new HashSet<>();
        private final Set<Long> committed = new HashSet<>();
        private long next;

        Owned(int number) {
            partition = new AssignedPartition(
                    new TopicPartition("deliveries", number), null, new RetryLadder(TimeScale.REAL), Duration.ZERO);
            partition.start(new PartitionStart(
                    Examples.startingPoint(),
                    new DuplicateDetector(),
                    new MovedRecords(Map.of()),
                    Examples.nothingWaits(number),
                    new NumberCounts()));
        }
    }

    @RepeatedTest(200)
    void noResultIsForgotten(RepetitionInfo run) {
        var random = seeded(run.getCurrentRepetition());
        boolean large = run.getCurrentRepetition() % 4 == 0;
        for (int i = 0; i < 4; i++) {
            owned.add(new Owned(started++));
        }
        for (int step = 0; step < STEPS; step++) {
            millis += random.nextInt(100);
            step(random, large ? 60 : 1);
            commits.lookForResults(partitions(), now());
            var known = owned.stream()
                    .flatMap(each -> each.uncommitted.values().stream())
                    .min(Long::compare);
            var age = uncommitted.age(now());
            assertThat(age).isGreaterThanOrEqualTo(Duration.ofMillis(millis - known.orElse(millis)));
            if (!large) { // then transactions take everything
                assertThat(age).isEqualTo(Duration.ofMillis(millis - known.orElse(millis)));
            }
        }
        if (transaction.open()) {
            end(true);
        }
        for (int i = 0; i < 1_000 && !commits.settled(partitions()); i++) {
            commits.commitNow(partitions(), now());
            end(true);
        }
        assertThat(commits.settled(partitions())).isTrue();
        assertThat(uncommitted.age(now())).isZero();
        assertThat(owned).allMatch(each -> each.uncommitted.isEmpty());
    }

    private void step(RandomGenerator random, int records) {
        var any = owned.get(random.nextInt(owned.size()));
        switch (random.nextInt(12)) {
            case 0, 1, 2, 3 -> {
                for (int i = 0; i < records; i++) {
                    any.partition.ledger().started(any.next);
                    any.inFlight.add(any.next++);
                }
            }
            case 4, 5, 6, 7 -> {
                for (int i = 0; i < records && !any.inFlight.isEmpty(); i++) {
                    finish(any, any.inFlight.remove(random.nextInt(any.inFlight.size())), random.nextBoolean());
                }
            }
            case 8, 9 -> commits.commitNow(random.nextInt(4) > 0 ? partitions() : List.of(any.partition), now());
            case 10 -> {
                if (transaction.open()) {
                    end(random.nextInt(3) > 0);
                }
            }
            default -> {
                if (random.nextInt(8) == 0) {
                    any.partition.disown();
                    owned.remove(any);
                    owned.add(new Owned(started++));
                }
            }
        }
    }

    private void finish(Owned of, long offset, boolean parks) {
        of.uncommitted.put(offset, millis);
        if (parks) {
            of.parked.add(offset);
            var key = Long.toString(offset).getBytes(UTF_8);
            var record = new ProducerRecord<>("retry.10s", of.partition.number(), key, new byte[10]);
            of.partition.results().finish(offset, null, List.of(record), List.of());
        } else {
            of.partition.results().finish(offset);
        }
    }

    private void end(boolean good) {
        if (!good) {
            transaction.end(new Retryable("a rebalance"));
            return;
        }
        var content = transaction.content();
        var records = new HashMap<Integer, Set<Long>>();
        for (var record : content.records()) {
            assertThat(records.computeIfAbsent(record.partition(), _ -> new HashSet<>())
                            .add(Long.valueOf(new String(record.key(), UTF_8))))
                    .as("once")
                    .isTrue();
        }
        for (var each : owned) {
            var position = content.offsets().get(each.partition.partition());
            if (position == null) {
                continue;
            }
            var gaps = Gaps.read(position.metadata());
            var finished = new HashSet<Long>();
            for (long offset = 0; offset < each.next; offset++) {
                if (offset < position.offset() || gaps.get((int) (offset - position.offset()))) {
                    finished.add(offset);
                }
            }
            assertThat(finished.containsAll(each.committed))
                    .as("nothing is undone")
                    .isTrue();
            assertThat(Collections.disjoint(finished, each.inFlight))
                    .as("nothing in flight")
                    .isTrue();
            var parks = new HashSet<>(finished);
            parks.removeAll(each.committed);
            parks.retainAll(each.parked);
            assertThat(parks)
                    .as("parks with their records")
                    .isEqualTo(records.getOrDefault(each.partition.number(), Set.of()));
            each.committed.addAll(finished);
            each.uncommitted.keySet().removeAll(finished);
        }
        transaction.end(new Committed(
                Collections.nCopies(transaction.content().records().size(), 0L)));
    }

    private List<AssignedPartition> partitions() {
        return owned.stream().map(each -> each.partition).toList();
    }

    private ClockReading now() {
        return new ClockReading(
                NOON.plusMillis(millis), Duration.ofMillis(millis).toNanos());
    }
}
