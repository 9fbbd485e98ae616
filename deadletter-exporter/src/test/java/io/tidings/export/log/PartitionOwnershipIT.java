package io.tidings.export.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidings.export.write.ExporterMetrics;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.kafka.PartitionLogs;
import io.tidings.testbed.broker.SharedBroker;
import java.util.List;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.junit.jupiter.api.Test;

/** B-RUN-1: a partition that an exporter was given is exported, or the session ends. */
class PartitionOwnershipIT {
    private static final List<TopicPartition> UNKNOWN = List.of(new TopicPartition("of-no-broker", 0));

    @Test
    void aTopicThatTheBrokersDoNotKnowEndsTheSession() {
        try (var admin = KafkaClients.of(SharedBroker.get().bootstrapServers()).admin();
                var consumer = new MockConsumer<byte[], byte[]>("none")) {
            consumer.assign(UNKNOWN);
            var ownership = new PartitionOwnership(
                    consumer, new PartitionLogs(admin), new ExporterMetrics(new SimpleMeterRegistry()));
            assertThatThrownBy(() -> ownership.onPartitionsAssigned(UNKNOWN))
                    .isInstanceOf(UnknownTopicOrPartitionException.class)
                    .hasMessageContaining("of-no-broker-0");
            assertThat(ownership.assigned()).isFalse();
        }
    }
}
