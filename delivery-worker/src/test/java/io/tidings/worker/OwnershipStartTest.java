package io.tidings.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidings.runtime.Settings;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

/** B-RUN-1: partitions that cannot be started are not taken for owned. */
class OwnershipStartTest {
    private static final List<TopicPartition> ONE = List.of(new TopicPartition("tidings.deliveries", 0));

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final UntakenPartitions untaken = new UntakenPartitions(registry);
    private final Inbox inbox = new Inbox(() -> {});

    /** Partitions that never start would look owned for ever. */
    @Test
    void anErrorWhileItIsAskedWhereToStartIsTheEnd() {
        var ownership = assigned(_ -> {
            throw new StackOverflowError();
        });
        await().until(() -> !inbox.isEmpty());
        inbox.runAll();
        assertThatThrownBy(ownership::partitions).isInstanceOf(StackOverflowError.class);
    }

    @Test
    void brokersThatDoNotTellWhereToStartAreTheEndOfTheSession() {
        var ownership = assigned(_ -> {
            throw new TimeoutException("no response");
        });
        await().until(() -> !inbox.isEmpty());
        inbox.runAll();
        assertThatThrownBy(ownership::partitions).isInstanceOf(TimeoutException.class);
    }

    @Test
    void aPartitionThatNobodyKnowsWhereToStartIsToldUntilItGoes() {
        var ownership = assigned(_ -> Map.of());
        await().until(() -> !inbox.isEmpty());
        inbox.runAll();
        assertThat(ownership.complete()).isFalse();
        assertThat(untaken.sentences()).singleElement().asString().startsWith("tidings.deliveries-0 is not taken");
        assertThat(registry.get("tidings.untaken.partitions").gauge().value()).isEqualTo(1);
        ownership.forgetAll();
        assertThat(untaken.sentences()).isEmpty();
    }

    private Ownership assigned(Ownership.Knowledge knowledge) {
        var config = WorkerConfig.of(Settings.of(
                WorkerConfig.definitions(),
                WorkerConfig.prefixes(),
                Map.of("bootstrap.servers", "localhost:1", "worker.instance.id", "one")));
        var consumer = new MockConsumer<byte[], byte[]>("none");
        consumer.assign(ONE);
        var ownership =
                new Ownership(config, consumer, knowledge, new WorkerMetrics(registry), untaken, inbox, _ -> {});
        ownership.onPartitionsAssigned(ONE);
        return ownership;
    }
}
