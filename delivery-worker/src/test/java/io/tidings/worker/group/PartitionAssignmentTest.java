package io.tidings.worker.group;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidings.contract.RetryLadder;
import io.tidings.contract.TimeScale;
import io.tidings.contract.Topics;
import io.tidings.worker.telemetry.UntakenPartitions;
import io.tidings.worker.verdict.Jitter;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** B-RETRY-6: what a worker owns after it was not heard of for a while is for the group to say. */
class PartitionAssignmentTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none");
    private final PartitionAssignment assignment = new PartitionAssignment(
            new LadderPartitions(new Topics(Topics.DEFAULT_PREFIX), new RetryLadder(TimeScale.REAL), Jitter.NONE),
            consumer,
            _ -> new PartitionAssignment.Inheritance(Map.of(), Set.of()),
            new UntakenPartitions(registry),
            Runnable::run,
            (_, _) -> {});

    @Test
    void ownershipIsConfirmedByTheNextRebalanceOnlyEvenIfItChangesNothing() {
        assertThat(assignment.confirmed()).isFalse();
        assignment.onPartitionsAssigned(List.of());
        assertThat(assignment.confirmed()).isTrue();
        assertThat(consumer.shouldRebalance()).isFalse();

        assignment.askAgain();
        assertThat(consumer.shouldRebalance()).isTrue();
        assertThat(assignment.confirmed()).isFalse();
        assertThat(assignment.complete()).as("ready").isFalse();
        assignment.onPartitionsLost(List.of());
        assertThat(assignment.confirmed()).isFalse();
        assignment.onPartitionsAssigned(List.of());
        assertThat(assignment.confirmed()).isTrue();
    }

    @Test
    void whatIsOwnedStaysOwnedWhileTheGroupSharesOutAgain() {
        assignment.onPartitionsAssigned(List.of());

        assignment.shareAgain(Set.of(new TopicPartition("tidings.deliveries", 3)));

        assertThat(consumer.shouldRebalance()).isTrue();
        assertThat(assignment.confirmed()).isTrue();
    }
}
