package io.tidings.ingest.it;

import static io.tidings.ingest.it.IngestFixture.ORDERS;
import static io.tidings.ingest.it.Responses.json;
import static io.tidings.ingest.it.Responses.refused;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.Topics;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** B-PUB-1, 2 and 5: custom events, compressed requests, permission for senders of CloudEvents, and changing keys. */
class PublishOptionsIT {
    private static final String EVENTS = """
        [{"id":"%s","subject":"/o/1","eventType":"placed","eventTime":"2026-11-21T09:30:00Z","data":{"n":1}}]\
        """;
    private static final String CUSTOM_TOPIC = """
        {"properties":{"inputSchema":"CustomEventSchema","inputSchemaMapping":{"inputSchemaMappingType":"Json",\
        "properties":{"eventType":{"sourceField":"kind"}}}}}\
        """;
    private static final String CUSTOM = "/topics/custom/api/events";

    private static final Topics TOPICS = new Topics("publishing-edge.");
    private static final KafkaLog log = KafkaLog.shared();

    private static IngestFixture ingest;

    @BeforeAll
    static void start() {
        ingest = IngestFixture.under(TOPICS, Map.of());
        ingest.manage("PUT", "/topics/orders", "{}");
        ingest.manage("PUT", "/topics/custom", CUSTOM_TOPIC);
    }

    @AfterAll
    static void stop() {
        ingest.close();
    }

    @Test
    void aCustomTopicShowsItsMappingAndSaysWhatItTakes() {
        var got = json(ingest.manage("GET", "/topics/custom", "")).path("properties");
        assertThat(got.path("inputSchemaMapping")).isEqualTo(json(CUSTOM_TOPIC).at("/properties/inputSchemaMapping"));
        var options = ingest.send(HttpRequest.newBuilder(ingest.uri(CUSTOM))
                .header("aeg-sas-key", ingest.key("custom", 1))
                .method("OPTIONS", BodyPublishers.noBody()));
        assertThat(options.headers().firstValue("aeg-input-event-schema")).contains("CustomEventSchema");
    }

    @Test
    void customEventsAreInTheLogAsTheyWerePublished() {
        long before = log.end(TOPICS.events());
        assertThat(publish(CUSTOM, "{\"kind\" : \"a\"}").statusCode()).isEqualTo(200);
        assertThat(publish(CUSTOM, "[ {\"kind\":\"b\"} , {\"kind\":\"c\",\"id\":1} ]")
                        .statusCode())
                .isEqualTo(200);
        assertThat(log.last(TOPICS.events(), log.end(TOPICS.events()) - before))
                .extracting(record -> new String(record.value(), UTF_8))
                .containsExactlyInAnyOrder("{\"kind\" : \"a\"}", "{\"kind\":\"b\"}", "{\"kind\":\"c\",\"id\":1}");
    }

    @ParameterizedTest(name = "\"{0}\"")
    @ValueSource(strings = {"{}", "[]", "1", "", "[{\"kind\":\"a\"},{\"kind\":{}}]"})
    void anEventThatTheMappingCannotReadIsRefused(String body) {
        refused(publish(CUSTOM, body), 400, "BadRequest/InputJsonInvalid");
    }

    @ParameterizedTest(name = "{0} as {1}: {2}")
    @CsvSource({
        "orders, CustomInputSchema, 400",
        "orders, CloudEventSchemaV1_0, 201",
        "custom, CustomInputSchema, 201",
        "custom, EventGridSchema, 201",
        "custom, CloudEventSchemaV1_0, 201"
    })
    void anIllegalCombinationOfSchemasIsRefused(String topic, String schema, int status) {
        var answer = ingest.manage(
                "PUT", "/topics/" + topic + "/eventSubscriptions/" + schema.replace("_", "-"), """
                    {"properties":{"eventDeliverySchema":"%s",\
                    "destination":{"endpointType":"WebHook","properties":{"endpointUrl":"https://e.example/"}}}}\
                    """.formatted(schema));
        assertThat(answer.statusCode()).isEqualTo(status);
        if (status == 400) {
            assertThat(answer.body()).contains("properties.eventDeliverySchema: must not be CustomInputSchema");
        }
    }

    @ParameterizedTest(name = "chunked {0}")
    @ValueSource(booleans = {true, false})
    void aCompressedRequestIsTaken(boolean chunked) {
        assertThat(compressed(EVENTS.formatted("gzip").getBytes(UTF_8), "gzip", chunked)
                        .statusCode())
                .isEqualTo(200);
        assertThat(KafkaLog.value(log.last(TOPICS.events(), 1).getFirst())
                        .path("id")
                        .textValue())
                .isEqualTo("gzip");
    }

    @ParameterizedTest(name = "chunked {0}")
    @ValueSource(booleans = {true, false})
    void aRequestThatInflatesBeyondTheLimitIsTooLarge(boolean chunked) {
        refused(
                compressed(" ".repeat(100 * 1024 * 1024).getBytes(UTF_8), "gzip", chunked),
                413,
                "RequestEntityTooLarge/PayloadTooLarge");
    }

    @Test
    void anEncodingThatIsUnknownOrBrokenIsRefused() {
        var unknown = compressed(EVENTS.getBytes(UTF_8), "br", false);
        refused(unknown, 415, "UnsupportedMediaType/InvalidContentType");
        assertThat(unknown.headers().firstValue("Accept-Encoding")).contains("gzip");
        refused(
                ingest.post(
                        ORDERS,
                        EVENTS.formatted("x"),
                        "aeg-sas-key",
                        ingest.key("orders", 1),
                        "Content-Encoding",
                        "gzip"),
                400,
                "BadRequest/InputJsonInvalid");
    }

    @Test
    void aSenderOfCloudEventsGetsPermissionIfItCouldPublish() {
        var allowed = ORDERS + "?aeg-sas-key=" + URLEncoder.encode(ingest.key("orders", 1), UTF_8);
        var granted = ask(allowed);
        assertThat(granted.statusCode()).isEqualTo(200);
        assertThat(granted.headers().firstValue("WebHook-Allowed-Origin")).contains("sender.example");
        assertThat(granted.headers().firstValue("WebHook-Allowed-Rate")).contains("*");
        var stranger = ask(ORDERS);
        assertThat(stranger.statusCode()).isEqualTo(200);
        assertThat(stranger.headers().firstValue("Allow")).contains("OPTIONS, POST");
        assertThat(stranger.headers().firstValue("WebHook-Allowed-Origin")).isEmpty();
    }

    /** B-PUB-5: a request for permission needs a key like any other request. */
    @Test
    void aWrongKeyGetsNoPermissionAndTheResponseOfAnyOtherRequest() {
        var answer = ask(ORDERS + "?aeg-sas-key=wrong");
        refused(answer, 401, "Unauthorized/Unauthorized");
        assertThat(answer.body())
                .isEqualTo(ingest.post(ORDERS, "[]", "aeg-sas-key", "wrong").body())
                .contains("is not a key of this topic");
        assertThat(answer.headers().firstValue("WebHook-Allowed-Origin")).isEmpty();
    }

    /** Publishers move to the second key, then the first is replaced: none of them is ever refused. */
    @Test
    void keysAreRotatedWhilePublishersGoOn() {
        var old = ingest.key("orders", 1);
        var second = ingest.key("orders", 2);
        var statuses = new CopyOnWriteArrayList<Integer>();
        var rotating = new AtomicBoolean(true);
        var publisher = CompletableFuture.runAsync(() -> {
            while (rotating.get()) {
                statuses.add(ingest.post(ORDERS, EVENTS.formatted("r"), "aeg-sas-key", second)
                        .statusCode());
            }
        });
        await().until(() -> !statuses.isEmpty());
        for (int i = 0; i < 5; i++) {
            var answer = ingest.manage("POST", "/topics/orders/regenerateKey", "{\"keyName\":\"key1\"}");
            var fresh = json(answer).path("key1").textValue();
            assertThat(fresh).isNotEqualTo(old);
            assertThat(ingest.post(ORDERS, EVENTS.formatted("f"), "aeg-sas-key", fresh)
                            .statusCode())
                    .isEqualTo(200);
        }
        refused(ingest.post(ORDERS, EVENTS.formatted("o"), "aeg-sas-key", old), 401, "Unauthorized/Unauthorized");
        rotating.set(false);
        publisher.join();
        assertThat(statuses).isNotEmpty().containsOnly(200);
    }

    private static HttpResponse<String> ask(String path) {
        return ingest.send(HttpRequest.newBuilder(ingest.uri(path))
                .header("WebHook-Request-Origin", "sender.example")
                .header("WebHook-Request-Rate", "120")
                .method("OPTIONS", BodyPublishers.noBody()));
    }

    private static HttpResponse<String> publish(String path, String body) {
        return ingest.post(path, body, "aeg-sas-key", ingest.key("custom", 1));
    }

    private static HttpResponse<String> compressed(byte[] body, String encoding, boolean chunked) {
        var out = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(out)) {
            gzip.write(body);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        var bytes = out.toByteArray();
        return ingest.send(HttpRequest.newBuilder(ingest.uri(ORDERS))
                .header("aeg-sas-key", ingest.key("orders", 2))
                .header("Content-Encoding", encoding)
                .POST(
                        chunked
                                ? BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(bytes))
                                : BodyPublishers.ofByteArray(bytes)));
    }
}
