package io.tidings.acceptance.kafka;

import static io.tidings.acceptance.installation.LocalTestCluster.PATIENCE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.acceptance.installation.LocalTestCluster;
import io.tidings.contract.HeaderText;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.kafka.KafkaFutures;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** B-DEST-1, B-DEST-2: from a publisher over HTTP to a Kafka topic, and what management says of it. */
class EventToKafkaIT {
    private static final String TOPIC = "shop.orders";
    private static final String PATH = "/topics/orders/eventSubscriptions/to-kafka";

    @TempDir
    static Path folder;

    private static LocalTestCluster machine;
    private static KafkaClients clients;

    @BeforeAll
    static void start() {
        machine = LocalTestCluster.start(folder, Map.of("destination.kafka.orders", TOPIC));
        machine.topic("orders", "EventGridSchema");
        clients = KafkaClients.of(machine.cluster().bootstrapServers());
        try (var admin = clients.admin()) {
            var created = admin.createTopics(List.of(new NewTopic(TOPIC, 3, (short) 1)));
            KafkaFutures.await(created.all().toCompletionStage().toCompletableFuture(), "creating " + TOPIC);
        }
    }

    @AfterAll
    static void stop() {
        machine.close();
    }

    @Test
    void anEventBecomesARecordWithItsKeyAndHeaders() {
        var put = machine.edge().manage("PUT", PATH, subscription("orders"));
        assertThat(put.statusCode()).as(put.body()).isEqualTo(201);
        assertThat(put.body()).contains("\"provisioningState\":\"Succeeded\"", "/eventhubs/orders");
        var event = machine.order("7", "/orders/7");
        machine.edge().publish("orders", "[" + event + "]");
        var record = record();
        assertThat(new String(record.value(), UTF_8)).isEqualTo(event);
        assertThat(new String(record.key(), UTF_8)).isEqualTo("/orders/7");
        assertThat(HeaderText.of(record.headers(), "X-Tenant")).isEqualTo("shop");
        assertThat(HeaderText.of(record.headers(), "aeg-subscription-name")).isEqualTo("TO-KAFKA");
        assertThat(HeaderText.of(record.headers(), "aeg-output-event-id")).isEqualTo("7");
        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(machine.edge().manage("GET", PATH, "").body())
                                .contains("\"delivered\":1"));
        assertThat(machine.edge().manage("POST", PATH + "/getFullUrl", "").statusCode())
                .isEqualTo(400);
    }

    @Test
    void anEventHubThatNoSettingNamesIsRefused() {
        var put = machine.edge().manage("PUT", PATH + "-not", subscription("bills"));
        assertThat(put.statusCode()).isEqualTo(400);
        assertThat(put.body())
                .contains("properties.destination.properties.resourceId", "(orders)", "destination.kafka.bills");
    }

    private static String subscription(String hub) {
        return """
            {"properties":{"destination":{"endpointType":"EventHub","properties":{\
            "resourceId":"/subscriptions/1/resourceGroups/g/providers/Microsoft.EventHub/namespaces/n/eventhubs/%s",\
            "deliveryAttributeMappings":[\
            {"name":"PartitionKey","type":"Dynamic","properties":{"sourceField":"subject"}},\
            {"name":"X-Tenant","type":"Static","properties":{"value":"shop"}}]}}}}\
            """.formatted(hub);
    }

    private static ConsumerRecord<byte[], byte[]> record() {
        try (Consumer<byte[], byte[]> consumer = clients.consumer(
                Map.of("group.id", "reader", "isolation.level", "read_committed", "auto.offset.reset", "earliest"))) {
            consumer.subscribe(List.of(TOPIC));
            var records = new ArrayList<ConsumerRecord<byte[], byte[]>>();
            await().atMost(PATIENCE).until(() -> {
                consumer.poll(Duration.ofMillis(100)).forEach(records::add);
                return !records.isEmpty();
            });
            return records.getFirst();
        }
    }
}
