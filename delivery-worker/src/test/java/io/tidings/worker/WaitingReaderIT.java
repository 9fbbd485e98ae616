package io.tidings.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.kafka.KafkaFutures;
import io.tidings.testbed.broker.SharedBroker;
import io.tidings.testbed.broker.TestTopics;
import io.tidings.worker.WaitingReader.Found;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** B-LANE-2: what the log of what waits has lost at its end is known. */
@Timeout(90)
class WaitingReaderIT {
    private static final TopicPartition LOG = new TopicPartition("waiting-reader.waiting", 0);

    @Test
    void anOffsetAtTheEndOfTheLogHasNoRecord() {
        var clients = KafkaClients.of(SharedBroker.get().bootstrapServers());
        try (var admin = clients.admin();
                var producer = clients.producer(Map.of());
                var reader = new WaitingReader(clients, Runnable::run)) {
            TestTopics.create(admin, new NewTopic(LOG.topic(), Optional.of(1), Optional.empty()));
            KafkaFutures.await(producer.send(new ProducerRecord<>(LOG.topic(), new byte[] {1})), "writing");

            var found = new CompletableFuture<Found>();
            reader.read(LOG, List.of(0L, 1L), found::complete);
            assertThat(KafkaFutures.await(found, "reading").records()).containsOnlyKeys(0L);

            var behind = new CompletableFuture<Found>();
            reader.read(LOG, List.of(1L), behind::complete);
            assertThat(KafkaFutures.await(behind, "reading").read())
                    .as("all is read")
                    .isGreaterThan(1);
        }
    }
}
