package io.tidings.acceptance.event;

import static io.tidings.acceptance.installation.LocalTestCluster.PATIENCE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.acceptance.installation.KafkaRecords;
import io.tidings.acceptance.installation.LocalTestCluster;
import io.tidings.acceptance.installation.TestTopic;
import io.tidings.contract.Sha256;
import io.tidings.contract.Topics;
import io.tidings.contract.secret.HmacSha256;
import io.tidings.contract.secret.SigningSecret;
import io.tidings.runtime.kafka.KafkaFutures;
import io.tidings.testbed.FreePort;
import io.tidings.testbed.cluster.AgentClient;
import io.tidings.testbed.webhook.ReceivedRequest;
import io.tidings.testbed.webhook.ScriptedResponse;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** B-MCP-2, B-MCP-3: an agent subscribes over MCP, and the assistant of an operator asks what happened. */
class AgentIT {
    private static final Topics TOPICS = new Topics(Topics.DEFAULT_PREFIX);
    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

    /** More than put an endpoint on probation. */
    private static final int EVENTS = 15;

    @TempDir
    static Path folder;

    private static LocalTestCluster machine;
    private static AgentClient agent;
    private static AgentClient assistant;

    @BeforeAll
    static void start() throws IOException {
        var url = "https://localhost:" + FreePort.next() + "/mcp";
        var tokens = Files.writeString(
                folder.resolve("tokens"), token("bot", "subscriber orders*") + token("ops", "reader orders*"));
        machine = LocalTestCluster.start(
                folder.resolve("machine"),
                Map.of(
                        "time.scale",
                        "0.1",
                        "tokens.file",
                        tokens.toString(),
                        "mcp.port",
                        Integer.toString(URI.create(url).getPort()),
                        "mcp.url",
                        url,
                        "deadletter.container.all",
                        "*/*",
                        "deadletter.container.all.topics",
                        "*"));
        agent = new AgentClient(machine.trust(), URI.create(url), "the-token-of-bot");
        assistant = new AgentClient(machine.trust(), URI.create(url), "the-token-of-ops");
    }

    private static String token(String name, String rights) {
        return name + " " + HexFormat.of().formatHex(Sha256.of("the-token-of-" + name)) + " " + rights + "\n";
    }

    @AfterAll
    static void stop() {
        agent.close();
        assistant.close();
        machine.close();
    }

    private static TestTopic topic(String name) {
        var topic = machine.topic(name);
        machine.manage("PUT", "/topics/" + name + "/eventTypes/Order.Placed", """
            {"properties":{"dataSchema":{"type":"object","properties":{"amount":{"type":"number"}}}}}\
            """);
        return topic;
    }

    /** Returns the id of the subscription of a webhook that agrees. */
    private static String subscribed(TestTopic topic, String path) {
        topic.answers(path, ScriptedResponse.agreeing());
        return agent.call("events/subscribe", """
            {"name":"%s.Order.Placed","arguments":{"amount":{"$gt":40}},\
            "delivery":{"mode":"webhook","url":"%s","secret":"%s"}}\
            """.formatted(topic.name(), topic.url(path), SECRET))
                .path("id")
                .asText();
    }

    @Test
    void anAgentThatSubscribesGetsWhatIsPublished() {
        var orders = topic("orders");
        var id = subscribed(orders, "/agent");
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

    private static String signature(ReceivedRequest request) {
        return SigningSecret.sign(
                HmacSha256.of(SigningSecret.key(SECRET)),
                request.header("webhook-id").getFirst(),
                Long.parseLong(request.header("webhook-timestamp").getFirst()),
                mac -> mac.update(request.body()));
    }

    @Test
    void aCallbackThatVanishesIsOnProbationAndNothingOfItIsLeft() {
        var orders = topic("orders-left");
        var name = "agent-" + subscribed(orders, "/vanished").substring("sub_".length());
        orders.answers("/vanished", ScriptedResponse.close());
        for (int i = 0; i < EVENTS; i++) {
            orders.publish("event-" + i, "/orders/" + i);
        }
        await().atMost(PATIENCE)
                .untilAsserted(() ->
                        assertThat(orders.status(name).path("health").asText()).isEqualTo("OnProbation"));
        assertThat(orders.status(name).path("waiting").intValue()).isEqualTo(EVENTS);

        var end = Instant.now().plusSeconds(2);
        var sooner = (ObjectNode) machine.get(orders.path(name));
        sooner.withObjectProperty("properties").put("expirationTimeUtc", end.toString());
        machine.manage("PUT", orders.path(name), sooner.toString());
        await().atMost(PATIENCE).untilAsserted(() -> {
            var status = orders.status(name);
            assertThat(status.path("waiting").intValue()).isZero();
            assertThat(status.path("health").asText()).isEqualTo("NoTraffic");
        });
        orders.publish("late", "/orders/late");
        assertThat(orders.requests("/vanished"))
                .allSatisfy(request -> assertThat(request.received()).isBefore(end.plusSeconds(1)));

        lapsed(orders.name() + "/" + name, Instant.now().minus(Duration.ofHours(25)));
        await().atMost(PATIENCE)
                .until(() -> machine.edge().getSubscription(orders.name(), name).notFound());
        assertThat(machine.get("/audit?resource=" + orders.path(name).substring(1))
                        .at("/value/0/action")
                        .asText())
                .isEqualTo("end");
    }

    /** Writes the newest record of a subscription again, with another end. */
    private static void lapsed(String key, Instant end) {
        var newest = KafkaRecords.of(machine.kafka(), TOPICS.subscriptions()).stream()
                .filter(record -> new String(record.key(), UTF_8).equals(key))
                .reduce((_, later) -> later)
                .orElseThrow();
        var value = new String(newest.value(), UTF_8)
                .replaceFirst("\"expirationTimeUtc\":\"[^\"]*\"", "\"expirationTimeUtc\":\"" + end + "\"");
        try (var producer = machine.kafka().producer(Map.of())) {
            KafkaFutures.await(
                    producer.send(new ProducerRecord<>(
                            newest.topic(), 0, newest.key(), value.getBytes(UTF_8), newest.headers())),
                    "writing a subscription");
        }
    }

    @Test
    void anAssistantIsToldWhatHappened() {
        var orders = topic("orders-told");
        orders.answers("/billing", ScriptedResponse.status(400));
        orders.subscribe("billing", "/billing");
        orders.publish("broken", "/billing/1");

        var ofTopic = "\"topic\":\"orders-told\"";
        var ofBilling = ofTopic + ",\"subscription\":\"billing\"";
        tells("event_history", ofTopic + ",\"eventId\":\"broken\"", "\"DeadLettered\"");
        tells("endpoint_failures", ofBilling, "\"status\":400");
        tells("dead_letters", ofBilling, "\"count\":1");
        tells("needs_attention", "", "\"billing\"");
        tells(
                "try_filter",
                ofTopic + ",\"filter\":{\"subjectBeginsWith\":\"/a\"},\"event\":" + orders.event("1", "/b"),
                "\"matches\":false");
        for (var tool :
                new String[] {"event_history", "endpoint_failures", "dead_letters", "needs_attention", "try_filter"}) {
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(
                                    machine.get("/audit?who=ops").path("value").findValuesAsText("tool"))
                            .contains(tool));
        }
    }

    private static void tells(String tool, String arguments, String part) {
        await().atMost(PATIENCE).untilAsserted(() -> {
            var told = assistant.call("tools/call", "{\"name\":\"%s\",\"arguments\":{%s}}".formatted(tool, arguments));
            assertThat(told.path("isError").booleanValue()).as(text(told)).isFalse();
            assertThat(text(told)).contains(part);
        });
    }

    private static String text(JsonNode result) {
        return result.at("/content/0/text").asText();
    }
}
