package io.tidings.worker.commit;

import static io.tidings.worker.group.GroupFixture.join;
import static io.tidings.worker.group.GroupFixture.record;
import static io.tidings.worker.group.GroupFixture.share;
import static io.tidings.worker.group.GroupFixture.staleSnapshot;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.record.StartOffset.Reason;
import io.tidings.runtime.kafka.CommitResult.Committed;
import io.tidings.runtime.kafka.CommitResult.Fatal;
import io.tidings.runtime.kafka.CommitResult.Retryable;
import io.tidings.worker.group.GroupFixture;
import io.tidings.worker.group.StartingPoints;
import io.tidings.worker.progress.Gaps;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** B-RETRY-6: what a broker makes of commits that should not be, which is why the worker never makes them. */
@Timeout(240)
class CommitterIT {
    @TempDir
    static Path folder;

    private static GroupFixture bench;

    @BeforeAll
    static void start() {
        bench = GroupFixture.start(folder);
    }

    @AfterAll
    static void stop() {
        bench.close();
    }

    @Test
    void theBrokerAcceptsACommitOfAPartitionThatAnotherWorkerOwns() {
        // The broker checks member and generation only, so a worker must know what it still owns.
        var partitions = bench.topic("foreign");
        try (var one = bench.member("foreign", "one", "foreign");
                var other = bench.member("foreign", "other", "foreign");
                var committer = Committer.open(bench.clients(), "foreign-one", false)) {
            // On a busy machine members can lose their session between the two steps, and share again.
            await().atMost(Duration.ofSeconds(90)).until(() -> {
                share(one, other);
                var foreign = other.assignment().iterator().next();
                var batch = new TransactionContent(List.of(), List.of(), at(foreign, 3), one.groupMetadata());
                var result = committer.run(batch);
                assertThat(result).isNotInstanceOf(Fatal.class);
                boolean committed = result instanceof Committed;
                var offset = committed ? Optional.of(new OffsetAndMetadata(3)) : Optional.empty();
                assertThat(bench.committed("foreign", foreign)).isEqualTo(offset);
                assertThat(partitions).contains(foreign);
                return committed;
            });
        }
    }

    @Test
    void onTheBrokerAnOlderPlainCommitWinsOverATransactionThatEndsAfterIt() {
        // What is written last wins, not what ends last: so there is never a second commit beside a transaction.
        var partition = bench.topic("older").getFirst();
        try (var member = bench.member("older", "one", "older")) {
            join(member);
            try (var producer = bench.openTransaction("older-one", member, partition, 8)) {
                member.commitSync(at(partition, 5));
                producer.commitTransaction();
            }
            assertThat(bench.committed("older", partition)).contains(new OffsetAndMetadata(5));
        }
    }

    @Test
    void anOldGenerationIsStaleAndTheNextTransactionIsGood() {
        var partition = bench.topic("stale").getFirst();
        try (var one = bench.member("stale", "one", "stale");
                var committer = Committer.open(bench.clients(), "stale-one", false)) {
            join(one);
            var before = staleSnapshot(one);
            var now = one.groupMetadata();
            var records = List.of(record(new TopicPartition("stale", 1), "once"));
            assertThat(committer.run(new TransactionContent(records, List.of(), at(partition, 1), before)))
                    .isInstanceOf(Retryable.class);
            assertThat(bench.committed("stale", partition)).isEmpty();
            assertThat(committer.run(new TransactionContent(records, List.of(), at(partition, 1), now)))
                    .isInstanceOf(Committed.class);
            assertThat(bench.committed("stale", partition)).contains(new OffsetAndMetadata(1));
            assertThat(bench.values(new TopicPartition("stale", 1))).containsExactly("once");
        }
    }

    @Test
    void aProducerFencedByANewerOneIsLost() {
        var partition = bench.topic("fenced").getFirst();
        try (var one = bench.member("fenced", "one", "fenced");
                var older = Committer.open(bench.clients(), "fenced-one", false);
                var newer = Committer.open(bench.clients(), "fenced-one", false)) {
            join(one);
            var batch = new TransactionContent(
                    List.of(record(new TopicPartition("fenced", 1), "x")),
                    List.of(),
                    at(partition, 1),
                    one.groupMetadata());
            assertThat(older.run(batch)).isInstanceOf(Fatal.class);
            assertThat(older.run(batch)).isInstanceOf(Fatal.class);
            assertThat(newer.run(batch)).isInstanceOf(Committed.class);
            assertThat(bench.values(new TopicPartition("fenced", 1))).containsExactly("x");
        }
    }

    @Test
    void aMemberWhoseInstanceIdANewerProcessHasIsLost() {
        var partition = bench.topic("instance").getFirst();
        try (var older = bench.member("instance", "one", "instance");
                var newer = bench.member("instance", "one", "instance");
                var committer = Committer.open(bench.clients(), "instance-one", false)) {
            join(older);
            var snapshot = older.groupMetadata();
            join(newer);
            assertThat(committer.run(new TransactionContent(List.of(), List.of(), at(partition, 1), snapshot)))
                    .isInstanceOf(Fatal.class);
        }
    }

    @Test
    void theLargestMetadataIsAcceptedAndOneCharacterMoreIsFatal() {
        var partition = bench.topic("metadata").getFirst();
        try (var one = bench.member("metadata", "one", "metadata")) {
            join(one);
            try (var committer = Committer.open(bench.clients(), "metadata-one", false)) {
                var largest = new OffsetAndMetadata(1, "x".repeat(Gaps.MAX_TEXT));
                assertThat(committer.run(new TransactionContent(
                                List.of(), List.of(), Map.of(partition, largest), one.groupMetadata())))
                        .isInstanceOf(Committed.class);
                assertThat(bench.committed("metadata", partition)).contains(largest);
                var larger = new OffsetAndMetadata(2, "x".repeat(Gaps.MAX_TEXT + 1));
                assertThat(committer.run(new TransactionContent(
                                List.of(), List.of(), Map.of(partition, larger), one.groupMetadata())))
                        .isInstanceOf(Fatal.class);
                assertThat(bench.committed("metadata", partition)).contains(largest);
            }
        }
    }

    @Test
    void openingEndsWhatAPredecessorLeftOpen() {
        var partition = bench.topic("left").getFirst();
        try (var one = bench.member("left", "one", "left")) {
            join(one);
            try (var dead = bench.openTransaction("left-one", one, partition, 7)) {
                assertThat(bench.stable("left", partition)).isFalse();
                try (var _ = Committer.open(bench.clients(), "left-one", false)) {
                    var found = new StartingPoints(bench.admin(), "left").of(List.of(partition));
                    assertThat(found.points().get(partition).start().reason()).isEqualTo(Reason.NOTHING_COMMITTED);
                }
                dead.close(Duration.ZERO);
            }
        }
    }

    private static Map<TopicPartition, OffsetAndMetadata> at(TopicPartition partition, long offset) {
        return Map.of(partition, new OffsetAndMetadata(offset));
    }
}
