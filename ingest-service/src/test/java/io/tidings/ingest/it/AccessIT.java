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
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** B-ACCESS-1: who may do what. */
class AccessIT {
    private static final Topics TOPICS = new Topics("access.");
    private static final AuditLog AUDIT = new AuditLog(TOPICS);
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
        assertThat(names(ingest.manageAs("r", "GET", "/topics", ""))).containsExactly("orders");
        assertThat(ingest.manageAs("r", "GET", BILLING, "").statusCode()).isEqualTo(200);
        var change = ingest.manageAs("r", "PUT", "/topics/orders", "{}");
        refused(change, 403, "Forbidden/Forbidden");
        assertThat(json(change).at("/error/message").textValue())
                .isEqualTo("this needs the role admin for the topic orders; your token has reader");
        refused(ingest.manageAs("r", "GET", "/topics/invoices", ""), 403, "Forbidden/Forbidden");
        refused(ingest.manageAs("r", "GET", "/topics/nothing/eventSubscriptions", ""), 403, "Forbidden/Forbidden");
        refused(ingest.manageAs("r", "POST", "/topics/orders/listKeys", ""), 403, "Forbidden/Forbidden");
        refused(ingest.manageAs("r", "POST", BILLING + "/getFullUrl", ""), 403, "Forbidden/Forbidden");
        refused(ingest.manageAs("r", "PATCH", BILLING, "{\"paused\":true}"), 403, "Forbidden/Forbidden");
    }

    @Test
    void anOperatorPausesAndRetriesAndChangesNothingElse() {
        assertThat(names(ingest.manageAs("o", "GET", "/topics", ""))).containsExactly("orders", "orders-eu");
        assertThat(ingest.manageAs("o", "POST", BILLING + "/retryNow", "").statusCode())
                .isEqualTo(202);
        for (var body : List.of("{\"properties\":{\"paused\":true}}", "{\"paused\":false}")) {
            assertThat(ingest.manageAs("o", "PATCH", BILLING, body).statusCode())
                    .isEqualTo(200);
        }
        var both = ingest.manageAs("o", "PATCH", BILLING, "{\"properties\":{\"paused\":false,\"labels\":[\"x\"]}}");
        refused(both, 403, "Forbidden/Forbidden");
        refused(ingest.manageAs("o", "DELETE", BILLING, ""), 403, "Forbidden/Forbidden");
    }

    @Test
    void anAdminOfTopicsCreatesAndDeletesThem() {
        assertThat(ingest.manageAs("a", "DELETE", "/topics/orders-eu", "").statusCode())
                .isEqualTo(200);
        assertThat(ingest.manageAs("a", "PUT", "/topics/orders-eu", "{}").statusCode())
                .isEqualTo(201);
        refused(ingest.manageAs("a", "PUT", "/topics/others", "{}"), 403, "Forbidden/Forbidden");
    }

    @Test
    void aJobIsJudgedByItsTopic() {
        var elsewhere = "/topics/invoices/eventSubscriptions/billing";
        assertThat(ingest.manage("PUT", elsewhere, subscription("/a")).statusCode())
                .isEqualTo(201);
        var others = json(ingest.manage("POST", "/jobs", redrive("invoices")))
                .path("id")
                .textValue();
        refused(ingest.manageAs("r", "POST", "/jobs", redrive("orders")), 403, "Forbidden/Forbidden");
        refused(ingest.manageAs("o", "POST", "/jobs", redrive("invoices")), 403, "Forbidden/Forbidden");
        for (var id : List.of(others, "none")) { // what one may not see is not there
            assertThat(ingest.manageAs("o", "GET", "/jobs/" + id, "").statusCode())
                    .isEqualTo(404);
            assertThat(ingest.manageAs("o", "POST", "/jobs/" + id + "/cancel", "")
                            .statusCode())
                    .isEqualTo(404);
        }
        var created = json(ingest.manageAs("o", "POST", "/jobs", redrive("orders")));
        assertThat(created.path("createdBy").textValue()).isEqualTo("on-call");
        var id = created.path("id").textValue();
        assertThat(json(ingest.manageAs("o", "GET", "/jobs", "")).path("value").findValuesAsText("id"))
                .contains(id)
                .doesNotContain(others);
        assertThat(ingest.manageAs("o", "POST", "/jobs/" + id + "/cancel", "").statusCode())
                .isEqualTo(200);
        assertThat(AUDIT.actions("jobs/" + id)).containsExactly("on-call POST", "on-call cancel");
        assertThat(AUDIT.actions("jobs/" + others)).containsExactly("admin POST");
    }

    @Test
    void aJobOfSeveralSubscriptionsIsJudgedByItsTopicAndNamesThemAll() {
        assertThat(ingest.manage("PUT", "/topics/orders/eventSubscriptions/audit", subscription("/a"))
                        .statusCode())
                .isEqualTo(201);
        var body = "{\"kind\":\"redrive\",\"topic\":\"%s\",\"subscriptions\":[%s]}";
        refused(ingest.manageAs("r", "POST", "/jobs", body.formatted("orders", "\"*\"")), 403, "Forbidden/Forbidden");
        refused(ingest.manageAs("o", "POST", "/jobs", body.formatted("invoices", "\"*\"")), 403, "Forbidden/Forbidden");
        var unknown = ingest.manageAs("o", "POST", "/jobs", body.formatted("orders", "\"billing\",\"nobody\""));
        assertThat(unknown.statusCode()).isEqualTo(400);
        assertThat(unknown.body()).contains("subscriptions: must be subscriptions of topic orders; it has no nobody");

        var created = json(ingest.manageAs("o", "POST", "/jobs", body.formatted("orders", "\"*\"")));

        assertThat(created.path("subscriptions"))
                .extracting(JsonNode::textValue)
                .contains("audit", "billing");
        var id = created.path("id").textValue();
        for (var name : List.of("audit", "billing")) {
            assertThat(json(ingest.manageAs("o", "GET", "/jobs?subscription=" + name, ""))
                            .path("value")
                            .findValuesAsText("id"))
                    .contains(id);
        }
        assertThat(AUDIT.records("jobs/" + id))
                .singleElement()
                .satisfies(change -> assertThat(change.path("after").path("subscriptions"))
                        .isEqualTo(created.path("subscriptions")));
        assertThat(ingest.manageAs("o", "POST", "/jobs/" + id + "/cancel", "").statusCode())
                .isEqualTo(200);
    }

    @Test
    void aJobOfAHostIsOfTheTopicsThatItsOperatorHas() {
        for (var topic : List.of("orders", "invoices")) {
            ingest.manage("PUT", "/topics/" + topic + "/eventSubscriptions/crm", """
                {"properties":{"destination":{"endpointType":"WebHook","properties":{\
                "endpointUrl":"https://crm.example/%s"}}}}\
                """.formatted(topic));
        }
        var body = "{\"kind\":\"redrive\",\"host\":\"CRM.example\",\"dryRun\":true}";
        refused(ingest.manageAs("r", "POST", "/jobs", body), 403, "Forbidden/Forbidden");

        var own = json(ingest.manageAs("o", "POST", "/jobs", body));
        var all = json(ingest.manage("POST", "/jobs", body));

        assertThat(own.path("topic").textValue()).isEqualTo("orders");
        assertThat(own.path("subscription").textValue()).isEqualTo("crm");
        assertThat(own.path("warnings"))
                .extracting(JsonNode::textValue)
                .containsExactly("your token is for some topics only: subscriptions of others are left out, if there"
                        + " are any");
        assertThat(all.path("subscriptions"))
                .extracting(JsonNode::textValue)
                .containsExactly("invoices/crm", "orders/crm");
        assertThat(all.has("topic") || all.has("warnings")).isFalse();
        var id = all.path("id").textValue();
        assertThat(ingest.manageAs("o", "GET", "/jobs/" + id, "").statusCode())
                .as("it shows what is of another topic as well")
                .isEqualTo(404);
        assertThat(ingest.manageAs("o", "GET", "/jobs", "").body()).doesNotContain(id);
        refused(ingest.manageAs("o", "POST", "/jobs", """
            {"kind":"redrive","subscriptions":["orders/crm","invoices/crm"]}\
            """), 403, "Forbidden/Forbidden");
        assertThat(AUDIT.records("jobs/" + id))
                .singleElement()
                .satisfies(change ->
                        assertThat(change.path("after").path("subscriptions")).isEqualTo(all.path("subscriptions")));
        refused(ingest.manage("POST", "/jobs", body.replace("CRM", "nowhere")), 400, "BadRequest/InvalidResource");
        for (var job : List.of(id, own.path("id").textValue())) {
            ingest.manage("POST", "/jobs/" + job + "/cancel", "");
        }
    }

    @Test
    void whatWaitsForAHostIsRetriedOfTheTopicsThatItsOperatorHas() {
        for (var topic : List.of("orders", "invoices")) {
            assertThat(ingest.manage("PUT", "/topics/" + topic + "/eventSubscriptions/late", """
                {"properties":{"destination":{"endpointType":"WebHook","properties":{\
                "endpointUrl":"https://late.example/%s"}}}}\
                """.formatted(topic))
                            .statusCode())
                    .isEqualTo(201);
        }
        ingest.manage("PUT", "/topics/orders/eventSubscriptions/paused", """
            {"properties":{"paused":true,"destination":{"endpointType":"WebHook","properties":{\
            "endpointUrl":"https://late.example/"}}}}\
            """);
        var path = "/eventSubscriptions/retryNow";
        var body = "{\"host\":\"late.example:443\",\"dryRun\":%s}";
        refused(ingest.manageAs("r", "POST", path, body.formatted(false)), 403, "Forbidden/Forbidden");

        var dry = json(ingest.manage("POST", path, body.formatted(true)));
        var own = ingest.manageAs("o", "POST", path, body.formatted(false));

        assertThat(dry.path("subscriptions"))
                .extracting(JsonNode::textValue)
                .containsExactly("invoices/late", "orders/late");
        assertThat(dry.path("warnings"))
                .extracting(JsonNode::textValue)
                .containsExactly("1 subscription is left out: orders/paused is paused; resume it first");
        assertThat(own.statusCode()).isEqualTo(202);
        assertThat(json(own).path("subscriptions"))
                .extracting(JsonNode::textValue)
                .containsExactly("orders/late");
        var resource = "/eventSubscriptions/late";
        assertThat(AUDIT.actions("topics/orders" + resource)).containsExactly("admin PUT", "on-call retryNow");
        assertThat(AUDIT.actions("topics/invoices" + resource)).containsExactly("admin PUT");
    }

    private static String redrive(String topic) {
        return "{\"kind\":\"redrive\",\"topic\":\"%s\",\"subscription\":\"billing\"}".formatted(topic);
    }

    @Test
    void aTokenIsToldItsRoles() {
        assertThat(json(ingest.manageAs("a", "GET", "/access", ""))).hasToString("""
            {"name":"owner","from":"127.0.0.1","roles":[{"role":"admin","topics":["orders","orders-eu"]}],"authRequired":true}\
            """);
        assertThat(json(ingest.manage("GET", "/access", "")).path("roles")).hasToString("""
            [{"role":"admin","topics":["*"]}]\
            """);
        assertThat(ingest.manageAs("o", "POST", "/access", "").statusCode()).isEqualTo(405);
    }

    @Test
    void theOverviewCountsWhatTheTokenSees() {
        var ofReader = json(ingest.manageAs("r", "GET", "/overview", ""));
        assertThat(ofReader.path("topics").asInt()).isOne();
        assertThat(ofReader.at("/subscriptions/total").asInt()).isPositive();
        assertThat(json(ingest.manage("GET", "/overview", "")).path("topics").asInt())
                .isGreaterThan(1);
        assertThat(ingest.manageAs("nobody", "GET", "/overview", "").statusCode())
                .isEqualTo(401);
    }

    @Test
    void anUnknownTokenIsNoToken() {
        refused(ingest.manageAs("nobody", "GET", "/topics", ""), 401, "Unauthorized/Unauthorized");
        double before = refusals("401");
        refused(ingest.manageAs("nobody", "GET", "/topics", ""), 401, "Unauthorized/Unauthorized");
        assertThat(refusals("401")).isGreaterThan(before);
        refused(ingest.manageAs("r", "DELETE", BILLING, ""), 403, "Forbidden/Forbidden");
        assertThat(refusals("403")).isPositive();
    }

    @Test
    void theTokensFileIsReadAgainWhenItChanges() throws IOException {
        assertThat(ingest.manageAs("later", "GET", "/topics", "").statusCode()).isEqualTo(401);
        var before = Files.readString(tokens);
        Files.writeString(tokens, before + TokenLines.line("later", "later", "reader", "invoices"));
        await().untilAsserted(() -> assertThat(names(ingest.manageAs("later", "GET", "/topics", "")))
                .containsExactly("invoices"));
        Files.writeString(tokens, "this is no tokens file");
        await().until(() ->
                ingest.metrics.get("tidings.tokens.file.valid").gauge().value() == 0);
        assertThat(ingest.manageAs("later", "GET", "/topics", "").statusCode()).isEqualTo(200);
        Files.writeString(tokens, before);
        await().until(() -> ingest.manageAs("later", "GET", "/topics", "").statusCode() == 401);
        assertThat(ingest.manageAs("r", "GET", "/topics", "").statusCode()).isEqualTo(200);
    }

    @Test
    void aTokenOfTheIssuerHasTheRolesOfItsClaim() {
        var team = issuer.token("7f3a", "orders-team");
        assertThat(names(ingest.manageAs(team, "GET", "/topics", ""))).containsExactly("orders");
        assertThat(ingest.manageAs(team, "PATCH", BILLING, "{\"paused\":false}").statusCode())
                .isEqualTo(200);
        refused(ingest.manageAs(team, "DELETE", BILLING, ""), 403, "Forbidden/Forbidden");
        assertThat(AUDIT.actions("topics/orders/eventSubscriptions/billing")).contains("oidc:7f3a PATCH");
        assertThat(names(ingest.manageAs(issuer.token("8b1c", "events-admins"), "GET", "/topics", "")))
                .contains("invoices", "orders");
        assertThat(json(ingest.manageAs(team, "GET", "/access", ""))
                        .path("issuer")
                        .textValue())
                .isEqualTo(login.uri("/realm").toString());
        refused(ingest.manageAs(issuer.token("9d2e"), "GET", "/topics", ""), 403, "Forbidden/Forbidden");
        var stranger = new IssuedTokens(login.uri("/realm").toString());
        refused(
                ingest.manageAs(stranger.token("7f3a", "events-admins"), "GET", "/topics", ""),
                401,
                "Unauthorized/Unauthorized");
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
}
