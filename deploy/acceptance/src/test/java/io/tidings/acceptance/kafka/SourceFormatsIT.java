package io.tidings.acceptance.kafka;

import static io.tidings.acceptance.installation.LocalTestCluster.PATIENCE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.sun.net.httpserver.HttpServer;
import io.tidings.acceptance.installation.LocalTestCluster;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.testbed.webhook.ScriptedResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** B-SOURCE-1: changes that Debezium writes, and Avro values of a registry, on their way to a webhook. */
class SourceFormatsIT {
    private static final Pattern EXAMPLE = Pattern.compile("(?s)## Debezium.*?```json\n(.*?)```.*?```json\n(.*?)```");
    private static final String CHANGES = "inventory.shop.customers";
    private static final String ORDERS = "shop.orders.avro";
    private static final JsonMapper JSON = new JsonMapper();

    @TempDir
    private Path folder;

    /** The status of the registry's responses. */
    private final AtomicInteger registryStatus = new AtomicInteger(503);

    private HttpServer registry;
    private LocalTestCluster machine;
    private Producer<byte[], byte[]> producer;

    @BeforeEach
    void start() throws Exception {
        registry = registry();
        machine = LocalTestCluster.start(
                folder,
                Map.of(
                        "time.scale",
                        "0.02",
                        "schema.registry.url",
                        "http://127.0.0.1:" + registry.getAddress().getPort()));
        var clients = KafkaClients.of(machine.cluster().bootstrapServers());
        producer = clients.producer(Map.of());
        try (var admin = clients.admin()) {
            admin.createTopics(List.of(topic(CHANGES), topic(ORDERS))).all().get();
        }
    }

    @AfterEach
    void stop() {
        producer.close();
        machine.close();
        registry.stop(0);
    }

    @Test
    void aChangeOfDebeziumReachesTheWebhookWithItsKeyInAHeaderAlsoWhenRetried() throws Exception {
        var page = Files.readString(Path.of("../../docs/source-formats.md"));
        var example = EXAMPLE.matcher(page);
        assertThat(example.find()).isTrue();
        source("customers", example.group(1));
        machine.endpoint().answers("/crm", ScriptedResponse.status(503), ScriptedResponse.status(200));
        subscribe("customers", "crm", "/crm");
        write(CHANGES, "red", example.group(2).getBytes(UTF_8));
        write(CHANGES, "blue", example.group(2).getBytes(UTF_8));
        write(CHANGES, "blue", null);

        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(machine.endpoint().requests("/crm")).hasSize(2));
        assertThat(machine.endpoint().requests("/crm")).allSatisfy(request -> {
            var event = JSON.readTree(request.text()).path(0);
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
        source("orders", """
            {"kafkaTopic": "%s", "format": "avro", "start": "earliest",
            "mapping": {"eventType": {"sourceField": "kind"}}}\
            """.formatted(ORDERS));
        source("customers", """
            {"kafkaTopic": "%s", "format": "json", "start": "earliest"}\
            """.formatted(CHANGES));
        subscribe("orders", "billing", "/billing");
        subscribe("customers", "crm", "/crm");
        write(ORDERS, "blue", HexFormat.of().parseHex("0000000007" + "0850616964" + "54")); // schema 7, Paid, 42
        write(CHANGES, "blue", "{}".getBytes(UTF_8));
        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(machine.endpoint().requests("/crm")).hasSize(1));
        assertThat(machine.endpoint().requests("/billing")).isEmpty();

        registryStatus.set(200);
        await().atMost(PATIENCE)
                .untilAsserted(() ->
                        assertThat(machine.endpoint().requests("/billing")).hasSize(1));
        var event = JSON.readTree(
                        machine.endpoint().requests("/billing").getFirst().text())
                .path(0);
        assertThat(event.path("eventType").textValue()).isEqualTo("Paid");
        assertThat(event.path("data")).isEqualTo(JSON.readTree("{\"kind\": \"Paid\", \"number\": 42}"));
    }

    private void source(String topic, String source) {
        assertThat(machine.edge()
                        .putTopic(topic, "{\"properties\": {\"tidings\": {\"source\": %s}}}".formatted(source))
                        .statusCode())
                .isEqualTo(201);
    }

    /** Only records whose header says blue, on the partition that all are on. */
    private void subscribe(String topic, String name, String path) {
        var json = """
            {"properties": {
              "destination": {"endpointType": "WebHook", "properties": {"endpointUrl": "%s",
                "deliveryAttributeMappings": [
                  {"name": "X-Key", "type": "Dynamic", "properties": {"sourceField": "kafka.key"}},
                  {"name": "X-Tenant", "type": "Dynamic", "properties": {"sourceField": "kafka.headers.Tenant"}},
                  {"name": "X-None", "type": "Dynamic", "properties": {"sourceField": "kafka.headers.none"}}]}},
              "filter": {"advancedFilters": [
                {"operatorType": "StringIn", "key": "kafka.headers.tenant", "values": ["blue"]},
                {"operatorType": "NumberIn", "key": "kafka.partition", "values": [0]}]}}}
            """.formatted(machine.endpoint().uri(path));
        assertThat(machine.edge().putSubscription(topic, name, json).statusCode())
                .isEqualTo(201);
        await().atMost(PATIENCE)
                .until(() -> machine.edge()
                        .getSubscription(topic, name)
                        .json()
                        .at("/properties/provisioningState")
                        .asText()
                        .equals("Succeeded"));
    }

    private void write(String kafkaTopic, String tenant, byte @Nullable [] value) throws Exception {
        var record = new ProducerRecord<>(kafkaTopic, "1004".getBytes(UTF_8), value);
        record.headers().add("tenant", tenant.getBytes(UTF_8));
        producer.send(record).get();
    }

    private static NewTopic topic(String name) {
        return new NewTopic(name, Optional.of(1), Optional.empty());
    }

    private HttpServer registry() throws IOException {
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/schemas/ids/7", exchange -> {
            try (exchange) {
                var schema = """
                    {"schema": "{\\"type\\":\\"record\\",\\"name\\":\\"Order\\",\\"fields\\":[\
                    {\\"name\\":\\"kind\\",\\"type\\":\\"string\\"},{\\"name\\":\\"number\\",\\"type\\":\\"int\\"}]}"}\
                    """.getBytes(UTF_8);
                exchange.sendResponseHeaders(registryStatus.get(), schema.length);
                exchange.getResponseBody().write(schema);
            }
        });
        server.start();
        return server;
    }
}
