package io.tidings.acceptance.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidings.acceptance.installation.DeployFolder;
import io.tidings.acceptance.installation.LocalTestCluster;
import io.tidings.acceptance.installation.TestTopic;
import io.tidings.runtime.kafka.KafkaFutures;
import io.tidings.testbed.webhook.ScriptedResponse;
import java.util.HexFormat;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * B-SOURCE-1: what producers that know nothing of Tidings write to their own Kafka topics reaches webhooks: JSON, changes
 * that Debezium writes, and Avro values of a registry.
 */
class KafkaSourceIT {
    private static final Pattern EXAMPLE = Pattern.compile("(?s)## Debezium.*?```json\n(.*?)```.*?```json\n(.*?)```");
    private static final String CHANGES = "inventory.shop.customers";
    private static final JsonMapper JSON = new JsonMapper();

    private final LocalTestCluster machine = LocalTestCluster.shared();
    private Producer<byte[], byte[]> shop;

    @BeforeEach
    void start() {
        shop = machine.kafka().producer(Map.of());
    }

    @AfterEach
    void stop() {
        shop.close();
    }

    @Test
    void recordsThatWereThereAndThoseThatComeLaterAreDelivered() throws Exception {
        machine.kafkaTopic("shop.orders.v1", 3);
        write("shop.orders.v1", 0, "o-1", "{\"amount\": 42.10, \"kind\": \"Order.Placed\"}");
        write("shop.orders.v1", 1, "o-2", "no json");
        var sold = machine.topic("sold");
        sold.subscribe("billing", "/hook", "o-", "");
        sold.awaitProvisioning("billing", "Succeeded");
        machine.manage("PUT", "/topics/sold", """
            {"properties": {"tidings": {"source": {"kafkaTopic": "shop.orders.v1", "format": "json",
            "start": "earliest", "mapping": {"eventType": {"sourceField": "kind"}}}}}}\
            """);
        sold.awaitRequests("/hook", 1);
        write("shop.orders.v1", 2, "o-3", "{\"amount\": 7, \"kind\": \"Order.Paid\"}");
        assertThat(sold.awaitRequests("/hook", 2)).hasSize(2);
        var event = sold.requests("/hook").getFirst().json().path(0);
        assertThat(event.path("id").textValue()).isEqualTo("shop.orders.v1-0@0");
        assertThat(event.path("subject").textValue()).isEqualTo("o-1");
        assertThat(event.path("eventType").textValue()).isEqualTo("Order.Placed");
        assertThat(event.path("data")).isEqualTo(JSON.readTree("{\"amount\": 42.10, \"kind\": \"Order.Placed\"}"));
    }

    @Test
    void aChangeOfDebeziumReachesTheWebhookWithItsKeyInAHeaderAlsoWhenRetried() {
        var example = EXAMPLE.matcher(DeployFolder.text(DeployFolder.ROOT.resolve("docs/source-formats.md")));
        assertThat(example.find()).isTrue();
        machine.kafkaTopic(CHANGES, 1);
        var customers = source("customers", example.group(1));
        customers.answers("/crm", ScriptedResponse.status(503), ScriptedResponse.status(200));
        subscribe(customers, "crm", "/crm");
        write(CHANGES, "red", example.group(2).getBytes(UTF_8));
        write(CHANGES, "blue", example.group(2).getBytes(UTF_8));
        write(CHANGES, "blue", null);

        assertThat(customers.awaitRequests("/crm", 2)).hasSize(2).allSatisfy(request -> {
            var event = request.json().path(0);
            assertThat(event.path("id").textValue()).isEqualTo(CHANGES + "-0@1");
            assertThat(event.path("eventType").textValue()).isEqualTo("u");
            assertThat(event.at("/data/email").textValue()).isEqualTo("anne.k@example.com");
            assertThat(request.header("x-key")).containsExactly("1004");
            assertThat(request.header("x-tenant")).containsExactly("blue");
            assertThat(request.header("x-none")).isEmpty();
        });
    }

    @Test
    void anAvroValueWaitsForTheRegistryAndIsDeliveredAsJson() throws Exception {
        registryAnswers(503);
        machine.kafkaTopic("shop.orders.avro", 1);
        machine.kafkaTopic("shop.clicks", 1);
        var paid = source("paid", """
            {"kafkaTopic": "shop.orders.avro", "format": "avro", "start": "earliest",
            "mapping": {"eventType": {"sourceField": "kind"}}}\
            """);
        var clicks = source("clicks", """
            {"kafkaTopic": "shop.clicks", "format": "json", "start": "earliest"}\
            """);
        subscribe(paid, "billing", "/billing");
        subscribe(clicks, "crm", "/crm");
        write(
                "shop.orders.avro",
                "blue",
                HexFormat.of().parseHex("0000000007" + "0850616964" + "54")); // schema 7, Paid, 42
        write("shop.clicks", "blue", "{}".getBytes(UTF_8));
        assertThat(clicks.awaitRequests("/crm", 1)).hasSize(1);
        assertThat(paid.requests("/billing")).isEmpty();

        registryAnswers(200);
        var event = paid.awaitRequests("/billing", 1).getFirst().json().path(0);
        assertThat(event.path("eventType").textValue()).isEqualTo("Paid");
        assertThat(event.path("data")).isEqualTo(JSON.readTree("{\"kind\": \"Paid\", \"number\": 42}"));
    }

    private void registryAnswers(int status) {
        machine.endpoint().answers("/registry/schemas/ids/7", new ScriptedResponse.Status(status, Map.of(), """
            {"schema": "{\\"type\\":\\"record\\",\\"name\\":\\"Order\\",\\"fields\\":[\
            {\\"name\\":\\"kind\\",\\"type\\":\\"string\\"},{\\"name\\":\\"number\\",\\"type\\":\\"int\\"}]}"}\
            """));
    }

    private TestTopic source(String topic, String source) {
        return machine.topicWith(topic, "\"tidings\": {\"source\": %s}".formatted(source));
    }

    /** Only records whose header says blue, on the partition that all are on. */
    private static void subscribe(TestTopic topic, String name, String path) {
        topic.put(name, """
            "destination": {"endpointType": "WebHook", "properties": {"endpointUrl": "%s",
              "deliveryAttributeMappings": [
                {"name": "X-Key", "type": "Dynamic", "properties": {"sourceField": "kafka.key"}},
                {"name": "X-Tenant", "type": "Dynamic", "properties": {"sourceField": "kafka.headers.Tenant"}},
                {"name": "X-None", "type": "Dynamic", "properties": {"sourceField": "kafka.headers.none"}}]}},
            "filter": {"advancedFilters": [
              {"operatorType": "StringIn", "key": "kafka.headers.tenant", "values": ["blue"]},
              {"operatorType": "NumberIn", "key": "kafka.partition", "values": [0]}]}\
            """.formatted(topic.url(path)));
        topic.awaitProvisioning(name, "Succeeded");
    }

    private void write(String kafkaTopic, int partition, String key, String value) {
        KafkaFutures.await(
                shop.send(new ProducerRecord<>(kafkaTopic, partition, key.getBytes(UTF_8), value.getBytes(UTF_8))),
                "writing");
    }

    private void write(String kafkaTopic, String tenant, byte @Nullable [] value) {
        var record = new ProducerRecord<>(kafkaTopic, "1004".getBytes(UTF_8), value);
        record.headers().add("tenant", tenant.getBytes(UTF_8));
        KafkaFutures.await(shop.send(record), "writing");
    }
}
