package io.tidings.ingest.it;

import static io.tidings.ingest.it.Responses.json;
import static io.tidings.ingest.it.Responses.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidings.contract.Topics;
import io.tidings.ingest.oidc.IssuedTokens;
import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.ScriptedWebhook;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** B-ACCESS-1, B-ACCESS-3: who may do what, and the record of what they did. */
class AccessIT {
    private static final Topics TOPICS = new Topics("access.");
    private static final String SECRET = "hush-hush";
    private static final String BILLING = "/topics/orders/eventSubscriptions/billing";

    @TempDir
    private static Path folder;

    private static Path tokens;
    private static ScriptedWebhook login;
    private static IssuedTokens issuer;
    private static IngestFixture ingest;

    @BeforeAll
    static void start() throws IOException {
        login = ScriptedWebhook.start();
        var realm = login.uri("/realm").toString();
        issuer = new IssuedTokens(realm);
        serves("/realm/.well-known/openid-configuration", """
            {"issuer": "%s", "jwks_uri": "%s/keys"}\
            """.formatted(realm, realm));
        serves("/realm/keys", issuer.published());
        tokens = Files.writeString(
                folder.resolve("tokens"),
                TokenLines.line("viewer", "r", "reader", "orders")
                        + TokenLines.line("on-call", "o", "operator", "ord*")
                        + TokenLines.line("owner", "a", "admin", "orders,orders-eu"));
        ingest = IngestFixture.under(
                TOPICS,
                Map.of(
                        "tokens.file",
                        tokens.toString(),
                        "oidc.issuer",
                        realm,
                        "oidc.audience",
                        IssuedTokens.AUDIENCE,
                        "oidc.role.claim",
                        "realm_access.roles",
                        "oidc.roles",
                        "events-admins=admin,orders-team=operator:orders",
                        "endpoint.allow.http",
                        "true",
                        "http.wrong.key.delay",
                        "0s"));
        for (var topic : List.of("orders", "orders-eu", "invoices")) {
            assertThat(ingest.manage("PUT", "/topics/" + topic, "{}").statusCode())
                    .isEqualTo(201);
        }
        assertThat(ingest.manage("PUT", BILLING, subscription("/a")).statusCode())
                .isEqualTo(201);
    }

    private static void serves(String path, String body) {
        login.answers(
                path,
                ScriptedResponse.computed(
                        _ -> new ScriptedResponse.Status(200, Map.of("Content-Type", "application/json"), body)));
    }

    @AfterAll
    static void stop() {
        ingest.close();
        login.close();
    }

    @Test
    void aReaderSeesItsTopicsAndChangesNothing() {
        assertThat(names(send("r", "GET", "/topics", ""))).containsExactly("orders");
        assertThat(send("r", "GET", BILLING, "").statusCode()).isEqualTo(200);
        var change = send("r", "PUT", "/topics/orders", "{}");
        refused(change, 403, "Forbidden/Forbidden");
        assertThat(json(change).at("/error/message").textValue())
                .isEqualTo("this needs the role admin for the topic orders; your token has reader");
        refused(send("r", "GET", "/topics/invoices", ""), 403, "Forbidden/Forbidden");
        refused(send("r", "GET", "/topics/nothing/eventSubscriptions", ""), 403, "Forbidden/Forbidden");
        refused(send("r", "POST", "/topics/orders/listKeys", ""), 403, "Forbidden/Forbidden");
        refused(send("r", "POST", BILLING + "/getFullUrl", ""), 403, "Forbidden/Forbidden");
        refused(send("r", "PATCH", BILLING, "{\"paused\":true}"), 403, "Forbidden/Forbidden");
    }

    @Test
    void anOperatorPausesAndRetriesAndChangesNothingElse() {
        assertThat(names(send("o", "GET", "/topics", ""))).containsExactly("orders", "orders-eu");
        assertThat(send("o", "POST", BILLING + "/retryNow", "").statusCode()).isEqualTo(202);
        for (var body : List.of("{\"properties\":{\"paused\":true}}", "{\"paused\":false}")) {
            assertThat(send("o", "PATCH", BILLING, body).statusCode()).isEqualTo(200);
        }
        var both = send("o", "PATCH", BILLING, "{\"properties\":{\"paused\":false,\"labels\":[\"x\"]}}");
        refused(both, 403, "Forbidden/Forbidden");
        refused(send("o", "DELETE", BILLING, ""), 403, "Forbidden/Forbidden");
    }

    @Test
    void anAdminOfTopicsCreatesAndDeletesThem() {
        assertThat(send("a", "DELETE", "/topics/orders-eu", "").statusCode()).isEqualTo(200);
        assertThat(send("a", "PUT", "/topics/orders-eu", "{}").statusCode()).isEqualTo(201);
        refused(send("a", "PUT", "/topics/others", "{}"), 403, "Forbidden/Forbidden");
    }

    @Test
    void aJobIsJudgedByItsTopic() {
        var elsewhere = "/topics/invoices/eventSubscriptions/billing";
        assertThat(ingest.manage("PUT", elsewhere, subscription("/a")).statusCode())
                .isEqualTo(201);
        var others = json(ingest.manage("POST", "/jobs", redrive("invoices")))
                .path("id")
                .textValue();
        refused(send("r", "POST", "/jobs", redrive("orders")), 403, "Forbidden/Forbidden");
        refused(send("o", "POST", "/jobs", redrive("invoices")), 403, "Forbidden/Forbidden");
        for (var id : List.of(others, "none")) { // what one may not see is not there
            assertThat(send("o", "GET", "/jobs/" + id, "").statusCode()).isEqualTo(404);
            assertThat(send("o", "POST", "/jobs/" + id + "/cancel", "").statusCode())
                    .isEqualTo(404);
        }
        var created = json(send("o", "POST", "/jobs", redrive("orders")));
        assertThat(created.path("createdBy").textValue()).isEqualTo("on-call");
        var id = created.path("id").textValue();
        assertThat(json(send("o", "GET", "/jobs", "")).path("value").findValuesAsText("id"))
                .contains(id)
                .doesNotContain(others);
        assertThat(send("o", "POST", "/jobs/" + id + "/cancel", "").statusCode())
                .isEqualTo(200);
        assertThat(actions("jobs/" + id)).containsExactly("on-call POST", "on-call cancel");
        assertThat(actions("jobs/" + others)).containsExactly("admin POST");
    }

    private static String redrive(String topic) {
        return "{\"kind\":\"redrive\",\"topic\":\"%s\",\"subscription\":\"billing\"}".formatted(topic);
    }

    @Test
    void aTokenIsToldItsRoles() {
        assertThat(json(send("a", "GET", "/access", ""))).hasToString("""
            {"name":"owner","roles":[{"role":"admin","topics":["orders","orders-eu"]}],"authRequired":true}\
            """);
        assertThat(json(ingest.manage("GET", "/access", "")).path("roles")).hasToString("""
            [{"role":"admin","topics":["*"]}]\
            """);
        assertThat(send("o", "POST", "/access", "").statusCode()).isEqualTo(405);
    }

    @Test
    void theOverviewCountsWhatTheTokenSees() {
        var ofReader = json(send("r", "GET", "/overview", ""));
        assertThat(ofReader.path("topics").asInt()).isOne();
        assertThat(ofReader.at("/subscriptions/total").asInt()).isPositive();
        assertThat(json(ingest.manage("GET", "/overview", "")).path("topics").asInt())
                .isGreaterThan(1);
        assertThat(send("nobody", "GET", "/overview", "").statusCode()).isEqualTo(401);
    }

    @Test
    void anUnknownTokenIsNoToken() {
        refused(send("nobody", "GET", "/topics", ""), 401, "Unauthorized/Unauthorized");
        double before = refusals("401");
        refused(send("nobody", "GET", "/topics", ""), 401, "Unauthorized/Unauthorized");
        assertThat(refusals("401")).isGreaterThan(before);
        refused(send("r", "DELETE", BILLING, ""), 403, "Forbidden/Forbidden");
        assertThat(refusals("403")).isPositive();
    }

    @Test
    void theTokensFileIsReadAgainWhenItChanges() throws IOException {
        assertThat(send("later", "GET", "/topics", "").statusCode()).isEqualTo(401);
        var before = Files.readString(tokens);
        Files.writeString(tokens, before + TokenLines.line("later", "later", "reader", "invoices"));
        await().untilAsserted(() ->
                assertThat(names(send("later", "GET", "/topics", ""))).containsExactly("invoices"));
        Files.writeString(tokens, "this is no tokens file");
        await().until(() ->
                ingest.metrics.get("tidings.tokens.file.valid").gauge().value() == 0);
        assertThat(send("later", "GET", "/topics", "").statusCode()).isEqualTo(200);
        Files.writeString(tokens, before);
        await().until(() -> send("later", "GET", "/topics", "").statusCode() == 401);
        assertThat(send("r", "GET", "/topics", "").statusCode()).isEqualTo(200);
    }

    @Test
    void aTokenOfTheIssuerHasTheRolesOfItsClaim() {
        var team = issuer.token("7f3a", "orders-team");
        assertThat(names(send(team, "GET", "/topics", ""))).containsExactly("orders");
        assertThat(send(team, "PATCH", BILLING, "{\"paused\":false}").statusCode())
                .isEqualTo(200);
        refused(send(team, "DELETE", BILLING, ""), 403, "Forbidden/Forbidden");
        assertThat(actions("topics/orders/eventSubscriptions/billing")).contains("oidc:7f3a PATCH");
        assertThat(names(send(issuer.token("8b1c", "events-admins"), "GET", "/topics", "")))
                .contains("invoices", "orders");
        refused(send(issuer.token("9d2e"), "GET", "/topics", ""), 403, "Forbidden/Forbidden");
        var stranger = new IssuedTokens(login.uri("/realm").toString());
        refused(send(stranger.token("7f3a", "events-admins"), "GET", "/topics", ""), 401, "Unauthorized/Unauthorized");
    }

    @Test
    void everyChangeIsAnAuditRecordWithoutSecrets() {
        var path = "/topics/orders/eventSubscriptions/audited";
        var key = "topics/orders/eventSubscriptions/audited";
        assertThat(send("a", "PUT", path, subscription("/a")).statusCode()).isEqualTo(201);
        assertThat(send("o", "PATCH", path, "{\"paused\":true}", "x-request-id", "r-7")
                        .headers()
                        .firstValue("x-ms-request-id"))
                .contains("r-7");
        assertThat(send("a", "POST", path + "/getFullUrl", "").body()).contains(SECRET);
        refused(send("a", "PUT", path, "{}"), 400, "BadRequest/InvalidResource");
        refused(send("r", "DELETE", path, ""), 403, "Forbidden/Forbidden");
        assertThat(send("a", "DELETE", path, "").statusCode()).isEqualTo(200);
        assertThat(send("a", "DELETE", path, "").statusCode()).isEqualTo(204);

        var records = audited(key);
        assertThat(records)
                .extracting(record -> record.path("who").textValue() + " "
                        + record.path("action").textValue())
                .containsExactly("owner PUT", "on-call PATCH", "owner getFullUrl", "owner DELETE");
        assertThat(records).allSatisfy(record -> {
            assertThat(record.path("from").textValue()).isEqualTo("127.0.0.1");
            assertThat(record.path("resource").textValue()).isEqualTo(key);
            assertThat(record.toString()).doesNotContain(SECRET);
        });
        var paused = records.get(1);
        assertThat(paused.path("requestId").textValue()).isEqualTo("r-7");
        assertThat(paused.at("/before/properties/paused").booleanValue()).isFalse();
        assertThat(paused.at("/after/properties/paused").booleanValue()).isTrue();
        assertThat(records.getFirst().has("before")).isFalse();
        assertThat(records.getLast().has("after")).isFalse();
    }

    @Test
    void deletingATopicIsARecordOfEachSubscriptionAndOfTheTopic() {
        assertThat(ingest.manage("PUT", "/topics/shop", "{}").statusCode()).isEqualTo(201);
        assertThat(ingest.manage("POST", "/topics/shop/regenerateKey", "{\"keyName\":\"key1\"}")
                        .statusCode())
                .isEqualTo(200);
        var key = ingest.key("shop", 1);
        var path = "/topics/shop/eventSubscriptions/billing";
        assertThat(ingest.manage("PUT", path, subscription("/a")).statusCode()).isEqualTo(201);
        assertThat(ingest.manage("DELETE", "/topics/shop", "").statusCode()).isEqualTo(200);
        assertThat(actions("topics/shop"))
                .containsExactly("admin PUT", "admin regenerateKey", "admin listKeys", "admin DELETE");
        assertThat(actions("topics/shop/eventSubscriptions/billing")).containsExactly("admin PUT", "admin DELETE");
        assertThat(audited("topics/shop").toString()).doesNotContain(key);
    }

    private static List<String> actions(String resource) {
        return audited(resource).stream()
                .map(record -> record.path("who").textValue() + " "
                        + record.path("action").textValue())
                .toList();
    }

    private static List<JsonNode> audited(String resource) {
        return KafkaLog.shared().records(TOPICS.audit(), resource).stream()
                .map(KafkaLog::value)
                .toList();
    }

    private static double refusals(String status) {
        return ingest.metrics
                .get("tidings.management.refused")
                .tag("status", status)
                .counter()
                .count();
    }

    private static List<String> names(HttpResponse<String> list) {
        return json(list).path("value").findValuesAsText("name");
    }

    private static String subscription(String path) {
        return """
            {"properties":{"destination":{"endpointType":"WebHook","properties":{
              "endpointUrl":"http://endpoint.example%s?code=%s"}}}}\
            """.formatted(path, SECRET);
    }

    private static HttpResponse<String> send(String token, String method, String path, String body, String... headers) {
        var request = HttpRequest.newBuilder(ingest.uri(path))
                .header("Authorization", "Bearer " + token)
                .method(method, BodyPublishers.ofString(body));
        return ingest.send(headers.length == 0 ? request : request.headers(headers));
    }
}
