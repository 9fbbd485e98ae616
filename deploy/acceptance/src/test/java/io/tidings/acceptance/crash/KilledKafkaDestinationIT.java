package io.tidings.acceptance.crash;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.acceptance.installation.KafkaRecords;
import io.tidings.contract.TimeScale;
import io.tidings.contract.Topics;
import io.tidings.contract.delivery.RetryState;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.topics.TopicProvisioner;
import io.tidings.testbed.broker.LocalBroker;
import io.tidings.testbed.broker.TestTopics;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.Producer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** B-DEST-2: a worker is killed with kill -9 in the middle of its transactions, again and again. */
@Timeout(400)
class KilledKafkaDestinationIT {
    private static final Topics TOPICS = new Topics(Topics.DEFAULT_PREFIX);
    private static final String DESTINATION = "shop.orders";
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final int ROUNDS = 4;
    private static final int EVENTS = 3_000;

    @TempDir
    Path folder;

    @Test
    void theTopicHasEveryEventOnceHoweverOftenWorkersAreKilled() {
        try (var broker = LocalBroker.start(LocalBroker.Settings.in(folder.resolve("kafka")))) {
            var clients = KafkaClients.of(broker.bootstrapServers());
            new TopicProvisioner(clients, TOPICS).provision(2, 1, Duration.ofMinutes(5), TimeScale.REAL);
            createDestination(clients);
            var worker = TestedProgram.WORKER.process(
                    "worker", broker.bootstrapServers(), folder, Map.of("destination.kafka.orders", DESTINATION));
            try (var producer = clients.producer(Map.of())) {
                long read = subscribe(producer);
                for (int round = 1; round <= ROUNDS; round++) {
                    worker.start();
                    int from = (round - 1) * EVENTS;
                    deliver(producer, from, from + EVENTS, read);
                    int some = from + EVENTS / 3;
                    await().atMost(PATIENCE)
                            .until(() -> KafkaRecords.of(clients, DESTINATION).size() >= some);
                    worker.kill();
                }
                worker.start();
                await().atMost(PATIENCE)
                        .until(() -> KafkaRecords.of(clients, DESTINATION).size() >= ROUNDS * EVENTS);
            } finally {
                worker.kill();
            }
            var ids = KafkaRecords.of(clients, DESTINATION).stream()
                    .map(record -> new String(record.key(), UTF_8))
                    .toList();
            assertThat(ids).doesNotHaveDuplicates().hasSize(ROUNDS * EVENTS);
        }
    }

    private static void createDestination(KafkaClients clients) {
        try (var admin = clients.admin()) {
            TestTopics.create(admin, new NewTopic(DESTINATION, 3, (short) 1));
        }
    }

    /** Returns the position of the subscriptions table behind it. */
    private static long subscribe(Producer<byte[], byte[]> producer) {
        return WrittenRecords.subscribe(producer, "kafka", """
            "destination":{"endpointType":"EventHub","properties":\
            {"resourceId":"/subscriptions/1/eventhubs/orders","deliveryAttributeMappings":[\
            {"name":"PartitionKey","type":"Dynamic","properties":{"sourceField":"id"}}]}}\
            """);
    }

    private static void deliver(Producer<byte[], byte[]> producer, int from, int to, long read) {
        IntStream.range(from, to)
                .forEach(number -> WrittenRecords.deliver(
                        producer,
                        TOPICS.deliveries(),
                        number % 2,
                        "kafka",
                        "e-" + number,
                        number,
                        read,
                        RetryState.START));
        producer.flush();
    }
}
