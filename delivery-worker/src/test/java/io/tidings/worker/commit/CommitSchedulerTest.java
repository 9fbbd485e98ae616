package io.tidings.worker.commit;

import static io.tidings.worker.Examples.BILLING;
import static io.tidings.worker.Examples.NOON;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.ClockReading;
import io.tidings.contract.RetryLadder;
import io.tidings.contract.TimeScale;
import io.tidings.contract.Topics;
import io.tidings.contract.counts.CountedSubscription;
import io.tidings.contract.counts.DeliveryCounts;
import io.tidings.contract.counts.NumberCounts;
import io.tidings.runtime.kafka.CommitResult.Committed;
import io.tidings.runtime.kafka.CommitResult.Retryable;
import io.tidings.worker.Examples;
import io.tidings.worker.partition.AssignedPartition;
import io.tidings.worker.partition.CountChange;
import io.tidings.worker.partition.DuplicateDetector;
import io.tidings.worker.partition.MovedRecords;
import io.tidings.worker.partition.PartitionStart;
import io.tidings.worker.partition.UncommittedRecords;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** B-RETRY-6: commits are bounded in records and bytes (#31), and each has the lowest offsets of its partitions. */
class CommitSchedulerTest {
    private static final ClockReading NOW = new ClockReading(NOON, 0);
    private static final int PARKS = 3_000;

    private final UncommittedAge<AssignedPartition> uncommitted = new UncommittedAge<>();
    private final OpenTransaction transaction = new OpenTransaction();
    private final CommitScheduler commits = commits(Duration.ZERO, Duration.ZERO);
    private final List<AssignedPartition> partitions =
            IntStream.range(0, 11).mapToObj(CommitSchedulerTest::partition).toList();
    private final Map<Integer, List<Long>> written = new HashMap<>();

    private CommitScheduler commits(Duration interval, Duration quietInterval) {
        return new CommitScheduler(
                transaction,
                Runnable::run,
                new MockConsumer<byte[], byte[]>("none")::groupMetadata,
                interval,
                quietInterval,
                (_, _) -> {},
                uncommitted,
                new CountsWriter(new LadderRecords(new Topics("")), _ -> true, _ -> 1));
    }

    @Test
    void aTransactionIsBoundedInRecordsOverAllPartitions() {
        parkEverywhere(10);
        while (begin()) {
            assertThat(transaction.content().records()).hasSizeBetween(1, CommitScheduler.MAX_RECORDS);
            commit();
        }
        everyParkIsWrittenOnceInItsOrder();
    }

    @Test
    void aTransactionIsBoundedInBytesOverAllPartitions() {
        int bytes = 50_000;
        parkEverywhere(bytes);
        while (begin()) {
            assertThat(bytes(transaction.content())).isBetween(1L, CommitScheduler.MAX_BYTES + bytes);
            commit();
        }
        everyParkIsWrittenOnceInItsOrder();
    }

    @Test
    void aRecordOfAnySizeIsCommitted() {
        var partition = partitions.getFirst();
        partition.ledger().started(0);
        park(partition, 0, record(0, 0, (int) CommitScheduler.MAX_BYTES * 2));
        for (int i = 0; i < 2 * CommitScheduler.MOST_HALVINGS; i++) {
            assertThat(begin()).isTrue();
            transaction.end(new Retryable("too slow"));
        }
        assertThat(begin()).isTrue();
        commit();
        assertThat(commits.settled(partitions)).isTrue();
    }

    /** It was sent again unchanged, for ever. */
    @Test
    void aTransactionThatDoesNotEndInItsTimeIsSentAgainInSmallerParts() {
        parkEverywhere(10);
        int brokersTake = 100;
        int tried = 0;
        while (begin()) {
            if (transaction.content().records().size() > brokersTake) {
                transaction.end(new Retryable("too slow"));
            } else {
                commit();
            }
            assertThat(tried++).as("transactions").isLessThan(2_000);
        }
        everyParkIsWrittenOnceInItsOrder();
    }

    /** Of a transaction that is aborted, too: otherwise a crash would forget where an endpoint stood. */
    @Test
    void recordsThatNoOffsetDependsOnAreWrittenInTheirOrder() {
        var partition = partitions.getFirst();
        partition.results().alsoWrite(record(0, 1, 10));
        assertThat(begin()).isTrue();
        partition.results().alsoWrite(record(0, 2, 10));
        transaction.end(new Retryable("a rebalance"));
        assertThat(begin()).isTrue();
        assertThat(transaction.content().records())
                .extracting(each -> new String(each.key(), UTF_8))
                .containsExactly("0/1", "0/2");
    }

    /**
     * Otherwise a line tells of a failure that a crash forgets: the next owner's first attempt succeeds, is not logged,
     * and the delivery waits for ever in the timeline (#31).
     */
    @Test
    void anAttemptIsLoggedInTheTransactionOfItsVerdict() {
        var partition = partitions.getFirst();
        for (long offset = 0; offset < 3 * CommitScheduler.MAX_RECORDS; offset++) {
            partition.ledger().started(offset);
            partition
                    .results()
                    .alsoWrite(
                            offset,
                            new ProducerRecord<>(
                                    "attempts", record(0, offset, 10).key(), new byte[10]));
            park(partition, offset, record(0, offset, 10));
        }
        for (int i = 0; begin(); i++) {
            var records = transaction.content().records();
            assertThat(keys(records, "attempts")).isEqualTo(keys(records, "retry.10s"));
            assertThat(records).hasSizeLessThanOrEqualTo(CommitScheduler.MAX_RECORDS);
            transaction.end(
                    i % 2 == 0 ? new Retryable("too slow") : new Committed(Collections.nCopies(records.size(), 0L)));
        }
        assertThat(partition.results().committed()).isEqualTo(3L * CommitScheduler.MAX_RECORDS);
        assertThat(UncommittedRecords.lines(partition)).isEmpty();
        assertThat(partition.results().bytes()).isZero();
    }

    private static List<String> keys(List<ProducerRecord<byte[], byte[]>> records, String topic) {
        return records.stream()
                .filter(each -> each.topic().equals(topic))
                .map(each -> new String(each.key(), UTF_8))
                .toList();
    }

    /** Their new owner reads them again. */
    @Test
    void whatAnAbortedTransactionHeldOfALostPartitionIsNotSentAgain() {
        parkEverywhere(10);
        assertThat(begin()).isTrue();
        partitions.getFirst().disown();
        transaction.end(new Retryable("a rebalance"));
        while (begin()) {
            assertThat(transaction.content().offsets())
                    .doesNotContainKey(partitions.getFirst().partition());
            commit();
        }
        assertThat(uncommitted.age(NOW)).isZero();
    }

    /** A transaction costs as much as several deliveries. */
    @Test
    void aFewSuccessesWaitForTheQuietInterval() {
        var timed = quietlyBegun();
        succeed(1, 999);
        assertThat(begins(timed, 999)).isFalse();
        assertThat(timed.untilNext(partitions, at(999))).contains(Duration.ofMillis(1));
        assertThat(begins(timed, 1_000)).isTrue();
        assertThat(timed.untilNext(partitions, at(1_000))).isEmpty();
    }

    @Test
    void manySuccessesWaitForTheIntervalOnly() {
        var timed = quietlyBegun();
        succeed(1, 1_000);
        assertThat(begins(timed, 199)).isFalse();
        assertThat(begins(timed, 200)).isTrue();
    }

    /** A retry would be late otherwise. */
    @Test
    void aParkWaitsForTheIntervalOnly() {
        var timed = quietlyBegun();
        var partition = partitions.getFirst();
        partition.ledger().started(1);
        park(partition, 1, record(0, 1, 10));
        assertThat(begins(timed, 199)).isFalse();
        assertThat(begins(timed, 200)).isTrue();
    }

    @Test
    void withNothingToCommitNothingIsDue() {
        assertThat(quietlyBegun().untilNext(partitions, at(5_000))).isEmpty();
    }

    /** Its last transaction began at the time zero. */
    private CommitScheduler quietlyBegun() {
        var timed = commits(Duration.ofMillis(200), Duration.ofSeconds(1));
        succeed(0, 1);
        assertThat(begins(timed, 0)).isTrue();
        transaction.end(new Committed(
                Collections.nCopies(transaction.content().records().size(), 0L)));
        return timed;
    }

    private boolean begins(CommitScheduler timed, int millis) {
        timed.commitWhenDue(partitions, at(millis));
        return transaction.open();
    }

    private static ClockReading at(int millis) {
        return new ClockReading(NOON.plusMillis(millis), millis * 1_000_000L);
    }

    private void succeed(long from, int successes) {
        var partition = partitions.getFirst();
        var change =
                new CountChange(new CountedSubscription(BILLING, "uid"), new DeliveryCounts(1, 0, 1, 0, 0, null, null));
        for (long offset = from; offset < from + successes; offset++) {
            partition.ledger().started(offset);
            partition.results().finish(offset, change, List.of(), List.of());
        }
    }

    private boolean begin() {
        commits.commitNow(partitions, NOW);
        return transaction.open();
    }

    private void commit() {
        var content = transaction.content();
        for (var record : content.records()) {
            var place = new String(record.key(), UTF_8).split("/", 2);
            written.computeIfAbsent(Integer.valueOf(place[0]), _ -> new ArrayList<>())
                    .add(Long.valueOf(place[1]));
        }
        content.offsets().forEach((name, position) -> {
            var parks = written.getOrDefault(name.partition(), List.of());
            assertThat(position.offset())
                    .as("finished with its records")
                    .isEqualTo(parks.isEmpty() ? 0 : parks.getLast() + 1);
        });
        transaction.end(new Committed(
                Collections.nCopies(transaction.content().records().size(), 0L)));
    }

    private void everyParkIsWrittenOnceInItsOrder() {
        assertThat(commits.settled(partitions)).isTrue();
        var all = IntStream.range(0, PARKS).mapToObj(each -> (long) each).toList();
        assertThat(written).hasSize(partitions.size());
        assertThat(new HashSet<>(written.values())).containsExactly(all);
        assertThat(partitions)
                .allMatch(each ->
                        each.results().committed() == PARKS && each.results().bytes() == 0);
    }

    private void parkEverywhere(int bytes) {
        var value = new byte[bytes];
        for (var partition : partitions) {
            for (long offset = 0; offset < PARKS; offset++) {
                partition.ledger().started(offset);
                park(partition, offset, record(partition.number(), offset, value));
            }
        }
    }

    private static void park(AssignedPartition partition, long offset, ProducerRecord<byte[], byte[]> record) {
        partition.results().finish(offset, null, List.of(record), List.of());
    }

    private static AssignedPartition partition(int number) {
        var partition = new AssignedPartition(
                new TopicPartition("deliveries", number), null, new RetryLadder(TimeScale.REAL), Duration.ZERO);
        partition.start(new PartitionStart(
                Examples.startingPoint(),
                new DuplicateDetector(),
                new MovedRecords(Map.of()),
                Examples.nothingWaits(number),
                new NumberCounts()));
        return partition;
    }

    private static ProducerRecord<byte[], byte[]> record(int number, long offset, int bytes) {
        return record(number, offset, new byte[bytes]);
    }

    private static ProducerRecord<byte[], byte[]> record(int number, long offset, byte[] value) {
        return new ProducerRecord<>("retry.10s", number, (number + "/" + offset).getBytes(UTF_8), value);
    }

    private static long bytes(TransactionContent content) {
        return content.records().stream().mapToLong(each -> each.value().length).sum();
    }
}
