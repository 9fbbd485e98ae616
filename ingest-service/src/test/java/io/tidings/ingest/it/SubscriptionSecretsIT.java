package io.tidings.ingest.it;

import static io.tidings.ingest.it.Responses.json;
import static io.tidings.ingest.it.Responses.refused;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.Topics;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** B-SUB-1: the secrets of a subscription are kept, and shown by nothing but the requests for them. */
class SubscriptionSecretsIT {
    private static final Topics TOPICS = new Topics("subscription-secrets.");
    private static final SubscriptionLog written = new SubscriptionLog(TOPICS);

    private static IngestFixture ingest;

    @BeforeAll
    static void start() {
        ingest = IngestFixture.withOrders(TOPICS, Map.of());
    }

    @AfterAll
    static void stop() {
        ingest.close();
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
        var uid = written.uid("orders/patched");
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
        assertThat(written.text("orders/patched")).contains("\"value\":\"hush\"", "code=hush");
        assertThat(written.uid("orders/patched")).isEqualTo(uid);
        refused(
                ingest.manage("PATCH", path, "{\"retryPolicy\":{\"maxDeliveryAttempts\":31}}"),
                400,
                "BadRequest/InvalidResource");
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
        assertThat(written.text("orders/secretive"))
                .contains("\"value\":\"hush\"", "code=hush", "\"maxEventsPerBatch\":10");
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
        var before = written.text("orders/" + path.substring(path.lastIndexOf('/') + 1));
        var moved = method.equals("PUT")
                ? body.formatted("evil.example", "", "")
                : "{\"destination\":{\"properties\":{\"endpointUrl\":\"https://evil.example/hook\"}}}";
        var answer = ingest.manage(method, path, moved);
        refused(answer, 400, "BadRequest/InvalidResource");
        assertThat(answer.body())
                .contains("secret of header X-Key", "secret of header X-Token", "https://evil.example:443")
                .doesNotContain("hush");
        assertThat(written.text("orders/" + path.substring(path.lastIndexOf('/') + 1)))
                .isEqualTo(before);
        var withSecrets = body.formatted("new.example", "\"value\":\"new\",", "\"value\":\"new\",");
        assertThat(ingest.manage(method, path, withSecrets).statusCode()).isEqualTo(200);
        var samePlace = "{\"destination\":{\"properties\":{\"endpointUrl\":\"https://NEW.example:443/other\"}}}";
        assertThat(ingest.manage("PATCH", path, samePlace).statusCode()).isEqualTo(200);
    }
}
