package io.tidings.ingest.it;

import static io.tidings.ingest.it.Responses.json;
import static io.tidings.ingest.it.Responses.refused;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.Topics;
import io.tidings.runtime.kafka.KafkaFutures;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** B-SUB-1, B-SUB-2: versions, lists and pauses of topics and subscriptions, with two instances and a real broker. */
class VersionsAndListsIT {
    private static final String SUBSCRIPTION = """
        {"properties":{"destination":{"endpointType":"WebHook","properties":{"endpointUrl":"%s"}}}}\
        """;
    private static final String IF_MATCH = "If-Match";
    private static final String IF_NONE_MATCH = "If-None-Match";
    private static final String FAILED = "PreconditionFailed/PreconditionFailed";

    private static final Topics TOPICS = new Topics("versions-and-lists.");

    private static IngestFixture one;
    private static IngestFixture other;

    @BeforeAll
    static void start() {
        one = IngestFixture.under(TOPICS, Map.of());
        other = IngestFixture.under(TOPICS, Map.of());
        one.manage("PUT", "/topics/orders", "{}");
    }

    @AfterAll
    static void stop() {
        one.close();
        other.close();
    }

    /** Whichever instance takes the change. */
    @Test
    void aChangeOfAnOlderVersionIsRefused() {
        var path = "/topics/orders/eventSubscriptions/versions";
        var first = one.manage("PUT", path, SUBSCRIPTION.formatted("https://e.example/1"));
        assertThat(tag(one.manage("GET", path, ""))).isEqualTo(tag(first));
        var second = change(other, "PATCH", path, "{\"labels\":[\"x\"]}", IF_MATCH, tag(first));
        assertThat(second.statusCode()).as(second.body()).isEqualTo(200);
        assertThat(tag(second)).isNotEqualTo(tag(first));
        refused(change(one, "PATCH", path, "{\"labels\":[\"y\"]}", IF_MATCH, tag(first)), 412, FAILED);
        refused(
                change(other, "PUT", path, SUBSCRIPTION.formatted("https://e.example/2"), IF_MATCH, tag(first)),
                412,
                FAILED);
        refused(change(one, "DELETE", path, "", IF_MATCH, tag(first)), 412, FAILED);
        assertThat(tag(one.manage("GET", path, ""))).isEqualTo(tag(second));
        assertThat(one.manage("GET", path, "").body()).contains("\"labels\":[\"x\"]");
        assertThat(change(one, "DELETE", path, "", IF_MATCH, tag(second)).statusCode())
                .isEqualTo(200);
        refused(change(other, "DELETE", path, "", IF_MATCH, "*"), 412, FAILED);
    }

    @Test
    void aPutThatOnlyCreatesReplacesNothing() {
        var path = "/topics/orders/eventSubscriptions/only-new";
        var body = SUBSCRIPTION.formatted("https://e.example/");
        assertThat(change(one, "PUT", path, body, IF_NONE_MATCH, "*").statusCode())
                .isEqualTo(201);
        refused(change(other, "PUT", path, body, IF_NONE_MATCH, "*"), 412, FAILED);
        refused(change(one, "PUT", "/topics/orders/eventSubscriptions/never", body, IF_MATCH, "*"), 412, FAILED);
        refused(change(one, "PUT", path, "{}", IF_NONE_MATCH, "*"), 400, "BadRequest/InvalidResource");
    }

    @Test
    void aTopicHasVersionsToo() {
        var path = "/topics/versions";
        var created = change(one, "PUT", path, "{}", IF_NONE_MATCH, "*");
        assertThat(created.statusCode()).isEqualTo(201);
        refused(change(other, "PUT", path, "{}", IF_NONE_MATCH, "*"), 412, FAILED);
        assertThat(tag(other.manage("GET", path, ""))).isEqualTo(tag(created));
        assertThat(change(other, "PATCH", path, "{}", IF_MATCH, tag(created)).statusCode())
                .isEqualTo(200);
        other.manage("POST", path + "/regenerateKey", "{\"keyName\":\"key1\"}");
        refused(change(one, "DELETE", path, "", IF_MATCH, tag(created)), 412, FAILED);
        assertThat(change(one, "DELETE", path, "", IF_MATCH, tag(other.manage("GET", path, "")))
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void aPatchOfATopicChangesWhatItSays() {
        refused(one.manage("PATCH", "/topics/patched", "{}"), 404, "NotFound/ResourceNotFound");
        one.manage("PUT", "/topics/patched", "{\"properties\":{\"inputSchema\":\"CloudEventSchemaV1_0\"}}");
        var keys = one.manage("POST", "/topics/patched/listKeys", "").body();
        var patched = one.manage("PATCH", "/topics/patched", "{\"tags\":{\"team\":\"a\"}}");
        assertThat(patched.statusCode()).as(patched.body()).isEqualTo(200);
        assertThat(json(patched).at("/properties/inputSchema").textValue()).isEqualTo("CloudEventSchemaV1_0");
        assertThat(one.manage("POST", "/topics/patched/listKeys", "").body()).isEqualTo(keys);
        for (var body : List.of(
                "{\"properties\":{\"inputSchema\":\"EventGridSchema\"}}",
                "{\"properties\":{\"colour\":1}}",
                "nonsense")) {
            refused(one.manage("PATCH", "/topics/patched", body), 400, "BadRequest/InvalidResource");
        }
    }

    @Test
    void aListComesInPages() {
        one.manage("PUT", "/topics/pages", "{}");
        var names = IntStream.range(0, 23).mapToObj("sub-%02d"::formatted).toList();
        for (var name : names) {
            one.manage("PUT", "/topics/pages/eventSubscriptions/" + name, SUBSCRIPTION.formatted("https://e.example/"));
        }
        var path = "/topics/pages/eventSubscriptions";
        assertThat(names(one.manage("GET", path, ""))).hasSize(20);
        assertThat(walked(path)).isEqualTo(names);
        assertThat(walked(path + "?api-version=2022-06-15&%24top=5")).isEqualTo(names);
        assertThat(walked(path + "?$top=23")).isEqualTo(names);
        assertThat(json(one.manage("GET", path + "?$top=23", "")).has("nextLink"))
                .isFalse();
        assertThat(walked(path + "?$top=1&$filter=contains(name,'1')%20and%20not%20name%20eq%20'sub-11'"))
                .isEqualTo(names.stream()
                        .filter(name -> name.contains("1") && !name.equals("sub-11"))
                        .toList());
        assertThat(names(one.manage("GET", "/topics?$filter=name%20eq%20'pages'", "")))
                .containsExactly("pages");
        for (var query : List.of("$top=0", "$top=101", "$top=x", "$filter=location%20eq%20'w'", "$top=0&$filter=x")) {
            refused(one.manage("GET", path + "?" + query, ""), 400, "BadRequest/InvalidResource");
        }
    }

    private static List<String> walked(String path) {
        var names = new ArrayList<String>();
        for (var next = one.uri(path); next != null; ) {
            var answer =
                    one.send(HttpRequest.newBuilder(next).header("Authorization", "Bearer " + IngestFixture.TOKEN));
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            names.addAll(names(answer));
            var link = json(answer).path("nextLink").textValue();
            next = link == null ? null : URI.create(link);
        }
        return names;
    }

    private static List<String> names(HttpResponse<String> answer) {
        return json(answer).path("value").findValuesAsText("name");
    }

    @Test
    void aSubscriptionIsPausedAndGoesOn() {
        var path = "/topics/orders/eventSubscriptions/pausing";
        one.manage("PUT", path, SUBSCRIPTION.formatted("https://e.example/"));
        assertThat(paused(path)).isEqualTo("false NoTraffic");
        var paused = one.manage("PATCH", path, "{\"properties\":{\"paused\":true}}");
        assertThat(paused.statusCode()).as(paused.body()).isEqualTo(200);
        assertThat(paused(path)).isEqualTo("true Paused");
        one.manage("PATCH", path, "{\"labels\":[\"x\"]}");
        assertThat(paused(path)).isEqualTo("true Paused");
        one.manage("PUT", path, SUBSCRIPTION.formatted("https://e.example/"));
        assertThat(paused(path)).isEqualTo("false NoTraffic");
        write(
                "orders/pausing",
                SUBSCRIPTION.formatted("https://e.example/").replace("{\"dest", "{\"paused\":true,\"dest"));
        await().untilAsserted(() -> assertThat(paused(path)).isEqualTo("true Paused"));
        refused(one.manage("PATCH", path, "{\"paused\":\"yes\"}"), 400, "BadRequest/InvalidResource");
    }

    private static String paused(String path) {
        var properties = json(one.manage("GET", path, "")).path("properties");
        return properties.path("paused").asText() + " "
                + properties.at("/status/health").asText();
    }

    /** Only Kafka's tools can do that: a PUT is refused. */
    @Test
    void aSubscriptionWithoutATopicSaysSo() {
        var path = "/topics/later/eventSubscriptions/early";
        write("later/early", SUBSCRIPTION.formatted("https://e.example/"));
        await().untilAsserted(() -> assertThat(json(one.manage("GET", path, ""))
                        .at("/properties/provisioningError")
                        .asText())
                .contains("there is no topic later", "tidings topic create later", "console", "PUT /topics/later"));
        one.manage("PUT", "/topics/later", "{}");
        assertThat(json(one.manage("GET", path, "")).at("/properties").has("provisioningError"))
                .isFalse();
    }

    private static HttpResponse<String> change(
            IngestFixture ingest, String method, String path, String body, String header, String value) {
        return ingest.send(HttpRequest.newBuilder(ingest.uri(path))
                .header("Authorization", "Bearer " + IngestFixture.TOKEN)
                .header(header, value)
                .method(method, BodyPublishers.ofString(body)));
    }

    private static String tag(HttpResponse<String> answer) {
        return answer.headers().firstValue("ETag").orElseThrow(() -> new AssertionError(answer.body()));
    }

    private static void write(String subscription, String value) {
        try (var producer = KafkaLog.shared().clients().producer(Map.of())) {
            KafkaFutures.await(
                    producer.send(new ProducerRecord<>(
                            TOPICS.subscriptions(), subscription.getBytes(UTF_8), value.getBytes(UTF_8))),
                    "writing");
        }
    }
}
