package io.tidings.topology.streams;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.kafka.PartitionLogs;
import io.tidings.runtime.liveness.Hang;
import io.tidings.runtime.liveness.LoopWatch;
import io.tidings.runtime.metric.SubscriptionDetail;
import io.tidings.topology.begun.BegunOffsets;
import io.tidings.topology.match.MatchMetrics;
import io.tidings.topology.match.PassedMarkers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class StreamsClientsTest {
    private static final Map<String, Object> NO_BROKER = Map.of("bootstrap.servers", "localhost:1");

    private final LoopWatch loops = new LoopWatch();

    @Test
    void aStreamThreadIsWatchedFromItsFirstPoll() {
        try (var admin = KafkaClients.of("localhost:1").admin()) {
            var clients = new StreamsClients(
                    new PartitionLogs(admin),
                    loops,
                    new MatchMetrics(new SimpleMeterRegistry(), SubscriptionDetail.COUNTS),
                    new BegunOffsets("this"),
                    new PassedMarkers(),
                    new AppendTimes(),
                    Duration.ZERO);
            assertThat(loops.hanging(Duration.ZERO)).isEmpty();
            poll(clients.getConsumer(NO_BROKER));
            assertThat(loops.hanging(Duration.ZERO))
                    .extracting(Hang::loop)
                    .containsExactly(Thread.currentThread().getName());
        }
    }

    private static void poll(Consumer<byte[], byte[]> consumer) {
        try (consumer) {
            consumer.assign(List.of(new TopicPartition("events", 0)));
            assertThat(consumer.poll(Duration.ZERO)).isEmpty();
        }
    }
}
