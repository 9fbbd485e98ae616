package io.tidings.ingest;

import static io.tidings.ingest.Ingest.ORDERS;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.cloudevents.CloudEvent;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.cloudevents.http.HttpMessageFactory;
import io.tidings.runtime.InvalidSettings;
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
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** B-PUB-2 to B-PUB-6, B-SUB-1, B-SUB-2, B-SUB-4, B-MATCH-6: the edge against a real broker. */
class IngestIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String EVENT = """
        {"id":"%s","subject":"/o/1","eventType":"placed","eventTime":"2026-11-21T09:30:00Z","data":{"n":1}}\
        """;
    private static final String CLOUD_EVENT = """
        {"specversion":"1.0","id":"%s","source":"/s","type":"placed","data":{"n":1}}\
        """;
    private static final String SUBSCRIPTION = """
        {"properties":{"destination":{"endpointType":"WebHook","properties":{"endpointUrl":"%s"}}}}\
        """;
    private static final String TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    @TempDir
    static Path data;

    private static LocalBroker broker;
    private static Ingest ingest;
    private static String key;
    private static String cloudKey;

    @BeforeAll
    static void start() throws IOException {
        broker = LocalBroker.start(LocalBroker.Settings.in(data));
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

    // Publishing

    @Test
    void everyEventOfARequestIsInTheLogWhenItIsAnswered() {
        long before = end("tidings.events");
        var answer = publish("[" + EVENT.formatted("a") + "," + EVENT.formatted("b") + "]", "traceparent", TRACE);
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEmpty();
        var records = last("tidings.events", end("tidings.events") - before);
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
        long before = end("tidings.events");
        refused(publish("[" + EVENT.formatted("good") + ",{}]"), 400, "BadRequest/InputJsonInvalid");
        assertThat(end("tidings.events")).isEqualTo(before);
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
        long before = end("tidings.events");
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
        var records = last("tidings.events", end("tidings.events") - before);
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

    // Management

    @Test
    void managementWantsTheToken() {
        var answer = ingest.send(HttpRequest.newBuilder(ingest.uri("/topics")));
        refused(answer, 401, "Unauthorized/Unauthorized");
        assertThat(answer.headers().firstValue("WWW-Authenticate"))
                .hasValueSatisfying(value -> assertThat(value).startsWith("Bearer"));
    }

    @Test
    void aTopicLivesFromPutToDelete() {
        assertThat(ingest.manage("GET", "/topics/shop", "").statusCode()).isEqualTo(404);
        var created = ingest.manage("PUT", "/topics/shop", "{\"properties\":{\"inputSchema\":\"EventGridSchema\"}}");
        assertThat(created.statusCode()).isEqualTo(201);
        assertThat(json(created).path("name").textValue()).isEqualTo("shop");
        assertThat(json(created).path("type").textValue()).isEqualTo("Microsoft.EventGrid/topics");
        assertThat(json(created).path("properties").path("provisioningState").textValue())
                .isEqualTo("Succeeded");
        var keys = ingest.manage("POST", "/topics/shop/listKeys", "").body();
        assertThat(ingest.manage("PUT", "/topics/shop", created.body()).statusCode())
                .isEqualTo(200);
        assertThat(ingest.manage("POST", "/topics/shop/listKeys", "").body()).isEqualTo(keys);
        assertThat(json(ingest.manage("GET", "/topics", "")).path("value").findValuesAsText("name"))
                .contains("shop", "orders");
        assertThat(ingest.manage(
                                "PUT",
                                "/topics/shop/eventSubscriptions/one",
                                SUBSCRIPTION.formatted("https://e.example/"))
                        .statusCode())
                .isEqualTo(201);
        assertThat(ingest.manage("DELETE", "/topics/shop", "").statusCode()).isEqualTo(200);
        assertThat(ingest.manage("DELETE", "/topics/shop", "").statusCode()).isEqualTo(204);
        assertThat(ingest.manage("GET", "/topics/shop/eventSubscriptions/one", "")
                        .statusCode())
                .isEqualTo(404);
        assertThat(ingest.manage("GET", "/topics/shop/eventSubscriptions", "").statusCode())
                .isEqualTo(404);
    }

    @Test
    void oneKeyIsRegeneratedTheOtherStays() {
        ingest.manage("PUT", "/topics/rotate", "{}");
        var before = json(ingest.manage("POST", "/topics/rotate/listKeys", ""));
        var after = json(ingest.manage("POST", "/topics/rotate/regenerateKey", "{\"keyName\":\"key1\"}"));
        assertThat(after.path("key2")).isEqualTo(before.path("key2"));
        assertThat(after.path("key1")).isNotEqualTo(before.path("key1"));
        assertThat(json(ingest.manage("POST", "/topics/rotate/listKeys", ""))).isEqualTo(after);
        var event = "[" + EVENT.formatted("r") + "]";
        var path = "/topics/rotate/api/events";
        assertThat(ingest.post(path, event, "aeg-sas-key", before.path("key1").textValue())
                        .statusCode())
                .isEqualTo(401);
        assertThat(ingest.post(path, event, "aeg-sas-key", after.path("key1").textValue())
                        .statusCode())
                .isEqualTo(200);
        refused(
                ingest.manage("POST", "/topics/rotate/regenerateKey", "{\"keyName\":\"key3\"}"),
                400,
                "BadRequest/InvalidResource");
        refused(ingest.manage("POST", "/topics/rotate/regenerateKey", "nonsense"), 400, "BadRequest/InvalidResource");
    }

    @Test
    void theSchemaOfATopicCannotChange() {
        refused(
                ingest.manage("PUT", "/topics/orders", "{\"properties\":{\"inputSchema\":\"CloudEventSchemaV1_0\"}}"),
                400,
                "BadRequest/InvalidResource");
    }

    @Test
    void aSubscriptionLivesFromPutToDelete() {
        var path = "/topics/orders/eventSubscriptions/billing";
        var created = ingest.manage("PUT", path, SUBSCRIPTION.formatted("https://e.example/hook?code=secret"));
        assertThat(created.statusCode()).isEqualTo(201);
        var got = ingest.manage("GET", path, "");
        assertThat(got.statusCode()).isEqualTo(200);
        assertThat(got.body()).isEqualTo(created.body()).doesNotContain("secret");
        var properties = json(got).path("properties");
        assertThat(properties.path("provisioningState").textValue()).isEqualTo("Succeeded");
        assertThat(properties
                        .path("destination")
                        .path("properties")
                        .path("endpointBaseUrl")
                        .textValue())
                .isEqualTo("https://e.example/hook");
        assertThat(json(ingest.manage("POST", path + "/getFullUrl", ""))
                        .path("endpointUrl")
                        .textValue())
                .isEqualTo("https://e.example/hook?code=secret");
        var uid = uid("orders/billing");
        assertThat(ingest.manage("PUT", path, SUBSCRIPTION.formatted("https://e.example/other"))
                        .statusCode())
                .isEqualTo(200);
        assertThat(uid("orders/billing")).isEqualTo(uid);
        assertThat(json(ingest.manage("GET", "/topics/orders/eventSubscriptions", ""))
                        .path("value")
                        .findValuesAsText("name"))
                .contains("billing");
        assertThat(ingest.manage("DELETE", path, "").statusCode()).isEqualTo(200);
        assertThat(ingest.manage("DELETE", path, "").statusCode()).isEqualTo(204);
        assertThat(ingest.manage("PUT", path, SUBSCRIPTION.formatted("https://e.example/"))
                        .statusCode())
                .isEqualTo(201);
        assertThat(uid("orders/billing")).isNotEqualTo(uid);
    }

    @Test
    void everyBrokenRuleIsNamedAtOnce() {
        var answer = ingest.manage("PUT", "/topics/orders/eventSubscriptions/broken", """
            {"properties":{"destination":{"endpointType":"WebHook","properties":{"endpointUrl":"http://e.example"}},
             "retryPolicy":{"maxDeliveryAttempts":31},"colour":"red"}}\
            """);
        refused(answer, 400, "BadRequest/InvalidResource");
        assertThat(json(answer).path("error").path("details")).hasSize(3);
        assertThat(answer.body()).contains("properties.retryPolicy.maxDeliveryAttempts", "endpointUrl", "colour");
    }

    @ParameterizedTest(name = "{0}: {2}")
    @CsvSource(delimiter = '|', textBlock = """
        orders | https://127.0.0.1/       | ''                                          | endpointUrl
        orders | https://0x7f.1/          | ''                                          | endpointUrl
        orders | https://[::1]:8080/      | ''                                          | endpointUrl
        orders | https://169.254.169.254/ | ''                                          | endpointUrl
        orders | https://e.example/       | "expirationTimeUtc":"2020-01-01T00:00:00Z" | expirationTimeUtc
        orders | https://e.example/       | "eventDeliverySchema":"CustomInputSchema"  | eventDeliverySchema
        clouds | https://e.example/       | "eventDeliverySchema":"EventGridSchema"    | eventDeliverySchema
        """)
    void whatTheClockTheTopicOrTheNetworkForbidIsRefused(String topic, String url, String more, String path) {
        var body = SUBSCRIPTION.formatted(url);
        var answer = ingest.manage(
                "PUT",
                "/topics/" + topic + "/eventSubscriptions/forbidden",
                more.isEmpty()
                        ? body
                        : body.replace("{\"properties\":{\"dest", "{\"properties\":{" + more + ",\"dest"));
        refused(answer, 400, "BadRequest/InvalidResource");
        assertThat(answer.body()).contains(path);
    }

    @Test
    void aSubscriptionWantsItsTopic() {
        refused(
                ingest.manage(
                        "PUT", "/topics/nobody/eventSubscriptions/one", SUBSCRIPTION.formatted("https://e.example/")),
                404,
                "NotFound/ResourceNotFound");
    }

    @Test
    void anEventCarriesHowFarTheTableWasReadWhenItWasTaken() {
        ingest.manage("PUT", "/topics/orders/eventSubscriptions/before", SUBSCRIPTION.formatted("https://e.example/"));
        publish("[" + EVENT.formatted("after") + "]");
        var record = last("tidings.events", 1).getFirst();
        var subscription = last("tidings.subscriptions", 1).getFirst();
        assertThat(Long.parseLong(header(record, "tidings-subscriptions-offset")))
                .isGreaterThan(subscription.offset());
    }

    @Test
    void whatForeignToolsWroteIsCompletedByItsOwner() throws Exception {
        var path = "/topics/orders/eventSubscriptions/foreign";
        write("orders/foreign", SUBSCRIPTION.formatted("https://e.example/1"));
        await().until(() -> ingest.manage("GET", path, "").statusCode() == 200);
        var uid = uid("orders/foreign");
        assertThat(uid).isNotEmpty();
        write("orders/foreign", SUBSCRIPTION.formatted("https://e.example/2"));
        await().until(() ->
                ingest.manage("POST", path + "/getFullUrl", "").body().contains("/2"));
        assertThat(uid("orders/foreign")).isEqualTo(uid);
        write("orders/foreign", "nonsense");
        await().until(() -> ingest.manage("GET", path, "").body().contains("provisioningError"));
    }

    // Starting and stopping

    @Test
    void theTokenMayLieInAFile(@TempDir Path folder) throws IOException {
        var file = Files.writeString(folder.resolve("token"), " other \n");
        try (var other = new Ingest(broker.bootstrapServers(), Map.of("admin.token.file", file.toString()))) {
            assertThat(other.manage("GET", "/topics", "").statusCode()).isEqualTo(401);
            assertThat(other.send(HttpRequest.newBuilder(other.uri("/topics")).header("Authorization", "Bearer other"))
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void theHandshakeThatIsNotBuiltIsNotPretended() {
        assertThatThrownBy(() -> new Ingest(
                        broker.bootstrapServers(),
                        Map.of("webhook.validation", "true", "https.port", "0", "endpoint.allow.networks", "home")))
                .isInstanceOf(InvalidSettings.class)
                .hasMessageContainingAll(
                        "webhook.validation=false", "tls.certificate", "tls.key", "endpoint.allow.networks");
    }

    @Test
    void aTakenPortIsNamed() {
        assertThatThrownBy(() ->
                        new Ingest(broker.bootstrapServers(), Map.of("http.port", "" + ingest.program.httpPort())))
                .isInstanceOf(InvalidSettings.class)
                .hasMessageContaining("http.port");
    }

    @Test
    void aTopicOfItsOwnTakesTheEventsOfItsTopic() throws Exception {
        ingest.manage("PUT", "/topics/busy", "{}");
        var busyKey = json(ingest.manage("POST", "/topics/busy/listKeys", ""))
                .path("key1")
                .textValue();
        try (var admin = clients().admin()) {
            admin.createTopics(List.of(new NewTopic("tidings.events.busy", 1, (short) 1)))
                    .all()
                    .get();
        }
        try (var other = new Ingest(broker.bootstrapServers(), Map.of())) {
            assertThat(other.post("/topics/busy/api/events", "[" + EVENT.formatted("own") + "]", "aeg-sas-key", busyKey)
                            .statusCode())
                    .isEqualTo(200);
        }
        assertThat(value(last("tidings.events.busy", 1).getFirst()).path("id").textValue())
                .isEqualTo("own");
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

    private static void refused(HttpResponse<String> answer, int status, String codes) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        var error = json(answer).path("error");
        assertThat(error.path("code").textValue() + "/"
                        + error.path("details").path(0).path("code").textValue())
                .isEqualTo(codes);
        assertThat(error.path("message").textValue()).isNotBlank();
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

    private static KafkaClients clients() {
        return KafkaClients.of(broker.bootstrapServers());
    }

    private static void write(String subscription, String value) throws Exception {
        try (var producer = clients().producer(Map.of())) {
            producer.send(new ProducerRecord<>(
                            "tidings.subscriptions", subscription.getBytes(UTF_8), value.getBytes(UTF_8)))
                    .get();
        }
    }

    private static String uid(String subscription) {
        var uid = "";
        for (var record : last("tidings.subscriptions", Long.MAX_VALUE)) {
            if (subscription.equals(new String(record.key(), UTF_8))
                    && record.headers().lastHeader("tidings-subscription-uid") != null) {
                uid = header(record, "tidings-subscription-uid");
            }
        }
        return uid;
    }

    private static long end(String topic) {
        try (var consumer = clients().consumer(Map.of())) {
            return consumer.endOffsets(partitions(topic)).values().stream()
                    .mapToLong(Long::longValue)
                    .sum();
        }
    }

    private static List<TopicPartition> partitions(String topic) {
        try (var consumer = clients().consumer(Map.of())) {
            return consumer.partitionsFor(topic).stream()
                    .map(info -> new TopicPartition(topic, info.partition()))
                    .toList();
        }
    }

    /** The newest records of a topic, by append time. */
    private static List<ConsumerRecord<byte[], byte[]>> last(String topic, long count) {
        var records = new ArrayList<ConsumerRecord<byte[], byte[]>>();
        try (var consumer = clients().consumer(Map.of())) {
            var partitions = partitions(topic);
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            var ends = consumer.endOffsets(partitions);
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                consumer.poll(Duration.ofMillis(100)).forEach(records::add);
            }
        }
        records.sort(Comparator.comparingLong(ConsumerRecord::timestamp));
        return records.subList((int) Math.max(0, records.size() - count), records.size());
    }

    private static JsonNode value(ConsumerRecord<byte[], byte[]> record) {
        return json(new String(record.value(), UTF_8));
    }

    private static JsonNode json(HttpResponse<String> answer) {
        return json(answer.body());
    }

    private static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (IOException e) {
            throw new AssertionError(text, e);
        }
    }

    private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
        return new String(record.headers().lastHeader(name).value(), UTF_8);
    }
}
