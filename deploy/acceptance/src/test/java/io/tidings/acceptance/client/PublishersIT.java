package io.tidings.acceptance.client;

import static io.tidings.acceptance.installation.LocalTestCluster.PATIENCE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.azure.core.exception.HttpResponseException;
import com.azure.core.models.CloudEvent;
import com.azure.core.models.CloudEventDataFormat;
import com.azure.core.util.BinaryData;
import com.azure.messaging.eventgrid.EventGridEvent;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.cloudevents.core.format.EventFormat;
import io.cloudevents.core.message.Encoding;
import io.cloudevents.core.provider.EventFormatProvider;
import io.cloudevents.http.HttpMessageFactory;
import io.cloudevents.jackson.JsonFormat;
import io.cloudevents.kafka.CloudEventSerializer;
import io.tidings.acceptance.installation.LocalTestCluster;
import io.tidings.testbed.NodePackages;
import io.tidings.testbed.client.ClientUse;
import io.tidings.testbed.client.Clients;
import io.tidings.testbed.client.RunsClient;
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
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * B-PUB-1, 2, 3 and 5, B-DEL-2, B-MATCH-3: what unmodified clients publish over TLS, HTTP and Kafka, in every schema, is
 * what the libraries of consumers read in every schema that it can be delivered in.
 */
class PublishersIT {
    private static final String EVENTS = "tidings.events";
    private static final JsonMapper JSON = new JsonMapper();
    private static final NodePackages NODE =
            new NodePackages("clients", "@azure/eventgrid@5.12.0", "cloudevents@10.0.0");
    private static final Path SCRIPT = Path.of("src", "test", "resources", "clients.cjs");
    private static final String MAPPING = """
        "inputSchema":"CustomEventSchema","inputSchemaMapping":{"inputSchemaMappingType":"Json",
        "properties":{"id":{"sourceField":"key"},"eventType":{"sourceField":"kind"},
        "subject":{"sourceField":"about","defaultValue":"/none"},"dataVersion":{"defaultValue":"7"}}}\
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
        machine.topicWith("things", MAPPING);
        COMBINATIONS.forEach(each -> subscribe(each.get(0), each.get(1), Integer.parseInt(each.get(2))));
        azure = new AzureSdk(machine);
    }

    @AfterAll
    static void stop() {
        machine.close();
    }

    @ParameterizedTest(name = "signed: {0}")
    @CsvSource({"true", "false"})
    @RunsClient(
            value = "com.azure:azure-messaging-eventgrid",
            version = "azure-eventgrid.version",
            uses = {ClientUse.PUBLISH, ClientUse.READ})
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
                .header("aeg-sas-key", machine.key("orders"))
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
    @RunsClient(
            value = "@azure/eventgrid",
            version = "5.12.0",
            uses = {ClientUse.PUBLISH, ClientUse.READ})
    @RunsClient(
            value = "cloudevents (npm)",
            version = "10.0.0",
            uses = {ClientUse.PUBLISH, ClientUse.READ})
    void clientsInJavaScriptPublishAndReadInEverySchema() throws IOException {
        Clients.require(NODE.missing());
        var keys = Map.of(
                "orders", machine.key("orders"), "clouds", machine.key("clouds"), "things", machine.key("things"));
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
        assertThat(request.header("aeg-event-type")).containsExactly("Notification");
        assertThat(request.header("aeg-subscription-name").getFirst()).startsWith("EVENTGRIDSCHEMA-");
        assertThat(request.header("aeg-delivery-count")).containsExactly("0");
        assertThat(request.header("content-type").getFirst()).startsWith("application/json");
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
        machine.put(topic, schema.replace("_", "-") + "-" + batch, """
            "eventDeliverySchema":"%s","destination":{"endpointType":"WebHook","properties":{
            "endpointUrl":"%s","maxEventsPerBatch":%d}}\
            """.formatted(
                        schema, machine.endpoint().uri(path(topic, schema, batch)), batch));
    }

    @Test
    void aWrongKeyIsRefused() throws Exception {
        var client = azure.withKey("orders", "bm8ga2V5").buildEventGridEventPublisherClient();
        var event = new EventGridEvent("/orders/1", "Order.Placed", BinaryData.fromString("{}"), "1.0");

        assertThatThrownBy(() -> client.sendEvent(event))
                .isInstanceOfSatisfying(
                        HttpResponseException.class,
                        refused -> assertThat(refused.getResponse().getStatusCode())
                                .isEqualTo(401));
    }

    @Test
    @RunsClient(
            value = "io.cloudevents:cloudevents-http-basic",
            version = "cloudevents.version",
            uses = {ClientUse.PUBLISH, ClientUse.READ})
    void structuredCloudEventsArriveOverHttp() throws Exception {
        var event = cloudEvent("http-structured");

        assertThat(post(event, Encoding.STRUCTURED)).isEqualTo(200);

        assertThat(arrived("http-structured")).isEqualTo(event);
    }

    @Test
    void binaryCloudEventsArriveOverHttp() throws Exception {
        var event = cloudEvent("http-binary");

        assertThat(post(event, Encoding.BINARY)).isEqualTo(200);

        assertThat(arrived("http-binary")).isEqualTo(event);
    }

    @Test
    @RunsClient(
            value = "io.cloudevents:cloudevents-kafka",
            version = "cloudevents.version",
            uses = ClientUse.PUBLISH_TO_KAFKA)
    void structuredCloudEventsArriveOverKafka() throws Exception {
        var event = cloudEvent("kafka-structured");

        produce(event, Encoding.STRUCTURED);

        assertThat(arrived("kafka-structured")).isEqualTo(event);
    }

    @Test
    void binaryCloudEventsArriveOverKafka() throws Exception {
        var event = cloudEvent("kafka-binary");

        produce(event, Encoding.BINARY);

        assertThat(arrived("kafka-binary")).isEqualTo(event);
    }

    @Test
    @RunsClient(value = "org.apache.kafka:kafka-clients", version = "kafka.version", uses = ClientUse.PUBLISH_TO_KAFKA)
    void eventGridJsonOverKafkaArrivesByteForByte() throws Exception {
        var event = machine.order("kafka-grid", "/orders/1");
        Map<String, Object> settings =
                Map.of("bootstrap.servers", machine.cluster().bootstrapServers());
        try (var producer = new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
            var record = new ProducerRecord<String, String>(EVENTS, event);
            record.headers().add("tidings-topic", "orders".getBytes(UTF_8));
            producer.send(record).get();
        }

        assertThat(delivered("orders", "EventGridSchema", 1, "kafka-grid").text())
                .isEqualTo("[" + event + "]");
    }

    private static io.cloudevents.CloudEvent cloudEvent(String id) {
        return CloudEventBuilder.v1()
                .withId(id)
                .withSource(URI.create("https://shop.example/orders"))
                .withType("Order.Placed")
                .withSubject("orders/1")
                .withExtension("tenant", "north")
                .withData("application/json", "{\"amount\":42}".getBytes(UTF_8))
                .build();
    }

    private static int post(io.cloudevents.CloudEvent event, Encoding encoding)
            throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create(machine.cluster().http() + "/topics/clouds/api/events"));
        request.header("aeg-sas-key", machine.key("clouds"));
        var writer = HttpMessageFactory.createWriter(
                request::header, body -> request.POST(BodyPublishers.ofByteArray(body == null ? new byte[0] : body)));
        if (encoding == Encoding.BINARY) {
            writer.writeBinary(event);
        } else {
            writer.writeStructured(event, JsonFormat.CONTENT_TYPE);
        }
        try (var client = HttpClient.newHttpClient()) {
            return client.send(request.build(), BodyHandlers.discarding()).statusCode();
        }
    }

    private static void produce(io.cloudevents.CloudEvent event, Encoding encoding) throws Exception {
        Map<String, Object> settings = Map.of(
                "bootstrap.servers",
                machine.cluster().bootstrapServers(),
                "key.serializer",
                StringSerializer.class,
                "value.serializer",
                CloudEventSerializer.class,
                CloudEventSerializer.ENCODING_CONFIG,
                encoding,
                CloudEventSerializer.EVENT_FORMAT_CONFIG,
                JsonFormat.CONTENT_TYPE);
        try (var producer = new KafkaProducer<String, io.cloudevents.CloudEvent>(settings)) {
            var record = new ProducerRecord<String, io.cloudevents.CloudEvent>(EVENTS, event);
            record.headers().add("tidings-topic", "clouds".getBytes(UTF_8));
            producer.send(record).get();
        }
    }

    /** As it arrived, with its data as bytes, which is what events of this test are built with. */
    private static io.cloudevents.CloudEvent arrived(String id) {
        var event = cloudEventJson()
                .deserialize(delivered("clouds", "CloudEventSchemaV1_0", 1, id).body());
        return CloudEventBuilder.v1(event).withData(data(event).getBytes(UTF_8)).build();
    }

    private static EventFormat cloudEventJson() {
        var format = EventFormatProvider.getInstance().resolveFormat(JsonFormat.CONTENT_TYPE);
        assertThat(format).isNotNull();
        return format;
    }

    private static String data(io.cloudevents.CloudEvent event) {
        assertThat(event.getData()).isNotNull();
        return new String(event.getData().toBytes(), UTF_8);
    }
}
