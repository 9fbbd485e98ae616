package io.tidings.worker.group;

import static io.tidings.worker.GroupBench.join;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.runtime.kafka.KafkaAnswer;
import io.tidings.worker.GroupBench;
import io.tidings.worker.progress.Gaps;
import io.tidings.worker.progress.Position;
import java.nio.file.Path;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** B-RETRY-6: a new owner starts where the former one was, and what was lost meanwhile is told. */
@Timeout(240)
class StartingPointsIT {
    @TempDir
    static Path folder;

    private static GroupBench bench;

    @BeforeAll
    static void start() {
        bench = GroupBench.start(folder);
    }

    @AfterAll
    static void stop() {
        bench.close();
    }

    @Test
    void whatNobodyHasCommittedStartsWhereItsLogDoes() {
        var partitions = bench.topic("fresh");
        bench.write(partitions.get(1), 5);
        delete(partitions.get(1), 2);
        var points = new StartingPoints(bench.admin(), "fresh").of(partitions);
        assertThat(points)
                .isEqualTo(Map.of(
                        partitions.get(0), new StartingPoint(new Position(0, ""), 0, false),
                        partitions.get(1), new StartingPoint(new Position(2, ""), 0, false)));
    }

    @Test
    void gapsComeBackAsTheyWereCommitted() {
        var partition = bench.topic("gaps").getFirst();
        bench.write(partition, 10);
        commit("gaps", partition, new OffsetAndMetadata(3, gaps(2, 5)));
        assertThat(pointOf("gaps", partition)).isEqualTo(new StartingPoint(new Position(3, gaps(2, 5)), 0, true));
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
                assertThat(pointOf("open", partitions.get(1)).committed())
                        .as("a partition that is not in it is known at once")
                        .isFalse();
                await().during(Duration.ofMillis(300)).until(() -> !point.isDone());
                producer.commitTransaction();
                assertThat(point.get()).isEqualTo(new StartingPoint(new Position(4, ""), 0, true));
            }
        }
    }

    @Test
    void whatTheLogHasLostIsCounted() {
        var partition = bench.topic("lost").getFirst();
        bench.write(partition, 10);
        commit("lost", partition, new OffsetAndMetadata(3, gaps(2, 6)));
        delete(partition, 7);
        assertThat(pointOf("lost", partition)).isEqualTo(new StartingPoint(new Position(7, gaps(2)), 4, true));
    }

    @Test
    void offsetsOfALogThatIsNoMoreDoNotCount() {
        var partition = bench.topic("recreated").getFirst();
        bench.write(partition, 5);
        commit("recreated", partition, new OffsetAndMetadata(9, gaps(2)));
        assertThat(pointOf("recreated", partition)).isEqualTo(new StartingPoint(new Position(0, ""), 0, false));
    }

    private static StartingPoint pointOf(String group, TopicPartition partition) {
        return new StartingPoints(bench.admin(), group).of(List.of(partition)).get(partition);
    }

    private static void commit(String group, TopicPartition partition, OffsetAndMetadata offset) {
        try (var consumer = bench.clients().consumer(Map.of("group.id", group, "enable.auto.commit", false))) {
            consumer.assign(List.of(partition));
            consumer.commitSync(Map.of(partition, offset));
        }
    }

    private static void delete(TopicPartition partition, long before) {
        KafkaAnswer.await(
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
