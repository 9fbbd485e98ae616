package io.tidings.ingest.it;

import static io.tidings.ingest.it.IngestFixture.ORDERS;
import static io.tidings.ingest.it.Responses.refused;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.Topics;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** B-PUB-2, B-PUB-4 and B-PUB-5: how a request to publish may be written, and how all others are refused. */
class PublishRequestIT {
    private static final String EVENT = """
        {"id":"%s","subject":"/o/1","eventType":"placed","eventTime":"2026-11-21T09:30:00Z","data":{"n":1}}\
        """;
    private static IngestFixture ingest;
    private static String key;
    private static String cloudKey;

    @BeforeAll
    static void start() {
        ingest = IngestFixture.withOrders(new Topics("request."), Map.of());
        assertThat(ingest.manage("PUT", "/topics/clouds", "{\"properties\":{\"inputSchema\":\"CloudEventSchemaV1_0\"}}")
                        .statusCode())
                .isEqualTo(201);
        key = ingest.key("orders", 1);
        cloudKey = ingest.key("clouds", 2);
    }

    @AfterAll
    static void stop() {
        ingest.close();
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

    /** As clients of namespaces publish: they show the key in another way, and read a document from each response. */
    @ParameterizedTest(name = "{0} {1}")
    @CsvSource({
        "/topics/clouds:publish, cloudevents",
        "/namespaces/shop/Topics/clouds:publish, cloudevents",
        "/topics/clouds:publish, cloudevents-batch"
    })
    void namespacesArePublishedTo(String path, String type) {
        var event = """
            {"specversion":"1.0","id":"n","source":"/shop","type":"placed",\
            "datacontenttype":"application/cloudevents+json; charset=utf-8","data":{"n":1}}\
            """;
        var response = ingest.post(
                path + "?api-version=2024-06-01",
                type.endsWith("batch") ? "[" + event + "]" : event,
                "Authorization",
                "SharedAccessKey " + cloudKey,
                "Content-Type",
                "application/" + type + "+json; charset=utf-8");
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        assertThat(response.body()).isEqualToIgnoringNewLines("{}");
    }

    @Test
    void namespacesAreToldWhatIsWrongInAHeader() {
        var refused = ingest.post("/topics/clouds:publish", "{}", "Authorization", "SharedAccessKey " + key);
        refused(refused, 401, "Unauthorized/Unauthorized");
        assertThat(refused.headers().firstValue("x-ms-error-code")).hasValue("Unauthorized");
        refused(
                ingest.post("/topics/nothing:publish", "{}", "Authorization", "SharedAccessKey " + key),
                401,
                "Unauthorized/Unauthorized");
    }

    @Test
    void whatTidingsDeliveredToItselfTenTimesGoesInACircle() {
        var event = "[" + EVENT.formatted("round") + "]";
        var path = "/topics/orders/api/events";
        assertThat(ingest.post(path, event, "aeg-sas-key", key, "tidings-hops", "9")
                        .statusCode())
                .isEqualTo(200);
        refused(ingest.post(path, event, "aeg-sas-key", key, "tidings-hops", "10"), 400, "BadRequest/TooManyHops");
    }

    @Test
    void theTopicMayBeTheFirstLabelOfTheHost() throws IOException {
        assertThat(raw("POST /api/events HTTP/1.1\r\nHost: Orders.example.com:8443\r\naeg-sas-key: " + key
                        + "\r\nContent-Length: " + (EVENT.formatted("h").length() + 2) + "\r\n\r\n["
                        + EVENT.formatted("h")
                        + "]"))
                .startsWith("HTTP/1.1 200");
        assertThat(raw("POST /api/events HTTP/1.1\r\nHost: nobody.example.com\r\nContent-Length: 2\r\n\r\n[]"))
                .startsWith("HTTP/1.1 401");
    }

    @Test
    void aRequestOfOneMebibyteIsTaken() {
        var event = EVENT.formatted("big").replace("{\"n\":1}", "\"" + "x".repeat(1024 * 1024 - 1200) + "\"");
        assertThat(publish("[" + event + "]").statusCode()).isEqualTo(200);
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

    @ParameterizedTest(name = "{1} {2}: {0}")
    @CsvSource(delimiter = '|', textBlock = """
        []                    | 400 | BadRequest/InputJsonInvalid
        {}                    | 400 | BadRequest/InputJsonInvalid
        [{}]                  | 400 | BadRequest/InputJsonInvalid
        nonsense              | 400 | BadRequest/InputJsonInvalid
        ''                    | 400 | BadRequest/InputJsonInvalid
        [{"id":"1","subject":"s","eventType":"t","eventTime":"2026-11-21T09:30:00Z","topic":"other"}] | 401 | Unauthorized/Unauthorized
        """)
    void anInvalidEventIsRefused(String body, int status, String codes) {
        refused(publish(body), status, codes);
    }

    /** #32 */
    @Test
    void anEndlessIdIsRefusedWithItsNameAndTheRule() {
        var endless = EVENT.formatted("x".repeat(600 * 1024));
        var answer = publish("[" + EVENT.formatted("1") + "," + endless + "]");
        refused(answer, 400, "BadRequest/InputJsonInvalid");
        assertThat(answer.body()).contains("[1]: id has 614400 characters, the limit is 1024; shorten it");
        refused(
                ingest.post(
                        "/topics/clouds/api/events",
                        "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"/s\",\"type\":\"t\",\"subject\":\""
                                + "x".repeat(1025) + "\"}",
                        "aeg-sas-key",
                        cloudKey,
                        "Content-Type",
                        "application/cloudevents+json"),
                400,
                "BadRequest/InputJsonInvalid");
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
    void aPublisherWithoutAKeyIsRefused() {
        var body = "[" + EVENT.formatted("k") + "]";
        refused(ingest.post(ORDERS, body), 401, "Unauthorized/Unauthorized");
        refused(ingest.post(ORDERS, body, "aeg-sas-key", cloudKey), 401, "Unauthorized/Unauthorized");
        refused(ingest.post(ORDERS, body, "aeg-sas-key", ""), 400, "BadRequest/InvalidSas");
        assertThat(ingest.post(ORDERS + "?aeg-sas-key=" + URLEncoder.encode(key, UTF_8), body)
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void aMissingResourceIsNotFound() {
        refused(ingest.post("/topics/nobody/api/events", "[]"), 401, "Unauthorized/Unauthorized");
        refused(ingest.post("/api/somewhere", "[]"), 404, "NotFound/ResourceNotFound");
    }

    @Test
    void anotherMethodIsNotAllowedAndOptionsShowsTheAllowedOnes() {
        var put = ingest.send(HttpRequest.newBuilder(ingest.uri(ORDERS)).PUT(BodyPublishers.ofString("[]")));
        refused(put, 405, "MethodNotAllowed/MethodNotAllowed");
        assertThat(put.headers().firstValue("Allow")).contains("OPTIONS, POST");
        var options = ingest.send(HttpRequest.newBuilder(ingest.uri(ORDERS + "?aeg-sas-key=" + key))
                .method("OPTIONS", BodyPublishers.noBody()));
        assertThat(options.statusCode()).isEqualTo(200);
        assertThat(options.headers().firstValue("Allow")).contains("OPTIONS, POST");
        assertThat(options.headers().firstValue("aeg-input-event-schema")).contains("EventGridSchema");
    }

    @Test
    void anotherContentTypeIsUnsupported() {
        refused(publish("[]", "Content-Type", "application/xml"), 415, "UnsupportedMediaType/InvalidContentType");
    }

    @Test
    void aRequestThatIsNotHttpIsRefusedInTheSameShape() throws IOException {
        assertThat(raw("GET /a^b HTTP/1.1\r\nHost: h\r\n\r\n"))
                .startsWith("HTTP/1.1 400")
                .contains("\"error\"");
        assertThat(raw("GET / HTTP/1.1\r\nHost: h\r\nX-Long: " + "x".repeat(40_000) + "\r\n\r\n"))
                .startsWith("HTTP/1.1 4")
                .contains("\"error\"");
    }

    private static HttpResponse<String> publish(String body, String... headers) {
        var all = new ArrayList<>(List.of("aeg-sas-key", key));
        all.addAll(List.of(headers));
        return ingest.post(ORDERS, body, all.toArray(String[]::new));
    }

    private static String raw(String request) throws IOException {
        try (var socket = new Socket("localhost", ingest.program.httpPort())) {
            socket.setSoTimeout(90_000);
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
