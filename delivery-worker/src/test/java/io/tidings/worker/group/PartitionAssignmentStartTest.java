package io.tidings.worker.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidings.contract.RetryLadder;
import io.tidings.contract.TimeScale;
import io.tidings.contract.Topics;
import io.tidings.worker.dispatch.Inbox;
import io.tidings.worker.verdict.Jitter;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

/** B-RUN-1: partitions that cannot be started are not taken for owned. */
class PartitionAssignmentStartTest {
    private static final List<TopicPartition> ONE = List.of(new TopicPartition("tidings.deliveries", 0));

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
    void aPartitionWithoutAStartIsReportedUntilItIsRevoked() {
        var assignment = assigned(_ -> Map.of());
        await().until(() -> !inbox.isEmpty());
        inbox.runAll();
        assertThat(assignment.complete()).isFalse();
        assertThat(untaken.sentences()).singleElement().asString().startsWith("tidings.deliveries-0 is not read");
        assertThat(registry.get("tidings.untaken.partitions").gauge().value()).isEqualTo(1);
        assignment.forgetAll();
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
                _ -> {});
        assignment.onPartitionsAssigned(ONE);
        return assignment;
    }
}
