package io.tidings.acceptance.kafka;

import static io.tidings.acceptance.installation.LocalTestCluster.PATIENCE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidings.acceptance.installation.LocalTestCluster;
import io.tidings.runtime.kafka.KafkaClients;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** B-SOURCE-1: what a producer that knows nothing of Tidings writes to its own Kafka topic reaches a webhook. */
class KafkaSourceIT {
    private static final String KAFKA_TOPIC = "shop.orders.v1";
    private static final JsonMapper JSON = new JsonMapper();

    @TempDir
    private Path folder;

    private LocalTestCluster machine;
    private Admin admin;
    private Producer<byte[], byte[]> shop;

    @BeforeEach
    void start() throws Exception {
        machine = LocalTestCluster.start(folder, Map.of());
        var clients = KafkaClients.of(machine.cluster().bootstrapServers());
        admin = clients.admin();
        shop = clients.producer(Map.of());
        admin.createTopics(List.of(new NewTopic(KAFKA_TOPIC, Optional.of(3), Optional.empty())))
                .all()
                .get();
    }

    @AfterEach
    void stop() {
        shop.close();
        admin.close();
        machine.close();
    }

    @Test
    void recordsThatWereThereAndThoseThatComeLaterAreDelivered() throws Exception {
        write(0, "o-1", "{\"amount\": 42.10, \"kind\": \"Order.Placed\"}");
        write(1, "o-2", "no json");
        machine.topic("orders", "EventGridSchema");
        machine.subscribe("orders", "billing", "/hook", "o-", 3);
        await().atMost(PATIENCE)
                .until(() -> machine.edge()
                        .getSubscription("orders", "billing")
                        .json()
                        .at("/properties/provisioningState")
                        .asText()
                        .equals("Succeeded"));
        assertThat(machine.edge().putTopic("orders", """
            {"properties": {"tidings": {"source": {"kafkaTopic": "%s", "format": "json",
            "start": "earliest", "mapping": {"eventType": {"sourceField": "kind"}}}}}}\
            """.formatted(KAFKA_TOPIC)).statusCode())
                .isEqualTo(200);
        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(machine.endpoint().requests("/hook")).isNotEmpty());
        write(2, "o-3", "{\"amount\": 7, \"kind\": \"Order.Paid\"}");
        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(machine.endpoint().requests("/hook")).hasSize(2));
        var event = JSON.readTree(
                        machine.endpoint().requests("/hook").getFirst().text())
                .path(0);
        assertThat(event.path("id").textValue()).isEqualTo("shop.orders.v1-0@0");
        assertThat(event.path("subject").textValue()).isEqualTo("o-1");
        assertThat(event.path("eventType").textValue()).isEqualTo("Order.Placed");
        assertThat(event.path("data")).isEqualTo(JSON.readTree("{\"amount\": 42.10, \"kind\": \"Order.Placed\"}"));
    }

    private void write(int partition, String key, String value) throws Exception {
        shop.send(new ProducerRecord<>(KAFKA_TOPIC, partition, key.getBytes(UTF_8), value.getBytes(UTF_8)))
                .get();
    }
}
