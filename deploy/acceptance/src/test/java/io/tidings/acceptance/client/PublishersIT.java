package io.tidings.acceptance.client;

import static io.tidings.acceptance.installation.LocalTestCluster.PATIENCE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.azure.core.exception.HttpResponseException;
import com.azure.core.util.BinaryData;
import com.azure.messaging.eventgrid.EventGridEvent;
import io.cloudevents.CloudEvent;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.cloudevents.core.format.EventFormat;
import io.cloudevents.core.message.Encoding;
import io.cloudevents.core.provider.EventFormatProvider;
import io.cloudevents.http.HttpMessageFactory;
import io.cloudevents.jackson.JsonFormat;
import io.cloudevents.kafka.CloudEventSerializer;
import io.tidings.acceptance.installation.LocalTestCluster;
import io.tidings.testbed.webhook.ReceivedRequest;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** B-PUB-1, 2, 3 and 5, B-DEL-2: events of unmodified clients arrive as they were published. */
class PublishersIT {
    private static final String EVENTS = "tidings.events";

    @TempDir
    static Path folder;

    private static LocalTestCluster machine;
    private static AzureSdk azure;

    @BeforeAll
    static void start() throws IOException {
        machine = LocalTestCluster.start(folder, Map.of("auth.required", "true"));
        machine.topic("orders", "EventGridSchema");
        machine.topic("clouds", "CloudEventSchemaV1_0");
        machine.subscribe("orders", "grid", "/grid", "", 30);
        machine.subscribe("clouds", "cloud", "/cloud", "", 30);
        azure = new AzureSdk(machine);
    }

    @AfterAll
    static void stop() {
        machine.close();
    }

    @Test
    void eventGridEventsOfTheAzureSdkArriveOverTls() throws Exception {
        var client = azure.withKey("orders").buildEventGridEventPublisherClient();
        var event = new EventGridEvent("/orders/1", "Order.Placed", BinaryData.fromString("{\"amount\":1}"), "1.0");
        event.setId("azure-grid");

        client.sendEvent(event);

        var request = received("/grid", "azure-grid");
        assertThat(request.header("aeg-event-type")).containsExactly("Notification");
        assertThat(request.header("aeg-subscription-name")).containsExactly("GRID");
        assertThat(request.header("aeg-delivery-count")).containsExactly("0");
        assertThat(request.header("content-type").getFirst()).startsWith("application/json");
        var arrived = EventGridEvent.fromString(request.text()).getFirst();
        assertThat(arrived.getSubject()).isEqualTo("/orders/1");
        assertThat(arrived.getEventType()).isEqualTo("Order.Placed");
        assertThat(arrived.getData().toString()).isEqualTo("{\"amount\":1}");
        assertThat(arrived.getTopic()).isEqualTo(LocalTestCluster.topicId("orders"));
    }

    @Test
    void cloudEventsOfTheAzureSdkArriveOverTls() throws Exception {
        var client = azure.withKey("clouds").buildCloudEventPublisherClient();
        var event = new com.azure.core.models.CloudEvent(
                "/shop",
                "Order.Placed",
                BinaryData.fromString("{\"amount\":2}"),
                com.azure.core.models.CloudEventDataFormat.JSON,
                "application/json");
        event.setId("azure-cloud");

        client.sendEvent(event);

        var request = received("/cloud", "azure-cloud");
        assertThat(request.header("content-type").getFirst()).startsWith("application/cloudevents+json");
        var arrived = json().deserialize(request.body());
        assertThat(arrived.getSource()).isEqualTo(URI.create("/shop"));
        assertThat(arrived.getType()).isEqualTo("Order.Placed");
        assertThat(data(arrived)).isEqualTo("{\"amount\":2}");
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
    void eventGridJsonOverKafkaArrivesByteForByte() throws Exception {
        var event = machine.order("kafka-grid", "/orders/1");
        Map<String, Object> settings =
                Map.of("bootstrap.servers", machine.cluster().bootstrapServers());
        try (var producer = new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
            var record = new ProducerRecord<String, String>(EVENTS, event);
            record.headers().add("tidings-topic", "orders".getBytes(UTF_8));
            producer.send(record).get();
        }

        assertThat(received("/grid", "kafka-grid").text()).isEqualTo("[" + event + "]");
    }

    private static CloudEvent cloudEvent(String id) {
        return CloudEventBuilder.v1()
                .withId(id)
                .withSource(URI.create("https://shop.example/orders"))
                .withType("Order.Placed")
                .withSubject("orders/1")
                .withExtension("tenant", "north")
                .withData("application/json", "{\"amount\":42}".getBytes(UTF_8))
                .build();
    }

    private static int post(CloudEvent event, Encoding encoding) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create(machine.cluster().http() + "/topics/clouds/api/events"));
        request.header("aeg-sas-key", azure.key("clouds"));
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

    private static void produce(CloudEvent event, Encoding encoding) throws Exception {
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
        try (var producer = new KafkaProducer<String, CloudEvent>(settings)) {
            var record = new ProducerRecord<String, CloudEvent>(EVENTS, event);
            record.headers().add("tidings-topic", "clouds".getBytes(UTF_8));
            producer.send(record).get();
        }
    }

    /** As it arrived, with its data as bytes, which is what events of this test are built with. */
    private static CloudEvent arrived(String id) {
        var event = json().deserialize(received("/cloud", id).body());
        return CloudEventBuilder.v1(event).withData(data(event).getBytes(UTF_8)).build();
    }

    private static ReceivedRequest received(String path, String id) {
        return await().atMost(PATIENCE)
                .until(
                        () -> machine.endpoint().requests(path).stream()
                                .filter(request -> request.text().contains("\"" + id + "\""))
                                .toList(),
                        found -> found.size() == 1)
                .getFirst();
    }

    private static EventFormat json() {
        var format = EventFormatProvider.getInstance().resolveFormat(JsonFormat.CONTENT_TYPE);
        assertThat(format).isNotNull();
        return format;
    }

    private static String data(CloudEvent event) {
        assertThat(event.getData()).isNotNull();
        return new String(event.getData().toBytes(), UTF_8);
    }
}
