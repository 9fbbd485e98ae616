package io.tidings.acceptance.client;

import static io.tidings.acceptance.installation.LocalTestCluster.PATIENCE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.azure.core.models.CloudEvent;
import com.azure.core.models.CloudEventDataFormat;
import com.azure.core.util.BinaryData;
import com.azure.messaging.eventgrid.EventGridEvent;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.cloudevents.jackson.JsonFormat;
import io.tidings.acceptance.installation.LocalTestCluster;
import io.tidings.testbed.NodePackages;
import io.tidings.testbed.webhook.ReceivedRequest;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * B-PUB-1, B-PUB-2, B-PUB-5 and B-MATCH-3: what unmodified clients publish over TLS, in every schema, is what the
 * libraries of consumers read in every schema it can be delivered in.
 */
class SchemasIT {
    private static final JsonMapper JSON = new JsonMapper();
    private static final NodePackages NODE =
            new NodePackages("clients", "@azure/eventgrid@5.12.0", "cloudevents@10.0.0");
    private static final Path SCRIPT = Path.of("src", "test", "resources", "clients.cjs");
    private static final String MAPPING = """
        {"properties":{"inputSchema":"CustomEventSchema","inputSchemaMapping":{"inputSchemaMappingType":"Json",
        "properties":{"id":{"sourceField":"key"},"eventType":{"sourceField":"kind"},
        "subject":{"sourceField":"about","defaultValue":"/none"},"dataVersion":{"defaultValue":"7"}}}}}\
        """;
    private static final List<List<String>> COMBINATIONS = List.of(
            List.of("orders", "EventGridSchema", "1"),
            List.of("orders", "CloudEventSchemaV1_0", "1"),
            List.of("clouds", "CloudEventSchemaV1_0", "1"),
            List.of("clouds", "CloudEventSchemaV1_0", "10"),
            List.of("things", "EventGridSchema", "10"),
            List.of("things", "CloudEventSchemaV1_0", "1"),
            List.of("things", "CustomInputSchema", "1"));

    @TempDir
    static Path folder;

    private static LocalTestCluster machine;
    private static AzureSdk azure;

    @BeforeAll
    static void start() {
        machine = LocalTestCluster.start(folder, Map.of("auth.required", "true"));
        machine.topic("orders", "EventGridSchema");
        machine.topic("clouds", "CloudEventSchemaV1_0");
        assertThat(machine.edge().putTopic("things", MAPPING).statusCode()).isEqualTo(201);
        COMBINATIONS.forEach(each -> subscribe(each.get(0), each.get(1), Integer.parseInt(each.get(2))));
        azure = new AzureSdk(machine);
    }

    @AfterAll
    static void stop() {
        machine.close();
    }

    @ParameterizedTest(name = "signed: {0}")
    @CsvSource({"true", "false"})
    void eventGridEventsOfTheAzureSdkAreReadByItInEverySchema(boolean signed) {
        var client =
                (signed ? azure.withSignature("orders") : azure.withKey("orders")).buildEventGridEventPublisherClient();
        var id = "java-grid-" + signed;
        client.sendEvent(new EventGridEvent("/orders/1", "Order.Placed", BinaryData.fromObject(Map.of("n", 1)), "1.0")
                .setId(id));

        assertEventGrid(
                delivered("orders", "EventGridSchema", 1, id), "/orders/1", "1.0", JSON.valueToTree(Map.of("n", 1)));
        assertCloudEvent(
                delivered("orders", "CloudEventSchemaV1_0", 1, id), "/orders/1", JSON.valueToTree(Map.of("n", 1)));
    }

    @ParameterizedTest(name = "signed: {0}")
    @CsvSource({"true", "false"})
    void cloudEventsOfTheAzureSdkAreReadByItAloneAndInBatches(boolean signed) {
        var client =
                (signed ? azure.withSignature("clouds") : azure.withKey("clouds")).buildCloudEventPublisherClient();
        var id = "java-cloud-" + signed;
        client.sendEvent(new CloudEvent(
                        "/shop",
                        "Order.Placed",
                        BinaryData.fromString("{\"n\":2}"),
                        CloudEventDataFormat.JSON,
                        "application/json")
                .setSubject("/orders/2")
                .setId(id));

        assertCloudEvent(
                delivered("clouds", "CloudEventSchemaV1_0", 1, id), "/orders/2", JSON.valueToTree(Map.of("n", 2)));
        assertCloudEvent(
                delivered("clouds", "CloudEventSchemaV1_0", 10, id), "/orders/2", JSON.valueToTree(Map.of("n", 2)));
    }

    @ParameterizedTest(name = "signed: {0}")
    @CsvSource({"true", "false"})
    void customEventsOfTheAzureSdkAreReadByItInEverySchema(boolean signed) throws IOException {
        var client =
                (signed ? azure.withSignature("things") : azure.withKey("things")).buildCustomEventPublisherClient();
        var id = "java-thing-" + signed;
        var event = Map.of("key", id, "kind", "Order.Placed", "about", "/orders/3", "n", 3);
        client.sendEvent(BinaryData.fromObject(event));

        assertEventGrid(delivered("things", "EventGridSchema", 10, id), "/orders/3", "7", JSON.valueToTree(event));
        assertCloudEvent(delivered("things", "CloudEventSchemaV1_0", 1, id), "/orders/3", JSON.valueToTree(event));
        var own = delivered("things", "CustomInputSchema", 1, id);
        assertThat(JSON.readTree(own.text())).isEqualTo(JSON.valueToTree(List.of(event)));
        assertThat(own.header("content-type")).containsExactly("application/json; charset=utf-8");
        assertThat(own.header("aeg-event-type")).containsExactly("Notification");
    }

    @Test
    void anEventWithoutDataIsReadAllTheSame() throws Exception {
        var event = """
            [{"id":"bare","subject":"/orders/4","eventType":"Order.Placed","eventTime":"2026-11-21T09:30:00Z"}]\
            """;
        var request = HttpRequest.newBuilder(URI.create(machine.cluster().http() + "/topics/orders/api/events"))
                .header("aeg-sas-key", azure.key("orders"))
                .POST(BodyPublishers.ofString(event));
        try (var client = HttpClient.newHttpClient()) {
            assertThat(client.send(request.build(), BodyHandlers.discarding()).statusCode())
                    .isEqualTo(200);
        }
        assertEventGrid(delivered("orders", "EventGridSchema", 1, "bare"), "/orders/4", "", JSON.createObjectNode());
        assertThat(CloudEvent.fromString(delivered("orders", "CloudEventSchemaV1_0", 1, "bare")
                                .text())
                        .getFirst()
                        .getSubject())
                .isEqualTo("/orders/4");
    }

    @Test
    void clientsInJavaScriptPublishAndReadInEverySchema() throws IOException {
        var missing = NODE.missing();
        assumeTrue(missing.isEmpty(), () -> missing.orElse(""));
        var keys = Map.of("orders", azure.key("orders"), "clouds", azure.key("clouds"), "things", azure.key("things"));
        var trust = Map.of(
                "NODE_EXTRA_CA_CERTS", machine.cluster().certificate().chain().toString());

        var refused = NODE.run(SCRIPT, trust, "publish", machine.cluster().https(), JSON.writeValueAsString(keys));

        assertThat(refused.strip()).isEqualTo("RestError Unauthorized 401");
        var deliveries = folder.resolve("deliveries.json");
        Files.writeString(
                deliveries,
                JSON.writeValueAsString(List.of(
                        read("orders", "EventGridSchema", 1, "js-grid-key"),
                        read("orders", "EventGridSchema", 1, "js-grid-sas"),
                        read("orders", "CloudEventSchemaV1_0", 1, "js-grid-key"),
                        read("clouds", "CloudEventSchemaV1_0", 1, "js-cloud-key"),
                        read("clouds", "CloudEventSchemaV1_0", 1, "js-cloud-sas"),
                        read("clouds", "CloudEventSchemaV1_0", 1, "js-cloud-bytes"),
                        read("clouds", "CloudEventSchemaV1_0", 10, "js-structured"),
                        read("clouds", "CloudEventSchemaV1_0", 10, "js-binary"),
                        read("things", "EventGridSchema", 10, "js-thing-key"),
                        read("things", "CloudEventSchemaV1_0", 1, "js-thing-sas"))));
        assertThat(NODE.run(SCRIPT, Map.of(), "read", deliveries.toString()).lines())
                .contains(
                        "EventGridSchema js-grid-key Order.Placed /orders/1 true",
                        "EventGridSchema js-grid-sas Order.Placed /orders/1 true",
                        "EventGridSchema js-thing-key Order.Placed /orders/3 true")
                .contains(cloudEvents("js-grid-key", "Order.Placed"))
                .contains(cloudEvents("js-cloud-key", "Order.Placed"))
                .contains(cloudEvents("js-cloud-sas", "Order.Placed"))
                .contains(cloudEvents("js-cloud-bytes", "Order.Drawn"))
                .contains(cloudEvents("js-structured", "Order.Placed"))
                .contains(cloudEvents("js-binary", "Order.Placed"))
                .contains(cloudEvents("js-thing-sas", "Order.Placed"));
        assertThat(delivered("things", "CustomInputSchema", 1, "js-thing-key").text())
                .isEqualTo(
                        "[{\"key\":\"js-thing-key\",\"kind\":\"Order.Placed\",\"about\":\"/orders/3\",\"amount\":3}]");
    }

    private static String[] cloudEvents(String id, String type) {
        return new String[] {
            "CloudEventSchemaV1_0 " + id + " " + type + " true", "CloudEvent " + id + " " + type + " true"
        };
    }

    private static Map<String, String> read(String topic, String schema, int batch, String id) {
        var request = delivered(topic, schema, batch, id);
        return Map.of(
                "schema", schema, "contentType", request.header("content-type").getFirst(), "body", request.text());
    }

    private static void assertEventGrid(ReceivedRequest request, String subject, String version, JsonNode data) {
        assertThat(request.header("aeg-data-version")).containsExactly(version);
        assertThat(EventGridEvent.fromString(request.text())).anySatisfy(event -> {
            assertThat(event.getSubject()).isEqualTo(subject);
            assertThat(event.getEventType()).isEqualTo("Order.Placed");
            assertThat(event.getEventTime()).isNotNull();
            assertThat(event.getDataVersion()).isEqualTo(version);
            assertThat(event.getTopic()).startsWith(LocalTestCluster.topicId(""));
            assertThat(JSON.readTree(event.getData().toBytes())).isEqualTo(data);
        });
    }

    private static void assertCloudEvent(ReceivedRequest request, String subject, JsonNode data) {
        assertThat(CloudEvent.fromString(request.text())).anySatisfy(event -> {
            assertThat(event.getSubject()).isEqualTo(subject);
            assertThat(event.getType()).isEqualTo("Order.Placed");
            assertThat(event.getSource()).isNotEmpty();
            assertThat(JSON.readTree(event.getData().toBytes())).isEqualTo(data);
        });
        if (request.header("content-type").getFirst().startsWith(JsonFormat.CONTENT_TYPE)) {
            assertThat(new JsonFormat()
                            .deserialize(request.text().getBytes(UTF_8))
                            .getSubject())
                    .isEqualTo(subject);
        }
    }

    private static ReceivedRequest delivered(String topic, String schema, int batch, String id) {
        return await().atMost(PATIENCE)
                .until(
                        () -> machine.endpoint().requests(path(topic, schema, batch)).stream()
                                .filter(request -> request.text().contains("\"" + id + "\""))
                                .toList(),
                        found -> !found.isEmpty())
                .getFirst();
    }

    private static String path(String topic, String schema, int batch) {
        return "/" + topic + "/" + schema + "/" + batch;
    }

    private static void subscribe(String topic, String schema, int batch) {
        var json = """
            {"properties":{"eventDeliverySchema":"%s","destination":{"endpointType":"WebHook","properties":{
            "endpointUrl":"%s","maxEventsPerBatch":%d}}}}\
            """.formatted(schema, machine.endpoint().uri(path(topic, schema, batch)), batch);
        var name = schema.replace("_", "-") + "-" + batch;
        assertThat(machine.edge().putSubscription(topic, name, json).statusCode())
                .isEqualTo(201);
    }
}
