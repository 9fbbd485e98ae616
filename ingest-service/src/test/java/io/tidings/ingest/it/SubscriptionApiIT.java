package io.tidings.ingest.it;

import static io.tidings.ingest.it.KafkaLog.header;
import static io.tidings.ingest.it.KafkaLog.value;
import static io.tidings.ingest.it.Responses.json;
import static io.tidings.ingest.it.Responses.refused;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.HeaderNames;
import io.tidings.contract.Topics;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.health.EndpointHealth;
import io.tidings.contract.health.Probation;
import io.tidings.contract.record.EndpointHealthRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** B-SUB-1, B-SUB-4: a subscription, from the first PUT to the DELETE, and what is none. */
class SubscriptionApiIT {
    private static final String SUBSCRIPTION = """
        {"properties":{"destination":{"endpointType":"WebHook","properties":{"endpointUrl":"%s"}}}}\
        """;
    private static final Topics TOPICS = new Topics("subscription-management.");
    private static final KafkaLog log = KafkaLog.shared();

    private static IngestFixture ingest;

    @BeforeAll
    static void start() {
        ingest = IngestFixture.under(TOPICS, Map.of());
        assertThat(ingest.manage("PUT", "/topics/orders", "{}").statusCode()).isEqualTo(201);
        assertThat(ingest.manage("PUT", "/topics/clouds", "{\"properties\":{\"inputSchema\":\"CloudEventSchemaV1_0\"}}")
                        .statusCode())
                .isEqualTo(201);
    }

    @AfterAll
    static void stop() {
        ingest.close();
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
    void aPatchChangesWhatItSaysAndKeepsSecrets() {
        var path = "/topics/orders/eventSubscriptions/patched";
        refused(ingest.manage("PATCH", path, "{}"), 404, "NotFound/ResourceNotFound");
        ingest.manage("PUT", path, """
            {"properties":{"destination":{"endpointType":"WebHook","properties":{
              "endpointUrl":"https://e.example/hook?code=hush",
              "deliveryAttributeMappings":[
                {"name":"X-Key","type":"Static","properties":{"value":"hush","isSecret":true}}]}},
              "retryPolicy":{"maxDeliveryAttempts":5}}}
            """);
        var uid = uid("orders/patched");
        var patched = ingest.manage("PATCH", path, """
            {"properties":{"labels":["new"],"retryPolicy":{"maxDeliveryAttempts":null},
              "destination":{"properties":{"deliveryAttributeMappings":[
                {"name":"X-Key","type":"Static","properties":{"isSecret":true}},
                {"name":"X-System","type":"Dynamic","properties":{"sourceField":"data.system"}}]}}}}
            """);
        assertThat(patched.statusCode()).as(patched.body()).isEqualTo(200);
        assertThat(patched.body())
                .isEqualTo(ingest.manage("GET", path, "").body())
                .contains("X-System", "\"labels\":[\"new\"]")
                .doesNotContain("hush", "maxDeliveryAttempts");
        assertThat(value("orders/patched")).contains("\"value\":\"hush\"", "code=hush");
        assertThat(uid("orders/patched")).isEqualTo(uid);
        refused(
                ingest.manage("PATCH", path, "{\"retryPolicy\":{\"maxDeliveryAttempts\":31}}"),
                400,
                "BadRequest/InvalidResource");
    }

    /** B-RECOVER-1: the request reaches the worker with the record, and later changes keep it. */
    @Test
    void aRequestToRetryNowIsLeftOnTheRecord() {
        var path = "/topics/orders/eventSubscriptions/impatient";
        ingest.manage("PUT", path, SUBSCRIPTION.formatted("https://e.example/hook"));
        var asked = ingest.manage("POST", path + "/retryNow", "");
        assertThat(asked.statusCode()).as(asked.body()).isEqualTo(202);
        var requested = json(asked).path("requested").textValue();
        assertThat(header(newest("orders/impatient"), HeaderNames.RETRY_NOW)).isEqualTo(requested);
        ingest.manage("PATCH", path, "{\"properties\":{\"labels\":[\"a\"]}}");
        assertThat(header(newest("orders/impatient"), HeaderNames.RETRY_NOW)).isEqualTo(requested);
        ingest.manage("PATCH", path, "{\"properties\":{\"paused\":true}}");
        var paused = ingest.manage("POST", path + "/retryNow", "");
        refused(paused, 409, "Conflict/Conflict");
        assertThat(paused.body()).contains("resume it first");
        assertThat(ingest.manage("GET", path + "/retryNow", "").statusCode()).isEqualTo(405);
        assertThat(ingest.manage("POST", "/topics/orders/eventSubscriptions/nobody/retryNow", "")
                        .statusCode())
                .isEqualTo(404);
    }

    /** B-DEL-5, B-SUB-1. */
    @Test
    void aSecretHeaderIsNeverShownAndKeptByAPutThatRepeatsAGet() {
        var path = "/topics/orders/eventSubscriptions/secretive";
        var created = ingest.manage("PUT", path, """
            {"properties":{"destination":{"endpointType":"WebHook","properties":{
              "endpointUrl":"https://e.example/hook?code=hush",
              "maxEventsPerBatch":10,
              "deliveryAttributeMappings":[
                {"name":"X-Key","type":"Static","properties":{"value":"hush","isSecret":true}},
                {"name":"X-System","type":"Dynamic","properties":{"sourceField":"data.system"}}]}}}}
            """);
        assertThat(created.statusCode()).isEqualTo(201);
        var got = ingest.manage("GET", path, "");
        var again = ingest.manage("PUT", path, got.body());
        assertThat(again.statusCode()).as(again.body()).isEqualTo(200);
        var attributes = ingest.manage("POST", path + "/getDeliveryAttributes", "");
        assertThat(json(attributes).path("value").findValuesAsText("name")).containsExactly("X-Key", "X-System");
        var list = ingest.manage("GET", "/topics/orders/eventSubscriptions", "");
        for (var answer : List.of(created, got, again, attributes, list)) {
            assertThat(answer.body()).doesNotContain("hush").contains("X-Key");
        }
        assertThat(value("orders/secretive")).contains("\"value\":\"hush\"", "code=hush", "\"maxEventsPerBatch\":10");
        refused(ingest.manage("PUT", path, got.body().replace("X-Key", "X-Other")), 400, "BadRequest/InvalidResource");
    }

    /** B-SUB-1: a new endpoint needs the secrets again; the old query is not sent along either. */
    @ParameterizedTest
    @ValueSource(strings = {"PATCH", "PUT"})
    void anotherOriginRequiresTheSecretsAnew(String method) {
        var path = "/topics/orders/eventSubscriptions/moved-" + method.toLowerCase(Locale.ROOT);
        var body = """
            {"properties":{"destination":{"endpointType":"WebHook","properties":{
              "endpointUrl":"https://%s/hook?code=1","deliveryAttributeMappings":[
                {"name":"X-Key","type":"Static","properties":{%s"isSecret":true}},
                {"name":"X-Token","type":"Static","properties":{%s"isSecret":true}}]}}}}
            """;
        ingest.manage("PUT", path, body.formatted("e.example", "\"value\":\"hush\",", "\"value\":\"hush\","));
        var before = value("orders/" + path.substring(path.lastIndexOf('/') + 1));
        var moved = method.equals("PUT")
                ? body.formatted("evil.example", "", "")
                : "{\"destination\":{\"properties\":{\"endpointUrl\":\"https://evil.example/hook\"}}}";
        var answer = ingest.manage(method, path, moved);
        refused(answer, 400, "BadRequest/InvalidResource");
        assertThat(answer.body())
                .contains("secret of header X-Key", "secret of header X-Token", "https://evil.example:443")
                .doesNotContain("hush");
        assertThat(value("orders/" + path.substring(path.lastIndexOf('/') + 1))).isEqualTo(before);
        var withSecrets = body.formatted("new.example", "\"value\":\"new\",", "\"value\":\"new\",");
        assertThat(ingest.manage(method, path, withSecrets).statusCode()).isEqualTo(200);
        var samePlace = "{\"destination\":{\"properties\":{\"endpointUrl\":\"https://NEW.example:443/other\"}}}";
        assertThat(ingest.manage("PATCH", path, samePlace).statusCode()).isEqualTo(200);
    }

    /** B-MATCH-2: and a PATCH of something else leaves them alone, with all their digits. */
    @Test
    void advancedFiltersAreShownAsTheyWereGiven() {
        var path = "/topics/orders/eventSubscriptions/filtered";
        var filters = """
            "advancedFilters":[{"operatorType":"NumberIn","key":"data.N","values":[0.10,9007199254740993.5]},\
            {"operatorType":"NumberInRange","key":"data.n","values":[[1,2]]},\
            {"operatorType":"BoolEquals","key":"data.b","value":true}]\
            """;
        var filter = "\"filter\":{\"enableAdvancedFilteringOnArrays\":true," + filters + "}";
        var body = SUBSCRIPTION
                .formatted("https://e.example/")
                .replace("{\"properties\":{\"dest", "{\"properties\":{" + filter + ",\"dest");
        assertThat(ingest.manage("PUT", path, body).statusCode()).isEqualTo(201);
        assertThat(ingest.manage("PATCH", path, "{\"labels\":[\"a\"]}").statusCode())
                .isEqualTo(200);
        assertThat(ingest.manage(
                                "PUT",
                                path,
                                ingest.manage("GET", path, "").body().replace("endpointBaseUrl", "endpointUrl"))
                        .statusCode())
                .isEqualTo(200);
        assertThat(ingest.manage("GET", path, "").body()).contains(filters, "\"enableAdvancedFilteringOnArrays\":true");
        var answer = ingest.manage(
                "PUT", path, body.replace("NumberInRange", "NumberLike").replace("[[1,2]]", "[]"));
        refused(answer, 400, "BadRequest/InvalidResource");
        assertThat(answer.body()).contains("properties.filter.advancedFilters[1].operatorType");
    }

    @Test
    void aSubscriptionShowsTheHealthOfItsEndpoint() throws Exception {
        var path = "/topics/orders/eventSubscriptions/watched";
        var created = json(ingest.manage("PUT", path, SUBSCRIPTION.formatted("https://e.example/")));
        assertThat(created.at("/properties/status"))
                .isEqualTo(
                        json(
                                "{\"state\":\"Healthy\",\"consecutiveFailures\":0,\"deferred\":0,\"matched\":0,\"delivered\":0}"));
        var until = Instant.now().plusSeconds(600);
        var probation = new Probation(until.minusSeconds(600), until, Duration.ofMinutes(10), LastOutcome.NOT_FOUND);
        var health =
                new EndpointHealth(uid("orders/watched"), 12, LastOutcome.NOT_FOUND, probation, 340, probation.since());
        try (var worker = log.clients().producer(Map.of())) {
            worker.send(new ProducerRecord<>(
                            TOPICS.probation(),
                            1,
                            "orders/watched".getBytes(UTF_8),
                            EndpointHealthRecord.value(health),
                            List.of(EndpointHealthRecord.headers(health))))
                    .get();
        }
        await().until(() -> ingest.manage("GET", path, "").body().contains("OnProbation"));
        var shown = json(ingest.manage("GET", path, ""));
        assertThat(shown.at("/properties/status")).isEqualTo(json("""
            {"state":"OnProbation","probationUntil":"%s","lastDeliveryOutcome":"NotFound","consecutiveFailures":12,\
            "deferred":340,"matched":0,"delivered":0}\
            """.formatted(until)));
        assertThat(json(ingest.manage("GET", "/topics/orders/eventSubscriptions", ""))
                        .findValuesAsText("probationUntil"))
                .containsExactly(until.toString());
        ((ObjectNode) shown.at("/properties/destination/properties")).put("endpointUrl", "https://e.example/");
        assertThat(ingest.manage("PUT", path, shown.toString()).statusCode()).isEqualTo(200);
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
    void subscriptionsThatTheClockTheTopicOrTheNetworkForbidAreRefused(
            String topic, String url, String more, String path) {
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

    private static String uid(String subscription) {
        return log.records(TOPICS.subscriptions(), subscription).stream()
                .filter(record -> record.headers().lastHeader(HeaderNames.SUBSCRIPTION_UID) != null)
                .map(record -> header(record, HeaderNames.SUBSCRIPTION_UID))
                .toList()
                .getLast();
    }

    private static String value(String subscription) {
        return new String(newest(subscription).value(), UTF_8);
    }

    /** The newest record of a subscription. */
    private static ConsumerRecord<byte[], byte[]> newest(String subscription) {
        return log.records(TOPICS.subscriptions(), subscription).stream()
                .filter(record -> record.value() != null)
                .toList()
                .getLast();
    }
}
