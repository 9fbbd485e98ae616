package io.tidings.worker.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidings.contract.RetryLadder;
import io.tidings.contract.TimeScale;
import io.tidings.contract.Topics;
import io.tidings.contract.counts.NumberCounts;
import io.tidings.contract.record.StartOffset;
import io.tidings.worker.Examples;
import io.tidings.worker.dispatch.Inbox;
import io.tidings.worker.group.PartitionAssignment.Inheritance;
import io.tidings.worker.partition.DuplicateDetector;
import io.tidings.worker.partition.MovedRecords;
import io.tidings.worker.partition.PartitionStart;
import io.tidings.worker.partition.StartingPoint;
import io.tidings.worker.progress.CommitPosition;
import io.tidings.worker.telemetry.UntakenPartitions;
import io.tidings.worker.verdict.Jitter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

/** B-RUN-1: partitions that cannot be started are not taken for owned. */
class PartitionAssignmentStartTest {
    private static final List<TopicPartition> ONE = List.of(new TopicPartition("tidings.deliveries", 0));

    private static final Inheritance UNKNOWN = new Inheritance(Map.of(), Set.of());
    private static final Inheritance STARTED = new Inheritance(
            Map.of(
                    ONE.getFirst(),
                    new PartitionStart(
                            new StartingPoint(
                                    new CommitPosition(0, ""),
                                    new StartOffset(0, StartOffset.Reason.NOTHING_COMMITTED, 0),
                                    "topic-id"),
                            new DuplicateDetector(),
                            new MovedRecords(Map.of()),
                            Examples.nothingWaits(0),
                            new NumberCounts())),
            Set.of());

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final UntakenPartitions untaken = new UntakenPartitions(registry);
    private final Inbox inbox = new Inbox(() -> {});

    /** Partitions that never start would look owned for ever. */
    @Test
    void anErrorWhileItIsAskedWhereToStartIsTheEnd() {
        var assignment = assigned(_ -> {
            throw new StackOverflowError();
        });
        await().until(() -> !inbox.isEmpty());
        inbox.runAll();
        assertThatThrownBy(assignment::partitions).isInstanceOf(StackOverflowError.class);
    }

    @Test
    void brokersThatDoNotReportTheStartEndTheSession() {
        var assignment = assigned(_ -> {
            throw new TimeoutException("no response");
        });
        await().until(() -> !inbox.isEmpty());
        inbox.runAll();
        assertThatThrownBy(assignment::partitions).isInstanceOf(TimeoutException.class);
    }

    @Test
    void aPartitionWhoseCommitIsUnreadableIsReportedUntilItIsRevoked() {
        var assignment = assigned(_ -> new Inheritance(Map.of(), Set.copyOf(ONE)));
        await().until(() -> !inbox.isEmpty());
        inbox.runAll();
        assertThat(assignment.complete()).isFalse();
        assertThat(untaken.sentences()).singleElement().asString().startsWith("tidings.deliveries-0 is not read");
        assertThat(registry.get("tidings.untaken.partitions").gauge().value()).isEqualTo(1);
        assignment.forgetAll();
        assertThat(untaken.sentences()).isEmpty();
    }

    /** A broker that has just started may not know all topics; no rebalance tells when it does. */
    @Test
    void aPartitionWhoseTopicIsUnknownIsAskedForUntilItCanStart() {
        var asked = new AtomicInteger();
        var assignment = assigned(_ -> asked.incrementAndGet() == 1 ? UNKNOWN : STARTED);
        await().until(() -> !inbox.isEmpty());
        inbox.runAll();
        assertThat(assignment.complete()).isFalse();
        assertThat(untaken.sentences())
                .singleElement()
                .asString()
                .startsWith("tidings.deliveries-0 is not read, because the brokers do not know its topic");

        await().until(() -> !inbox.isEmpty());
        inbox.runAll();
        assertThat(assignment.complete()).isTrue();
        assertThat(untaken.sentences()).isEmpty();
    }

    @Test
    void aPartitionThatWasRevokedIsAskedForNoMore() {
        var asked = new AtomicInteger();
        var assignment = assigned(_ -> {
            asked.incrementAndGet();
            return UNKNOWN;
        });
        await().until(() -> !inbox.isEmpty());
        assignment.forgetAll();
        inbox.runAll();
        await().during(Duration.ofMillis(1_500)).until(() -> asked.get() == 1);
        assertThat(untaken.sentences()).isEmpty();
    }

    private PartitionAssignment assigned(PartitionAssignment.Handover handover) {
        var consumer = new MockConsumer<byte[], byte[]>("none");
        consumer.assign(ONE);
        var assignment = new PartitionAssignment(
                new LadderPartitions(new Topics(Topics.DEFAULT_PREFIX), new RetryLadder(TimeScale.REAL), Jitter.NONE),
                consumer,
                handover,
                untaken,
                inbox,
                (_, _) -> {});
        assignment.onPartitionsAssigned(ONE);
        return assignment;
    }
}
