package io.tidings.worker.group;

import static io.tidings.worker.group.GroupFixture.join;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.record.StartOffset;
import io.tidings.contract.record.StartOffset.Reason;
import io.tidings.runtime.kafka.KafkaFutures;
import io.tidings.worker.partition.StartingPoint;
import io.tidings.worker.progress.CommitMetadata;
import io.tidings.worker.progress.CommitPosition;
import io.tidings.worker.progress.Gaps;
import java.nio.file.Path;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** B-RETRY-6, B-RUN-1: a new owner starts where the former one was, and a loss is reported. */
@Timeout(240)
class StartingPointsIT {
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
    void aPartitionWithoutACommitStartsAtTheBeginningOfItsLog() {
        var partitions = bench.topic("fresh");
        bench.write(partitions.get(1), 5);
        delete(partitions.get(1), 2);
        var points = new StartingPoints(bench.admin(), "fresh").of(partitions).points();
        assertThat(points)
                .isEqualTo(Map.of(
                        partitions.get(0), point("fresh", new CommitPosition(0, ""), Reason.NOTHING_COMMITTED, 0),
                        partitions.get(1), point("fresh", new CommitPosition(2, ""), Reason.NOTHING_COMMITTED, 0)));
    }

    @Test
    void gapsComeBackAsTheyWereCommitted() {
        var partition = bench.topic("gaps").getFirst();
        bench.write(partition, 10);
        commit("gaps", partition, new OffsetAndMetadata(3, gaps(2, 5)));
        assertThat(pointOf("gaps", partition))
                .isEqualTo(point("gaps", new CommitPosition(3, gaps(2, 5)), Reason.AS_COMMITTED, 0));
    }

    @Test
    void anOpenTransactionIsWaitedForAndCounts() throws Exception {
        var partitions = bench.topic("open");
        var partition = partitions.getFirst();
        bench.write(partition, 10);
        try (var member = bench.member("open", "one", "open")) {
            join(member);
            try (var producer = bench.openTransaction("open-one", member, partition, 4)) {
                var point = CompletableFuture.supplyAsync(() -> pointOf("open", partition));
                assertThat(pointOf("open", partitions.get(1)).start().reason())
                        .as("a partition that is not in it is known at once")
                        .isEqualTo(Reason.NOTHING_COMMITTED);
                await().during(Duration.ofMillis(300)).until(() -> !point.isDone());
                producer.commitTransaction();
                assertThat(point.get()).isEqualTo(point("open", new CommitPosition(4, ""), Reason.AS_COMMITTED, 0));
            }
        }
    }

    @Test
    void lostOffsetsAreCounted() {
        var partition = bench.topic("lost").getFirst();
        bench.write(partition, 10);
        commit("lost", partition, new OffsetAndMetadata(3, gaps(2, 6)));
        delete(partition, 7);
        assertThat(pointOf("lost", partition))
                .isEqualTo(point("lost", new CommitPosition(7, gaps(2)), Reason.DELETED_BEFORE_READ, 4));
    }

    /** What is left was finished before: to read it again would fork the ladder of each of its deliveries. */
    @Test
    void aLogThatHasLostWhatWasCommittedIsReadFromItsEnd() {
        var partition = bench.topic("shorter").getFirst();
        bench.write(partition, 5);
        commit("shorter", partition, new OffsetAndMetadata(9, CommitMetadata.write(gaps(2), topicId("shorter"))));
        assertThat(pointOf("shorter", partition))
                .isEqualTo(point("shorter", new CommitPosition(5, ""), Reason.LOG_IS_SHORTER, 4));
    }

    @Test
    void aTopicThatWasCreatedAnewIsReadFromItsBeginning() {
        var partition = bench.topic("anew").getFirst();
        bench.write(partition, 5);
        var former = Uuid.randomUuid().toString();
        commit("anew", partition, new OffsetAndMetadata(3, CommitMetadata.write(gaps(2), former)));
        assertThat(pointOf("anew", partition))
                .isEqualTo(point("anew", new CommitPosition(0, ""), Reason.TOPIC_CREATED_ANEW, 1));
    }

    /** As the former release committed it. */
    @Test
    void aLogThatIsShorterThanACommitOfAnUnknownTopicIsReadFromItsBeginning() {
        var partition = bench.topic("unknown").getFirst();
        bench.write(partition, 5);
        commit("unknown", partition, new OffsetAndMetadata(9, gaps(2)));
        assertThat(pointOf("unknown", partition))
                .isEqualTo(point("unknown", new CommitPosition(0, ""), Reason.TOPIC_CREATED_ANEW, 1));
    }

    @Test
    void aDeletedTopicDelaysNoOther() {
        var partition = bench.topic("left").getFirst();
        var gone = new TopicPartition("gone", 0);
        var found = new StartingPoints(bench.admin(), "left").of(List.of(partition, gone));
        assertThat(found.points()).containsOnlyKeys(partition);
        assertThat(found.unreadable()).isEmpty();
    }

    private static StartingPoint point(String topic, CommitPosition position, Reason reason, long lost) {
        return new StartingPoint(position, new StartOffset(position.offset(), reason, lost), topicId(topic));
    }

    private static String topicId(String topic) {
        return KafkaFutures.await(bench.admin().describeTopics(List.of(topic)).allTopicNames(), "asking for a topic")
                .get(topic)
                .topicId()
                .toString();
    }

    private static StartingPoint pointOf(String group, TopicPartition partition) {
        return new StartingPoints(bench.admin(), group)
                .of(List.of(partition))
                .points()
                .get(partition);
    }

    private static void commit(String group, TopicPartition partition, OffsetAndMetadata offset) {
        try (var consumer = bench.clients().consumer(Map.of("group.id", group, "enable.auto.commit", false))) {
            consumer.assign(List.of(partition));
            consumer.commitSync(Map.of(partition, offset));
        }
    }

    private static void delete(TopicPartition partition, long before) {
        KafkaFutures.await(
                bench.admin()
                        .deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(before)))
                        .all(),
                "deleting");
    }

    private static String gaps(int... finished) {
        var bits = new BitSet();
        for (int bit : finished) {
            bits.set(bit);
        }
        return Gaps.write(bits);
    }
}
