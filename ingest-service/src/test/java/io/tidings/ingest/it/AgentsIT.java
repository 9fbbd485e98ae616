package io.tidings.ingest.it;

import static io.tidings.ingest.it.Responses.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.Topics;
import io.tidings.contract.secret.HmacSha256;
import io.tidings.contract.secret.SigningSecret;
import io.tidings.ingest.oidc.IssuedTokens;
import io.tidings.testbed.NodePackages;
import io.tidings.testbed.client.ClientUse;
import io.tidings.testbed.client.Clients;
import io.tidings.testbed.client.RunsClient;
import io.tidings.testbed.webhook.ReceivedRequest;
import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.ScriptedWebhook;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** B-MCP: agents subscribe and poll over MCP, and an operator's assistant reads. */
class AgentsIT {
    private static final Topics TOPICS = new Topics("agents.");
    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final String OTHER_SECRET = "whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIz";
    private static final String URL = "http://localhost:8088/mcp";
    private static final String PLACED = """
        {"properties":{"description":"An order","dataSchema":{"type":"object","properties":{"n":{"type":"integer"},\
        "city":{"type":"string"}}}}}\
        """;
    private static final ScriptedResponse AGREEING = ScriptedResponse.agreeing();

    private static final NodePackages NODE = new NodePackages("mcp", "@ai-sdk/mcp@2.0.99");
    private static final Path SCRIPT = Path.of("src", "test", "resources", "agent.cjs");

    @TempDir
    private static Path folder;

    private static Path tokens;
    private static String realm;
    private static IssuedTokens issuer;
    private static IngestFixture ingest;
    private static ScriptedWebhook agent;

    @BeforeAll
    static void start() throws IOException {
        agent = ScriptedWebhook.start();
        tokens = Files.writeString(folder.resolve("tokens"), tokenLines("orders*"));
        var settings = new HashMap<>(Map.of(
                "tokens.file", tokens.toString(),
                "http.wrong.key.delay", "0s",
                "mcp.port", "0",
                "mcp.url", URL,
                "mcp.subscriptions.per.principal", "3",
                "endpoint.allow.http", "true",
                "endpoint.allow.networks", "127.0.0.0/8,::1/128"));
        settings.putAll(issuing());
        ingest = IngestFixture.under(TOPICS, settings);
        for (var topic : List.of("orders", "orders-old", "bills")) {
            assertThat(ingest.manage("PUT", "/topics/" + topic, "{}").statusCode())
                    .isEqualTo(201);
            assertThat(ingest.manage("PUT", "/topics/" + topic + "/eventTypes/placed", PLACED)
                            .statusCode())
                    .isEqualTo(201);
        }
    }

    private static Map<String, String> issuing() {
        realm = agent.uri("/realm").toString();
        issuer = new IssuedTokens(realm);
        serves("/realm/.well-known/openid-configuration", """
            {"issuer": "%s", "jwks_uri": "%s/keys"}\
            """.formatted(realm, realm));
        serves("/realm/keys", issuer.published());
        return Map.of(
                "oidc.issuer",
                realm,
                "oidc.audience",
                IssuedTokens.AUDIENCE,
                "oidc.role.claim",
                "realm_access.roles",
                "oidc.roles",
                "agents=subscriber:orders*");
    }

    private static void serves(String path, String body) {
        agent.answers(
                path,
                ScriptedResponse.computed(
                        _ -> new ScriptedResponse.Status(200, Map.of("Content-Type", "application/json"), body)));
    }

    private static String tokenLines(String topicsOfBot) {
        return TokenLines.line("bot", "bot", "subscriber", topicsOfBot)
                + TokenLines.line("other", "other", "subscriber", "*")
                + TokenLines.line("full", "full", "subscriber", "*")
                + TokenLines.line("hasty", "hasty", "subscriber", "*")
                + TokenLines.line("back", "back", "subscriber", "*")
                + TokenLines.line("fickle", "fickle", "subscriber", topicsOfBot)
                + TokenLines.line("sdk", "sdk", "subscriber", "orders*")
                + TokenLines.line("ops", "ops", "reader", "orders*")
                + TokenLines.line("shop", "shop", "publisher", "*");
    }

    @AfterAll
    static void stop() {
        ingest.close();
        agent.close();
    }

    private static HttpResponse<String> post(String token, String method, String params, String... headers) {
        var all = JsonNodeFactory.instance.objectNode();
        all.setAll((ObjectNode) json(params));
        all.putObject("_meta")
                .put("io.modelcontextprotocol/protocolVersion", "2026-07-28")
                .putObject("io.modelcontextprotocol/clientCapabilities");
        var body = JsonNodeFactory.instance
                .objectNode()
                .put("jsonrpc", "2.0")
                .put("id", 7)
                .put("method", method);
        body.set("params", all);
        var request = HttpRequest.newBuilder(uri("/mcp"))
                .header("MCP-Protocol-Version", "2026-07-28")
                .header("Mcp-Method", method)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body.toString()));
        if (method.equals("tools/call")) {
            request.header("Mcp-Name", all.path("name").asText());
        }
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        return ingest.send(headers.length == 0 ? request : request.headers(headers));
    }

    private static URI uri(String path) {
        return URI.create("http://localhost:" + ingest.program.agentsPort() + path);
    }

    private static JsonNode result(HttpResponse<String> response) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        var result = json(response).path("result");
        assertThat(result.path("resultType").asText()).as(response.body()).isEqualTo("complete");
        assertThat(json(response).fieldNames()).toIterable().containsExactly("jsonrpc", "id", "result");
        return result;
    }

    private static JsonNode error(HttpResponse<String> response) {
        var error = json(response).path("error");
        assertThat(error.isObject()).as(response.body()).isTrue();
        return error;
    }

    private static String subscription(String event, String arguments, String path, String secret) {
        return """
            {"name":"%s","arguments":%s,"delivery":{"mode":"webhook","url":"%s","secret":"%s"}}\
            """.formatted(event, arguments, agent.uri(path), secret);
    }

    private static List<JsonNode> marked(String topic) {
        return json(ingest.manage("GET", "/topics/" + topic + "/eventSubscriptions", ""))
                .path("value")
                .valueStream()
                .filter(each -> each.at("/properties/tidings/agent").isObject())
                .toList();
    }

    @Test
    void withoutATokenAnAgentIsToldWhereToGetOne() {
        var refused = post("", "server/discover", "{}");
        assertThat(refused.statusCode()).isEqualTo(401);
        assertThat(refused.headers().firstValue("WWW-Authenticate"))
                .contains("Bearer resource_metadata=\"http://localhost:8088"
                        + "/.well-known/oauth-protected-resource/mcp\"");
        var resource = ingest.send(HttpRequest.newBuilder(uri("/.well-known/oauth-protected-resource/mcp")));
        assertThat(json(resource).path("resource").asText()).isEqualTo(URL);
        assertThat(post("nobody", "server/discover", "{}").statusCode()).isEqualTo(401);
        assertThat(post(IngestFixture.TOKEN, "server/discover", "{}").statusCode())
                .isEqualTo(401);
        assertThat(post("shop", "server/discover", "{}").statusCode()).isEqualTo(403);
        assertThat(post("bot", "server/discover", "{}", "Origin", "https://evil.example")
                        .statusCode())
                .isEqualTo(403);
        assertThat(ingest.send(HttpRequest.newBuilder(uri("/mcp"))).statusCode())
                .isEqualTo(405);
        assertThat(ingest.send(HttpRequest.newBuilder(uri("/topics"))).statusCode())
                .isEqualTo(404);
    }

    @Test
    void aTokenOfTheIssuerIsForAgentsIfItsAudienceSaysSo() {
        agent.answers("/issued", AGREEING);
        var token = issuer.tokenFor(URL, "7f3a", "agents");
        assertThat(result(post(token, "events/list", "{}")).path("events").findValuesAsText("name"))
                .contains("orders.placed")
                .doesNotContain("bills.placed");
        var asked = subscription("orders.placed", "{}", "/issued", SECRET);
        result(post(token, "events/subscribe", asked));
        assertThat(marked("orders"))
                .extracting(each -> each.at("/properties/tidings/agent/issuer").asText())
                .contains(realm);
        assertThat(ingest.manageAs(token, "GET", "/topics", "").statusCode()).isEqualTo(401);
        assertThat(post(issuer.token("7f3a", "agents"), "events/list", "{}").statusCode())
                .isEqualTo(401);
        result(post(token, "events/unsubscribe", asked));
    }

    @Test
    void theServerSaysWhatItCan() {
        var discovered = result(post("bot", "server/discover", "{}"));
        assertThat(discovered.at("/supportedVersions/0").asText()).isEqualTo("2026-07-28");
        assertThat(discovered.at("/capabilities/events").isObject()).isTrue();
        assertThat(discovered.path("capabilities").path("extensions").has("io.modelcontextprotocol/events"))
                .isTrue();
        assertThat(discovered.path("ttlMs").isInt()).isTrue();
        var unknown = post("bot", "events/stream", "{}");
        assertThat(unknown.statusCode()).isEqualTo(404);
        assertThat(error(unknown).path("code").intValue()).isEqualTo(-32601);
    }

    @Test
    void anAgentSeesTheEventsOfItsTopics() {
        var events = result(post("bot", "events/list", "{}")).path("events");
        assertThat(events.findValuesAsText("name")).contains("orders.placed").doesNotContain("bills.placed");
        var placed = events.valueStream()
                .filter(each -> each.path("name").asText().equals("orders.placed"))
                .findFirst()
                .orElseThrow();
        assertThat(placed.path("delivery")).hasToString("[\"webhook\",\"poll\"]");
        assertThat(placed.at("/inputSchema/properties").fieldNames())
                .toIterable()
                .containsExactly("n", "city");
        assertThat(result(post("ops", "events/list", "{}")).path("events")).isEmpty();
        assertThat(result(post("other", "events/list", "{\"cursor\":null}"))
                        .path("events")
                        .findValuesAsText("name"))
                .contains("bills.placed");
        var hidden = error(post("bot", "events/subscribe", subscription("bills.placed", "{}", "/x", SECRET)));
        var missing = error(post("bot", "events/subscribe", subscription("bills.none", "{}", "/x", SECRET)));
        assertThat(hidden.path("code").intValue()).isEqualTo(-32011);
        assertThat(hidden.path("data")).isEqualTo(missing.path("data"));
    }

    @Test
    void aSubscriptionOfAnAgentIsAnEventSubscriptionUntilItEnds() {
        agent.answers("/life", AGREEING);
        var asked = subscription("orders.placed", "{\"n\":{\"$gte\":10},\"city\":[\"Bern\"]}", "/life", SECRET);
        var granted = result(post("bot", "events/subscribe", asked));
        var id = granted.path("id").asText();
        assertThat(id).matches("sub_[0-9a-f]{32}");
        assertThat(granted.path("cursor").isNull()).isTrue();
        assertThat(granted.path("truncated").booleanValue()).isFalse();
        var end = Instant.parse(granted.path("refreshBefore").asText());
        assertThat(end)
                .isBetween(
                        Instant.now().plus(Duration.ofMinutes(50)),
                        Instant.now().plus(Duration.ofHours(1)));

        var challenge = agent.requests("/life").getFirst();
        assertThat(challenge.json().path("type").asText()).isEqualTo("verification");
        assertThat(challenge.header("x-mcp-subscription-id")).containsExactly(id);
        assertThat(challenge.header("webhook-signature")).containsExactly(signature(challenge));

        var name = "agent-" + id.substring("sub_".length());
        var path = "/topics/orders/eventSubscriptions/" + name;
        var got = ingest.manage("GET", path, "");
        var properties = json(got).path("properties");
        assertThat(properties.at("/tidings/agent/principal").asText()).isEqualTo("bot");
        assertThat(properties.at("/tidings/agent/event").asText()).isEqualTo("orders.placed");
        assertThat(properties.path("provisioningState").asText()).isEqualTo("Succeeded");
        assertThat(properties.at("/filter/includedEventTypes/0").asText()).isEqualTo("placed");
        assertThat(properties.at("/filter/advancedFilters")).hasSize(2);
        assertThat(got.body()).doesNotContain(SECRET).doesNotContain("/life");

        assertThat(result(post("bot", "events/subscribe", asked))
                        .path("refreshBefore")
                        .asText())
                .as("not written again")
                .isEqualTo(end.toString());
        var sooner = asked.replaceFirst("\\{", "{\"ttlMs\":120000,");
        var refreshed = result(post("bot", "events/subscribe", sooner));
        assertThat(refreshed.path("id").asText()).isEqualTo(id);
        assertThat(Instant.parse(refreshed.path("refreshBefore").asText())).isBefore(end);
        assertThat(agent.requests("/life")).hasSize(1);

        var rotated = result(post("bot", "events/subscribe", asked.replace(SECRET, OTHER_SECRET)));
        assertThat(rotated.path("id").asText()).isEqualTo(id);
        assertThat(json(ingest.manage("GET", path, ""))
                        .at("/properties/tidings/signing/formerUntil")
                        .isTextual())
                .isTrue();

        assertThat(result(post("other", "events/unsubscribe", asked)).size()).isEqualTo(1);
        assertThat(ingest.manage("GET", path, "").statusCode()).isEqualTo(200);
        assertThat(result(post("bot", "events/unsubscribe", asked)).size()).isEqualTo(1);
        assertThat(ingest.manage("GET", path, "").statusCode()).isEqualTo(404);
        result(post("bot", "events/unsubscribe", asked));

        var actions = json(ingest.manage("GET", "/audit?who=bot&resource=" + path.substring(1), ""))
                .path("value")
                .findValuesAsText("action");
        assertThat(actions)
                .containsExactlyInAnyOrder("mcp events/subscribe", "mcp events/subscribe", "mcp events/unsubscribe");
    }

    private static String signature(ReceivedRequest request) {
        var mac = HmacSha256.of(SigningSecret.key(SECRET));
        return SigningSecret.sign(
                mac,
                request.header("webhook-id").getFirst(),
                Long.parseLong(request.header("webhook-timestamp").getFirst()),
                each -> each.update(request.body()));
    }

    @Test
    void aCallbackThatDoesNotAnswerGetsNoEvents() {
        agent.answers(
                "/liar", new ScriptedResponse.Status(200, Map.of(), "{\"challenge\":\"the same for everybody\"}"));
        var refused = error(post("other", "events/subscribe", subscription("orders.placed", "{}", "/liar", SECRET)));
        assertThat(refused.path("code").intValue()).isEqualTo(-32015);
        assertThat(refused.at("/data/reason").asText()).isEqualTo("challenge_failed");
        agent.answers("/gone", ScriptedResponse.status(404));
        var gone = error(post("other", "events/subscribe", subscription("orders.placed", "{}", "/gone", SECRET)));
        assertThat(gone.at("/data/reason").asText()).isEqualTo("http_4xx");
        agent.answers("/long", new ScriptedResponse.Status(200, Map.of(), "x".repeat(100_000)));
        var tooLong = error(post("other", "events/subscribe", subscription("orders.placed", "{}", "/long", SECRET)));
        assertThat(tooLong.at("/data/reason").asText()).isEqualTo("challenge_failed");
        var inside = subscription("orders.placed", "{}", "/x", SECRET)
                .replace(agent.uri("/x").toString(), "http://10.0.0.7/hook");
        assertThat(error(post("other", "events/subscribe", inside)).path("code").intValue())
                .isEqualTo(-32602);
        assertThat(marked("orders").toString()).doesNotContain("\"other\"");
    }

    @Test
    void whatIsWrongWithASubscriptionIsSaid() {
        var whole = subscription("orders.placed", "{\"n\":1}", "/x", SECRET);
        var wrong = new HashMap<String, Integer>();
        wrong.put(whole.replace("{\"n\":1}", "{\"x\":1}"), -32602);
        wrong.put(whole.replace(SECRET, "whsec_short"), -32602);
        wrong.put(whole.replace("\"webhook\"", "\"push\""), -32014);
        wrong.put(whole.replaceFirst("\\{", "{\"cursor\":\"c\","), -32014);
        wrong.forEach((params, code) -> {
            var refused = error(post("bot", "events/subscribe", params));
            assertThat(refused.path("code").intValue()).as(params).isEqualTo(code);
            assertThat(refused.toString()).doesNotContain(SECRET);
        });
    }

    @Test
    void aPrincipalHasSoManySubscriptions() {
        agent.answers("/many", AGREEING);
        for (int i = 0; i < 3; i++) {
            result(post(
                    "full", "events/subscribe", subscription("bills.placed", "{\"n\":" + i + "}", "/many", SECRET)));
        }
        var refused =
                error(post("full", "events/subscribe", subscription("bills.placed", "{\"n\":9}", "/many", SECRET)));
        assertThat(refused.path("code").intValue()).isEqualTo(-32013);
        assertThat(refused.path("data")).hasToString("{\"limit\":\"subscriptions\",\"max\":3}");
        assertThat(agent.requests("/many")).hasSize(1);
        lapse("/topics/bills/eventSubscriptions/" + nameOf("bills", "full"), "");
        assertThat(error(post("full", "events/subscribe", subscription("bills.placed", "{\"n\":9}", "/many", SECRET)))
                        .path("code")
                        .intValue())
                .as("one that has lapsed is kept, and counts")
                .isEqualTo(-32013);
    }

    /** @param moved the path to which a manager moves it, or none */
    private static void lapse(String subscription, String moved) {
        var soon = Instant.now().plusSeconds(2);
        var shortened = (ObjectNode) json(ingest.manage("GET", subscription, ""));
        var properties = shortened.withObjectProperty("properties").put("expirationTimeUtc", soon.toString());
        if (!moved.isEmpty()) {
            properties
                    .withObjectProperty("destination")
                    .withObjectProperty("properties")
                    .put("endpointUrl", agent.uri(moved).toString());
        }
        var put = ingest.manage("PUT", subscription, shortened.toString());
        assertThat(put.statusCode()).as(put.body()).isEqualTo(200);
        await().until(() -> Instant.now().isAfter(soon));
    }

    @Test
    void oneThatComesBackGoesOnWhereTheAgentHasAgreed() {
        agent.answers("/back", AGREEING);
        var asked = subscription("orders-old.placed", "{}", "/back", SECRET);
        result(post("back", "events/subscribe", asked));
        var path = "/topics/orders-old/eventSubscriptions/" + nameOf("orders-old", "back");
        assertThat(ingest.manage("PATCH", path, "{\"properties\":{\"paused\":true}}")
                        .statusCode())
                .isEqualTo(200);
        lapse(path, "/moved");
        var again = result(post("back", "events/subscribe", asked));
        assertThat(again.path("truncated").booleanValue()).isTrue();
        assertThat(again.at("/deliveryStatus/active").booleanValue())
                .as("still paused")
                .isFalse();
        assertThat(ingest.manage("POST", path + "/getFullUrl", "").body())
                .contains("/back")
                .doesNotContain("/moved");
        result(post("back", "events/unsubscribe", asked));
    }

    /** The name of a subscription that the principal has. */
    private static String nameOf(String topic, String principal) {
        return marked(topic).stream()
                .filter(each ->
                        each.at("/properties/tidings/agent/principal").asText().equals(principal))
                .map(each -> each.path("name").asText())
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aPrincipalThatAsksAtTheSameTimeGetsNoMore() {
        agent.answers("/hasty", AGREEING);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var asked = IntStream.range(0, 8)
                    .mapToObj(n -> subscription("bills.placed", "{\"n\":" + n + "}", "/hasty", SECRET))
                    .map(params ->
                            CompletableFuture.supplyAsync(() -> post("hasty", "events/subscribe", params), threads))
                    .toList();
            assertThat(asked)
                    .filteredOn(each -> json(each.join()).has("result"))
                    .hasSize(3);
        }
    }

    /** Whoever may manage a topic could else say that events go to somebody's agent. */
    @Test
    void managersMakeNoSubscriptionOfAnAgent() {
        agent.answers("/managed", AGREEING);
        var id = result(post("other", "events/subscribe", subscription("orders-old.placed", "{}", "/managed", SECRET)))
                .path("id")
                .asText();
        var path = "/topics/orders-old/eventSubscriptions/agent-" + id.substring("sub_".length());
        var got = ingest.manage("GET", path, "").body();
        var made = ingest.manage("PUT", "/topics/orders-old/eventSubscriptions/copy", """
            {"properties":{"eventDeliverySchema":"CloudEventSchemaV1_0","destination":{"endpointType":"WebHook",\
            "properties":{"endpointUrl":"https://agent.example/"}},"tidings":{"signing":{},"agent":{\
            "id":"sub_0123456789abcdef0123456789abcdef","principal":"bot","event":"orders-old.placed"}}}}\
            """);
        assertThat(made.statusCode()).isEqualTo(400);
        assertThat(made.body()).contains("properties.tidings.agent: must stay as it is");
        assertThat(ingest.manage("PUT", path, got).statusCode()).isEqualTo(200);
        for (var changed :
                List.of("\"principal\":\"bot\"", "\"principal\":\"other\",\"issuer\":\"https://login.example\"")) {
            assertThat(ingest.manage("PUT", path, got.replace("\"principal\":\"other\"", changed))
                            .statusCode())
                    .isEqualTo(400);
        }
        assertThat(ingest.manage("PATCH", path, "{\"properties\":{\"paused\":true}}")
                        .statusCode())
                .isEqualTo(200);
        var refreshed =
                result(post("other", "events/subscribe", subscription("orders-old.placed", "{}", "/managed", SECRET)));
        assertThat(refreshed.at("/deliveryStatus/active").booleanValue()).isFalse();
        assertThat(ingest.manage("DELETE", path, "").statusCode()).isEqualTo(200);
    }

    @Test
    void aSubscriptionEndsWithTheRightOfItsToken() throws IOException {
        agent.answers("/fickle", AGREEING);
        result(post("fickle", "events/subscribe", subscription("orders.placed", "{}", "/fickle", SECRET)));
        Files.writeString(tokens, tokenLines("orders*").replaceFirst("(?m)^(fickle .* )orders\\*$", "$1bills"));
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(marked("orders").toString()).doesNotContain("\"fickle\""));
        await().untilAsserted(() -> {
            var told = agent.requests("/fickle").getLast();
            assertThat(told.json().path("type").asText()).isEqualTo("terminated");
            assertThat(told.json().at("/error/code").intValue()).isEqualTo(-32012);
            assertThat(told.header("webhook-signature")).containsExactly(signature(told));
        });
    }

    @Test
    void anAgentPollsFromItsCursorOn() {
        var none = result(post("bot", "events/poll", "{\"name\":\"orders.placed\",\"arguments\":{\"city\":\"bern\"}}"));
        assertThat(none.path("events")).isEmpty();
        var cursor = none.path("cursor").asText();
        assertThat(cursor).isNotEmpty().hasSizeLessThan(4_096);
        publish("poll-1", "placed", "Bern");
        publish("poll-2", "placed", "Basel");
        publish("poll-3", "paid", "Bern");
        publish("poll-4", "placed", "BERN");
        var first = result(poll(cursor, "\"maxEvents\":1,"));
        assertThat(first.path("events")).hasSize(1);
        assertThat(first.at("/events/0").fieldNames())
                .toIterable()
                .containsExactly("eventId", "name", "timestamp", "data");
        assertThat(first.path("hasMore").booleanValue()).isTrue();
        var second = result(poll(first.path("cursor").asText(), ""));
        assertThat(second.path("events")).hasSize(1);
        assertThat(List.of(city(first), city(second))).containsExactlyInAnyOrder("Bern", "BERN");
        assertThat(second.path("hasMore").booleanValue()).isFalse();
        assertThat(second.path("truncated").booleanValue()).isFalse();
        assertThat(result(poll(second.path("cursor").asText(), "")).path("events"))
                .isEmpty();
        assertThat(result(poll(cursor, "")).path("events")).hasSize(2);
        assertThat(error(poll(cursor + "x", "")).path("code").intValue()).isEqualTo(-32602);
        var foreign = post("other", "events/poll", pollParams(cursor, ""));
        assertThat(error(foreign).path("code").intValue()).isEqualTo(-32602);
    }

    @Test
    @RunsClient(value = "@ai-sdk/mcp", version = "2.0.99", uses = ClientUse.SUBSCRIBE_AS_AGENT)
    void theAiSdkSubscribesItsWebhook() throws IOException {
        Clients.require(NODE.missing());
        assertThat(NODE.run(SCRIPT, Map.of(), uri("/mcp").toString(), "sdk", "orders.placed")
                        .lines())
                .containsExactly("listed true", "subscribed true", "refreshed true", "unsubscribed");
    }

    private static String city(JsonNode result) {
        return result.at("/events/0/data/city").asText();
    }

    private static HttpResponse<String> poll(String cursor, String more) {
        return post("bot", "events/poll", pollParams(cursor, more));
    }

    private static String pollParams(String cursor, String more) {
        return "{" + more + "\"name\":\"orders.placed\",\"arguments\":{\"city\":\"bern\"},\"cursor\":\"" + cursor
                + "\"}";
    }

    private static void publish(String id, String type, String city) {
        var published = ingest.post(
                IngestFixture.ORDERS,
                """
                [{"id":"%s","subject":"/o","eventType":"%s","eventTime":"2026-11-21T09:30:00Z",\
                "data":{"n":1,"city":"%s"}}]\
                """.formatted(id, type, city),
                "aeg-sas-key",
                ingest.key("orders", 1),
                "Content-Type",
                "application/json");
        assertThat(published.statusCode()).as(published.body()).isEqualTo(200);
    }

    @Test
    void anAssistantReadsWhatItsTokenMaySee() {
        assertThat(result(post("bot", "tools/list", "{}")).path("tools")).isEmpty();
        assertThat(result(post("ops", "tools/list", "{}")).path("tools").findValuesAsText("name"))
                .containsExactly("event_history", "endpoint_failures", "needs_attention", "dead_letters", "try_filter");
        var tried = tool("ops", """
            {"name":"try_filter","arguments":{"topic":"orders","filter":{"subjectBeginsWith":"/a"},\
            "event":{"id":"1","subject":"/b","eventType":"t","eventTime":"2026-11-21T09:30:00Z"}}}\
            """);
        assertThat(tried.path("isError").booleanValue()).isFalse();
        assertThat(text(tried)).contains("\"matches\":false").contains("no instruction to follow");
        var refused = tool("ops", """
            {"name":"try_filter","arguments":{"topic":"bills","filter":{},"event":{}}}\
            """);
        assertThat(refused.path("isError").booleanValue()).isTrue();
        assertThat(text(refused)).contains("Forbidden");
        assertThat(text(tool("ops", """
            {"name":"needs_attention","arguments":{"topic":"bills","subscription":"x","eventId":"x"}}\
            """))).contains("\"attention\"");
        var wrong = post("ops", "tools/call", "{\"name\":\"delete_topic\",\"arguments\":{}}");
        assertThat(error(wrong).path("code").intValue()).isEqualTo(-32602);
        await().untilAsserted(() -> assertThat(json(ingest.manage("GET", "/audit?who=ops&resource=topics/orders", ""))
                        .at("/value/0/after/tool")
                        .asText())
                .isEqualTo("try_filter"));
        await().untilAsserted(() -> assertThat(json(ingest.manage("GET", "/audit?who=ops&resource=mcp", ""))
                        .at("/value")
                        .findValues("after"))
                .as("neither of the two names bills, which the token may not see")
                .extracting(JsonNode::toString)
                .containsExactlyInAnyOrder("{\"tool\":\"try_filter\"}", "{\"tool\":\"needs_attention\"}"));
        assertThat(ingest.manage("GET", "/audit?who=ops&resource=topics/bills", "")
                        .body())
                .doesNotContain("try_filter");
    }

    private static JsonNode tool(String token, String params) {
        return result(post(token, "tools/call", params));
    }

    private static String text(JsonNode result) {
        return result.at("/content/0/text").asText();
    }
}
