package io.tidings.ingest;

import static io.tidings.ingest.Answers.json;
import static io.tidings.ingest.Answers.refused;
import static io.tidings.ingest.Ingest.ORDERS;
import static io.tidings.ingest.KafkaLog.header;
import static io.tidings.ingest.KafkaLog.value;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.cloudevents.CloudEvent;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.cloudevents.http.HttpMessageFactory;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.testbed.LocalBroker;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** B-PUB-2 to B-PUB-6 and B-MATCH-6: publishing, against a real broker. */
class PublishIT {
    private static final String EVENT = """
        {"id":"%s","subject":"/o/1","eventType":"placed","eventTime":"2026-11-21T09:30:00Z","data":{"n":1}}\
        """;
    private static final String CLOUD_EVENT = """
        {"specversion":"1.0","id":"%s","source":"/s","type":"placed","data":{"n":1}}\
        """;
    private static final String SUBSCRIPTION = """
        {"properties":{"destination":{"endpointType":"WebHook","properties":{"endpointUrl":"https://e.example/"}}}}\
        """;
    private static final String TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    @TempDir
    static Path data;

    private static LocalBroker broker;
    private static KafkaLog log;
    private static Ingest ingest;
    private static String key;
    private static String cloudKey;

    @BeforeAll
    static void start() throws IOException {
        broker = LocalBroker.start(LocalBroker.Settings.in(data));
        log = new KafkaLog(KafkaClients.of(broker.bootstrapServers()));
        ingest = new Ingest(broker.bootstrapServers(), Map.of());
        assertThat(ingest.manage("PUT", "/topics/orders", "{}").statusCode()).isEqualTo(201);
        assertThat(ingest.manage("PUT", "/topics/clouds", "{\"properties\":{\"inputSchema\":\"CloudEventSchemaV1_0\"}}")
                        .statusCode())
                .isEqualTo(201);
        key = json(ingest.manage("POST", "/topics/orders/listKeys", ""))
                .path("key1")
                .textValue();
        cloudKey = json(ingest.manage("POST", "/topics/clouds/listKeys", ""))
                .path("key2")
                .textValue();
    }

    @AfterAll
    static void stop() {
        ingest.close();
        broker.close();
    }

    @Test
    void everyEventOfARequestIsInTheLogWhenItIsAnswered() {
        long before = log.end("tidings.events");
        var answer = publish("[" + EVENT.formatted("a") + "," + EVENT.formatted("b") + "]", "traceparent", TRACE);
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEmpty();
        var records = log.last("tidings.events", log.end("tidings.events") - before);
        assertThat(records)
                .extracting(record -> value(record).path("id").textValue())
                .containsExactlyInAnyOrder("a", "b");
        var record = records.getFirst();
        assertThat(value(record).path("topic").textValue()).endsWith("/topics/orders");
        assertThat(value(record).path("metadataVersion").textValue()).isEqualTo("1");
        assertThat(record.key()).isNull();
        assertThat(header(record, "tidings-format")).isEqualTo("1");
        assertThat(header(record, "tidings-topic")).isEqualTo("orders");
        assertThat(header(record, "content-type")).isEqualTo("application/json");
        assertThat(header(record, "traceparent")).isEqualTo(TRACE);
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "/TOPICS/orders/API/Events/?api-version=2018-01-01",
                "/topics/orders/api/events?api-version=x&api-version=x"
            })
    void pathsAreTakenAsClientsWriteThem(String path) {
        assertThat(ingest.post(path, "[" + EVENT.formatted("p") + "]", "aeg-sas-key", key)
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void theTopicMayBeTheFirstLabelOfTheHost() throws IOException {
        assertThat(raw("POST /api/events HTTP/1.1\r\nHost: Orders.example.com:8443\r\naeg-sas-key: " + key
                        + "\r\nContent-Length: " + (EVENT.formatted("h").length() + 2) + "\r\n\r\n["
                        + EVENT.formatted("h")
                        + "]"))
                .startsWith("HTTP/1.1 200");
        assertThat(raw("POST /api/events HTTP/1.1\r\nHost: nobody.example.com\r\nContent-Length: 2\r\n\r\n[]"))
                .startsWith("HTTP/1.1 404")
                .contains("ResourceNotFound");
    }

    @ParameterizedTest(name = "{1} {2}: {0}")
    @CsvSource(delimiter = '|', textBlock = """
        []                    | 400 | BadRequest/InputJsonInvalid
        {}                    | 400 | BadRequest/InputJsonInvalid
        [{}]                  | 400 | BadRequest/InputJsonInvalid
        nonsense              | 400 | BadRequest/InputJsonInvalid
        ''                    | 400 | BadRequest/InputJsonInvalid
        [{"id":"1","subject":"s","eventType":"t","eventTime":"2026-11-21T09:30:00Z","topic":"other"}] | 401 | Unauthorized/Unauthorized
        """)
    void whatIsNoEventIsRefused(String body, int status, String codes) {
        refused(publish(body), status, codes);
    }

    @Test
    void oneInvalidEventKeepsAllOfThemOut() {
        long before = log.end("tidings.events");
        refused(publish("[" + EVENT.formatted("good") + ",{}]"), 400, "BadRequest/InputJsonInvalid");
        assertThat(log.end("tidings.events")).isEqualTo(before);
    }

    @Test
    void whoHasNoKeyIsRefused() {
        var body = "[" + EVENT.formatted("k") + "]";
        refused(ingest.post(ORDERS, body), 401, "Unauthorized/Unauthorized");
        refused(ingest.post(ORDERS, body, "aeg-sas-key", cloudKey), 401, "Unauthorized/Unauthorized");
        refused(ingest.post(ORDERS, body, "aeg-sas-key", ""), 400, "BadRequest/InvalidSas");
        assertThat(ingest.post(ORDERS + "?aeg-sas-key=" + URLEncoder.encode(key, UTF_8), body)
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void whatDoesNotExistIsNotFound() {
        refused(ingest.post("/topics/nobody/api/events", "[]"), 404, "NotFound/ResourceNotFound");
        refused(ingest.post("/api/somewhere", "[]"), 404, "NotFound/ResourceNotFound");
    }

    @Test
    void anotherMethodIsNotAllowedAndOptionsTellWhatIs() {
        var put = ingest.send(HttpRequest.newBuilder(ingest.uri(ORDERS)).PUT(BodyPublishers.ofString("[]")));
        refused(put, 405, "MethodNotAllowed/MethodNotAllowed");
        assertThat(put.headers().firstValue("Allow")).contains("OPTIONS, POST");
        var options =
                ingest.send(HttpRequest.newBuilder(ingest.uri(ORDERS)).method("OPTIONS", BodyPublishers.noBody()));
        assertThat(options.statusCode()).isEqualTo(200);
        assertThat(options.headers().firstValue("Allow")).contains("OPTIONS, POST");
        assertThat(options.headers().firstValue("aeg-input-event-schema")).contains("EventGridSchema");
    }

    @Test
    void anotherContentTypeIsUnsupported() {
        refused(publish("[]", "Content-Type", "application/xml"), 415, "UnsupportedMediaType/InvalidContentType");
    }

    @ParameterizedTest(name = "chunked {0}")
    @ValueSource(booleans = {true, false})
    void aRequestBeyondOneMebibyteIsTooLarge(boolean chunked) {
        var body = "[" + "x".repeat(2 * 1024 * 1024) + "]";
        var publisher = chunked
                ? BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body.getBytes(UTF_8)))
                : BodyPublishers.ofString(body);
        var request = HttpRequest.newBuilder(ingest.uri(ORDERS))
                .header("aeg-sas-key", key)
                .POST(publisher);
        refused(ingest.send(request), 413, "RequestEntityTooLarge/PayloadTooLarge");
    }

    /** One by one they would take a thousand; how few it is depends on how fast events are added while some are sent. */
    @Test
    void aThousandEventsTakeAFewProduceRequests() {
        var events = IntStream.range(0, 1_000)
                .mapToObj(i -> EVENT.formatted("many-" + i))
                .collect(Collectors.joining(",", "[", "]"));
        assertThat(publish(events).statusCode()).isEqualTo(200);
        double before = produceRequests();
        assertThat(publish(events).statusCode()).isEqualTo(200);
        assertThat(produceRequests() - before).isBetween(1.0, 20.0);
    }

    private static double produceRequests() {
        return ingest.metrics
                .get("kafka.producer.request.total")
                .functionCounter()
                .count();
    }

    @Test
    void aRequestOfOneMebibyteIsTaken() {
        var event = EVENT.formatted("big").replace("{\"n\":1}", "\"" + "x".repeat(1024 * 1024 - 1200) + "\"");
        assertThat(publish("[" + event + "]").statusCode()).isEqualTo(200);
    }

    @Test
    void whatIsNoHttpIsRefusedInTheSameShape() throws IOException {
        assertThat(raw("GET /a^b HTTP/1.1\r\nHost: h\r\n\r\n"))
                .startsWith("HTTP/1.1 400")
                .contains("\"error\"");
        assertThat(raw("GET / HTTP/1.1\r\nHost: h\r\nX-Long: " + "x".repeat(40_000) + "\r\n\r\n"))
                .startsWith("HTTP/1.1 4")
                .contains("\"error\"");
    }

    @Test
    void cloudEventsComeStructuredInBatchesAndBinary() throws IOException {
        long before = log.end("tidings.events");
        assertThat(cloud(CLOUD_EVENT.formatted("c1"), "application/cloudevents+json; charset=utf-8"))
                .isEqualTo(200);
        assertThat(cloud(CLOUD_EVENT.formatted("c2"), "application/json")).isEqualTo(200);
        assertThat(cloud(
                        "[" + CLOUD_EVENT.formatted("c3") + "," + CLOUD_EVENT.formatted("c4") + "]",
                        "application/cloudevents-batch+json"))
                .isEqualTo(200);
        assertThat(cloud("[" + CLOUD_EVENT.formatted("c5") + "]", "application/json"))
                .isEqualTo(400);
        assertThat(cloud("<a/>", "application/xml")).isEqualTo(415);
        var event = CloudEventBuilder.v1()
                .withId("c6")
                .withSource(URI.create("/sdk"))
                .withType("placed")
                .withSubject("/o/2")
                .withExtension("city", "north east")
                .withData("application/json", "{\"n\":2}".getBytes(UTF_8))
                .build();
        assertThat(sdk(false, event)).isEqualTo(200);
        assertThat(sdk(true, CloudEventBuilder.v1(event).withId("c7").build())).isEqualTo(200);
        var records = log.last("tidings.events", log.end("tidings.events") - before);
        assertThat(records)
                .extracting(record -> value(record).path("id").textValue())
                .containsExactlyInAnyOrder("c1", "c2", "c3", "c4", "c6", "c7");
        assertThat(records)
                .allSatisfy(
                        record -> assertThat(header(record, "content-type")).isEqualTo("application/cloudevents+json"));
        assertThat(records)
                .filteredOn(record -> value(record).path("source").textValue().equals("/sdk"))
                .allSatisfy(record -> {
                    assertThat(value(record).path("subject").textValue()).isEqualTo("/o/2");
                    assertThat(value(record).path("city").textValue()).isEqualTo("north east");
                    assertThat(value(record).path("data").path("n").intValue()).isEqualTo(2);
                });
    }

    @Test
    void headersOfACloudEventThatContradictAreRefused() {
        refused(
                ingest.post(
                        "/topics/clouds/api/events",
                        "{}",
                        "aeg-sas-key",
                        cloudKey,
                        "ce-id",
                        "1",
                        "Content-Type",
                        "application/json"),
                400,
                "BadRequest/InvalidCloudEventHeader");
    }

    @Test
    void publishingIsCounted() {
        publish("[" + EVENT.formatted("m") + "]");
        ingest.post("/topics/nobody/api/events", "[]");
        assertThat(ingest.metrics
                        .get("tidings.publish.success")
                        .tag("topic", "orders")
                        .counter()
                        .count())
                .isPositive();
        assertThat(ingest.metrics
                        .get("tidings.publish.size.units")
                        .tag("topic", "orders")
                        .counter()
                        .count())
                .isPositive();
        assertThat(ingest.metrics
                        .get("tidings.publish.latency")
                        .tag("topic", "orders")
                        .timer()
                        .count())
                .isPositive();
        assertThat(ingest.metrics
                        .find("tidings.publish.fail")
                        .tag("topic", "nobody")
                        .counter())
                .isNull();
        assertThat(ingest.metrics
                        .get("tidings.publish.fail")
                        .tag("error", "ResourceNotFound")
                        .counter()
                        .count())
                .isPositive();
    }

    @Test
    void aTopicOfItsOwnTakesTheEventsOfItsTopic() throws Exception {
        ingest.manage("PUT", "/topics/busy", "{}");
        var busyKey = json(ingest.manage("POST", "/topics/busy/listKeys", ""))
                .path("key1")
                .textValue();
        try (var admin = log.clients().admin()) {
            admin.createTopics(List.of(new NewTopic("tidings.events.busy", 1, (short) 1)))
                    .all()
                    .get();
        }
        try (var other = new Ingest(broker.bootstrapServers(), Map.of())) {
            assertThat(other.post("/topics/busy/api/events", "[" + EVENT.formatted("own") + "]", "aeg-sas-key", busyKey)
                            .statusCode())
                    .isEqualTo(200);
        }
        assertThat(value(log.last("tidings.events.busy", 1).getFirst())
                        .path("id")
                        .textValue())
                .isEqualTo("own");
    }

    @Test
    void anEventCarriesHowFarTheTableWasReadWhenItWasTaken() {
        ingest.manage("PUT", "/topics/orders/eventSubscriptions/before", SUBSCRIPTION);
        publish("[" + EVENT.formatted("after") + "]");
        var record = log.last("tidings.events", 1).getFirst();
        var subscription = log.last("tidings.subscriptions", 1).getFirst();
        assertThat(Long.parseLong(header(record, "tidings-subscriptions-offset")))
                .isGreaterThan(subscription.offset());
    }

    private static HttpResponse<String> publish(String body, String... headers) {
        var all = new ArrayList<>(List.of("aeg-sas-key", key));
        all.addAll(List.of(headers));
        return ingest.post(ORDERS, body, all.toArray(String[]::new));
    }

    private static int cloud(String body, String contentType) {
        return ingest.post("/topics/clouds/api/events", body, "aeg-sas-key", cloudKey, "Content-Type", contentType)
                .statusCode();
    }

    private static int sdk(boolean binary, CloudEvent event) throws IOException {
        var request =
                HttpRequest.newBuilder(ingest.uri("/topics/clouds/api/events")).header("aeg-sas-key", cloudKey);
        var writer = HttpMessageFactory.createWriter(
                request::header, body -> request.POST(BodyPublishers.ofByteArray(body == null ? new byte[0] : body)));
        if (binary) {
            writer.writeBinary(event);
        } else {
            writer.writeStructured(event, "application/cloudevents+json");
        }
        return ingest.send(request).statusCode();
    }

    private static String raw(String request) throws IOException {
        try (var socket = new Socket("localhost", ingest.program.httpPort())) {
            socket.setSoTimeout(1000);
            socket.getOutputStream().write(request.getBytes(UTF_8));
            var answer = new StringBuilder();
            var buffer = new byte[8192];
            try {
                for (int n = socket.getInputStream().read(buffer);
                        n >= 0;
                        n = socket.getInputStream().read(buffer)) {
                    answer.append(new String(buffer, 0, n, UTF_8));
                    if (answer.indexOf("\r\n\r\n") > 0
                            && (answer.indexOf("}]}}") > 0 || answer.indexOf("ength: 0") > 0)) {
                        break;
                    }
                }
            } catch (IOException e) {
                answer.append(" …");
            }
            return answer.toString();
        }
    }
}
