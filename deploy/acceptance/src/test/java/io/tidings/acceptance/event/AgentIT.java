package io.tidings.acceptance.event;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.tidings.acceptance.installation.LocalTestCluster;
import io.tidings.acceptance.installation.TestTopic;
import io.tidings.contract.Sha256;
import io.tidings.contract.secret.HmacSha256;
import io.tidings.contract.secret.SigningSecret;
import io.tidings.testbed.FreePort;
import io.tidings.testbed.webhook.ReceivedRequest;
import io.tidings.testbed.webhook.ScriptedResponse;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** B-MCP-2: an agent subscribes over MCP, and its webhook gets what is published from then on. */
class AgentIT {
    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final String VERSION = "2026-07-28";
    private static final String METHOD = "events/subscribe";

    @TempDir
    static Path folder;

    private static String url;
    private static LocalTestCluster machine;
    private static TestTopic orders;

    @BeforeAll
    static void start() throws IOException {
        int port = FreePort.next();
        url = "http://localhost:" + port + "/mcp";
        var line = "bot " + HexFormat.of().formatHex(Sha256.of("the-token-of-bot")) + " subscriber orders\n";
        var tokens = Files.writeString(folder.resolve("tokens"), line);
        machine = LocalTestCluster.start(
                folder.resolve("machine"),
                Map.of("tokens.file", tokens.toString(), "mcp.port", Integer.toString(port), "mcp.url", url));
        orders = machine.topic("orders");
        machine.manage("PUT", "/topics/orders/eventTypes/Order.Placed", """
            {"properties":{"dataSchema":{"type":"object","properties":{"amount":{"type":"number"}}}}}\
            """);
    }

    @AfterAll
    static void stop() {
        machine.close();
    }

    @Test
    void anAgentThatSubscribesGetsWhatIsPublished() throws Exception {
        orders.answers("/agent", ScriptedResponse.computed(AgentIT::answer));
        var id = subscribed();
        orders.publish("first", "/orders/1");
        var received = orders.awaitRequests("/agent", 2);
        assertThat(received.getFirst().json().path("type").asText()).isEqualTo("verification");
        var occurrence = received.getLast();
        assertThat(occurrence.json().path("name").asText()).isEqualTo("orders.Order.Placed");
        assertThat(occurrence.json().at("/data/amount").doubleValue()).isEqualTo(42.1);
        assertThat(occurrence.header("x-mcp-subscription-id")).containsExactly(id);
        assertThat(occurrence.header("webhook-id"))
                .containsExactly(occurrence.json().path("eventId").asText());
        assertThat(occurrence.header("webhook-signature")).containsExactly(signature(occurrence));
    }

    private static ScriptedResponse.Status answer(ReceivedRequest request) {
        var json = JsonNodeFactory.instance.objectNode();
        json.set("challenge", request.json().path("challenge"));
        return new ScriptedResponse.Status(200, Map.of("Content-Type", "application/json"), json.toString());
    }

    /** Returns the id of the subscription. */
    private static String subscribed() throws IOException, InterruptedException {
        var body = """
            {"jsonrpc":"2.0","id":1,"method":"%s","params":{"name":"orders.Order.Placed",\
            "arguments":{"amount":{"$gt":40}},"delivery":{"mode":"webhook","url":"%s","secret":"%s"},\
            "_meta":{"io.modelcontextprotocol/protocolVersion":"%s","io.modelcontextprotocol/clientCapabilities":{}}}}\
            """.formatted(METHOD, orders.url("/agent"), SECRET, VERSION);
        var request = HttpRequest.newBuilder(URI.create(url))
                .header("Authorization", "Bearer the-token-of-bot")
                .header("MCP-Protocol-Version", VERSION)
                .header("Mcp-Method", METHOD)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body));
        try (var client = HttpClient.newHttpClient()) {
            var response = client.send(request.build(), BodyHandlers.ofString());
            assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
            var result = new ObjectMapper().readTree(response.body()).path("result");
            assertThat(result.path("id").asText()).as(response.body()).startsWith("sub_");
            return result.path("id").asText();
        }
    }

    private static String signature(ReceivedRequest request) {
        return SigningSecret.sign(
                HmacSha256.of(SigningSecret.key(SECRET)),
                request.header("webhook-id").getFirst(),
                Long.parseLong(request.header("webhook-timestamp").getFirst()),
                mac -> mac.update(request.body()));
    }
}
