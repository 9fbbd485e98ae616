package io.tidings.acceptance.kafka;

import static io.tidings.acceptance.installation.LocalTestCluster.PATIENCE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.acceptance.installation.KafkaRecords;
import io.tidings.acceptance.installation.LocalTestCluster;
import io.tidings.acceptance.installation.TestTopic;
import io.tidings.contract.HeaderText;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** B-DEST-1, B-DEST-2: from a publisher over HTTP to a Kafka topic, and what management says of it. */
class EventToKafkaIT {
    private static final String KAFKA_TOPIC = "shop.orders";

    private static LocalTestCluster machine;
    private static TestTopic exports;

    @BeforeAll
    static void start() {
        machine = LocalTestCluster.shared();
        exports = machine.topic("exports");
        machine.kafkaTopic(KAFKA_TOPIC, 3);
    }

    @Test
    void anEventBecomesARecordWithItsKeyAndHeaders() {
        var path = exports.path("to-kafka");
        var put = machine.edge().manage("PUT", path, subscription("orders"));
        assertThat(put.statusCode()).as(put.body()).isEqualTo(201);
        assertThat(put.body()).contains("\"provisioningState\":\"Succeeded\"", "/eventhubs/orders");

        exports.publish("7", "/orders/7");

        var record = await().atMost(PATIENCE)
                .until(() -> KafkaRecords.of(machine.kafka(), KAFKA_TOPIC), records -> !records.isEmpty())
                .getFirst();
        assertThat(new String(record.value(), UTF_8)).isEqualTo(exports.event("7", "/orders/7"));
        assertThat(new String(record.key(), UTF_8)).isEqualTo("/orders/7");
        assertThat(HeaderText.of(record.headers(), "X-Tenant")).isEqualTo("shop");
        assertThat(HeaderText.of(record.headers(), "aeg-subscription-name")).isEqualTo("TO-KAFKA");
        assertThat(HeaderText.of(record.headers(), "aeg-output-event-id")).isEqualTo("7");
        await().atMost(PATIENCE)
                .until(() -> exports.status("to-kafka").path("delivered").intValue() == 1);
        assertThat(machine.edge().manage("POST", path + "/getFullUrl", "").statusCode())
                .isEqualTo(400);
    }

    @Test
    void anEventHubThatNoSettingNamesIsRefused() {
        var put = machine.edge().manage("PUT", exports.path("not"), subscription("bills"));
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
}
