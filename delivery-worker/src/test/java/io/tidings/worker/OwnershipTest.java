package io.tidings.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidings.runtime.Settings;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.junit.jupiter.api.Test;

/** B-RETRY-6: what a worker owns after it was not heard of for a while is for the group to say. */
class OwnershipTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none");
    private final Ownership ownership = new Ownership(
            WorkerConfig.of(Settings.of(
                    WorkerConfig.definitions(), WorkerConfig.prefixes(), Map.of("bootstrap.servers", "localhost:1"))),
            consumer,
            _ -> Map.of(),
            new WorkerMetrics(registry),
            new UntakenPartitions(registry),
            Runnable::run,
            _ -> {});

    @Test
    void ownershipIsConfirmedByTheNextRebalanceOnlyEvenIfItChangesNothing() {
        assertThat(ownership.confirmed()).isFalse();
        ownership.onPartitionsAssigned(List.of());
        assertThat(ownership.confirmed()).isTrue();
        assertThat(consumer.shouldRebalance()).isFalse();

        ownership.askAgain();
        assertThat(consumer.shouldRebalance()).isTrue();
        assertThat(ownership.confirmed()).isFalse();
        assertThat(ownership.complete()).as("ready").isFalse();
        ownership.onPartitionsLost(List.of());
        assertThat(ownership.confirmed()).isFalse();
        ownership.onPartitionsAssigned(List.of());
        assertThat(ownership.confirmed()).isTrue();
    }
}
