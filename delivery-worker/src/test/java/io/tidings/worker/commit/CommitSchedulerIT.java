package io.tidings.worker.commit;

import static io.tidings.worker.Examples.seeded;
import static io.tidings.worker.group.GroupFixture.join;
import static io.tidings.worker.group.GroupFixture.record;
import static io.tidings.worker.group.GroupFixture.staleSnapshot;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.ClockReading;
import io.tidings.contract.RetryLadder;
import io.tidings.contract.TimeScale;
import io.tidings.contract.Topics;
import io.tidings.contract.counts.NumberCounts;
import io.tidings.worker.Examples;
import io.tidings.worker.dispatch.Inbox;
import io.tidings.worker.group.GroupFixture;
import io.tidings.worker.partition.AssignedPartition;
import io.tidings.worker.partition.DuplicateDetector;
import io.tidings.worker.partition.MovedRecords;
import io.tidings.worker.partition.PartitionStart;
import io.tidings.worker.progress.Gaps;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** B-RETRY-6: one commit at a time, of what is owned and of nothing else, whatever the broker would accept. */
@Timeout(240)
class CommitSchedulerIT {
    @TempDir
    static Path folder;

    private static GroupFixture bench;

    private final Inbox inbox = new Inbox(() -> {});
    private final List<Long> told = new ArrayList<>();
    private final UncommittedAge<AssignedPartition> uncommitted = new UncommittedAge<>();

    @BeforeAll
    static void start() {
        bench = GroupFixture.start(folder);
    }

    @AfterAll
    static void stop() {
        bench.close();
    }

    @Test
    void recordsOfARevokedPartitionAreNotCommittedEvenWithCurrentMetadata() {
        var names = bench.topic("gone");
        try (var member = bench.member("gone", "one", "gone");
                var committer = Committer.open(bench.clients(), "gone-one", false)) {
            join(member);
            var kept = owned(names.get(0));
            var gone = owned(names.get(1));
            var commits = parking(committer, member::groupMetadata);
            finish(kept, 0);
            gone.ledger().started(0);
            park(gone, 0, record(names.get(0), "of the partition that is gone"));
            gone.disown();
            commits.commitNow(List.of(kept, gone), now());
            settle(commits, List.of(kept, gone));
            assertThat(bench.committed("gone", names.get(0))).contains(new OffsetAndMetadata(1));
            assertThat(bench.committed("gone", names.get(1))).isEmpty();
            assertThat(bench.values(names.get(0))).isEmpty();
        }
    }

    @Test
    void afterARebalanceTheSameContentIsSentAgainForWhatIsStillOwned() {
        var names = bench.topic("again");
        var target = bench.topic("again-tier").getFirst();
        try (var member = bench.member("again", "one", "again");
                var committer = Committer.open(bench.clients(), "again-one", false)) {
            join(member);
            var snapshots = new ArrayList<>(List.of(staleSnapshot(member), member.groupMetadata()));
            var kept = owned(names.get(0));
            var gone = owned(names.get(1));
            var commits = parking(committer, snapshots::removeFirst);
            park(kept, 0, target, "kept");
            park(gone, 0, target, "gone");
            commits.commitNow(List.of(kept, gone), now());
            await().until(() -> !inbox.isEmpty());
            inbox.runAll();
            assertThat(commits.settled(List.of(kept, gone))).as("it was stale").isFalse();
            gone.disown();
            commits.commitNow(List.of(kept), now());
            settle(commits, List.of(kept));
            assertThat(bench.values(target)).containsExactly("kept");
            assertThat(bench.committed("again", names.get(0))).contains(new OffsetAndMetadata(1));
            assertThat(bench.committed("again", names.get(1))).isEmpty();
            assertThat(told).containsExactly(1L);
        }
    }

    @Test
    void noCommitBeginsWhileOneIsUnderWay() {
        var name = bench.topic("single").getFirst();
        try (var member = bench.member("single", "one", "single");
                var committer = Committer.open(bench.clients(), "single-one", false)) {
            join(member);
            var partition = owned(name);
            var commits = parking(committer, member::groupMetadata);
            finish(partition, 0);
            commits.commitNow(List.of(partition), now());
            await().until(() -> !inbox.isEmpty());
            assertThat(commits.settled(List.of(partition)))
                    .as("its end was not processed yet")
                    .isFalse();
            finish(partition, 1);
            commits.commitNow(List.of(partition), now());
            commits.commitNow(List.of(partition), now());
            assertThat(bench.committed("single", name)).contains(new OffsetAndMetadata(1));
            settle(commits, List.of(partition));
            assertThat(bench.committed("single", name)).contains(new OffsetAndMetadata(2));
            assertThat(told).containsExactly(1L, 2L);
        }
    }

    @Test
    void aWholeSpanOfParksIsCommittedWithinTheBrokersLimitForMetadata() {
        var name = bench.topic("full").getFirst();
        var target = bench.topic("full-tier").getFirst();
        try (var member = bench.member("full", "one", "full");
                var committer = Committer.open(bench.clients(), "full-one", false)) {
            join(member);
            var partition = owned(name);
            var commits = parking(committer, member::groupMetadata);
            for (int offset = 0; offset < Gaps.SPAN; offset++) {
                partition.ledger().started(offset);
            }
            var random = seeded(1);
            var parks = IntStream.range(1, Gaps.SPAN)
                    .filter(_ -> random.nextBoolean())
                    .boxed()
                    .collect(Collectors.toSet());
            parks.forEach(offset -> park(partition, offset, record(target, "park " + offset)));
            settle(commits, List.of(partition));
            var committed = bench.committed("full", name).orElseThrow();
            assertThat(committed.offset()).isZero();
            assertThat(committed.metadata()).hasSizeBetween(Gaps.MAX_TEXT * 9 / 10, Gaps.MAX_TEXT);
            assertThat(bench.values(target)).hasSameSizeAs(parks).doesNotHaveDuplicates();
            for (int offset = 0; offset < Gaps.SPAN; offset++) {
                if (!parks.contains(offset)) {
                    partition.results().finish(offset);
                }
            }
            settle(commits, List.of(partition));
            assertThat(bench.committed("full", name)).contains(new OffsetAndMetadata(Gaps.SPAN));
        }
    }

    @Test
    void aFencedRedriveStops() {
        var name = bench.topic("lost").getFirst();
        try (var member = bench.member("lost", "one", "lost");
                var committer = Committer.open(bench.clients(), "lost-one", false);
                var _ = Committer.open(bench.clients(), "lost-one", false)) {
            join(member);
            var partition = owned(name);
            var commits = parking(committer, member::groupMetadata);
            finish(partition, 0);
            commits.commitNow(List.of(partition), now());
            await().until(() -> !inbox.isEmpty());
            inbox.runAll();
            assertThatThrownBy(() -> commits.commitNow(List.of(partition), now()))
                    .isInstanceOf(RuntimeException.class);
            assertThat(told).isEmpty();
        }
    }

    private CommitScheduler parking(Committer committer, Supplier<ConsumerGroupMetadata> group) {
        return new CommitScheduler(
                committer,
                inbox,
                group,
                Duration.ZERO,
                Duration.ZERO,
                (_, offset) -> told.add(offset),
                uncommitted,
                new CountsWriter(new LadderRecords(new Topics("")), _ -> true, _ -> 1));
    }

    private void settle(CommitScheduler commits, List<AssignedPartition> partitions) {
        await().until(() -> {
            inbox.runAll();
            commits.commitNow(partitions, now());
            return commits.settled(partitions);
        });
    }

    private static AssignedPartition owned(TopicPartition name) {
        var owned = new AssignedPartition(name, null, new RetryLadder(TimeScale.REAL), Duration.ZERO);
        owned.start(new PartitionStart(
                Examples.startingPoint(),
                new DuplicateDetector(),
                new MovedRecords(Map.of()),
                Examples.nothingWaits(owned.number()),
                new NumberCounts()));
        return owned;
    }

    private static void finish(AssignedPartition partition, long offset) {
        partition.ledger().started(offset);
        partition.results().finish(offset);
    }

    private static void park(AssignedPartition partition, long offset, TopicPartition target, String text) {
        partition.ledger().started(offset);
        park(partition, offset, record(target, text));
    }

    private static void park(AssignedPartition partition, long offset, ProducerRecord<byte[], byte[]> record) {
        partition.results().finish(offset, null, List.of(record), List.of());
    }

    private static ClockReading now() {
        return new ClockReading(Instant.now(), System.nanoTime());
    }
}
