package io.tidings.ingest.it;

import static io.tidings.ingest.it.Responses.json;
import static io.tidings.ingest.it.Responses.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.Topics;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.kafka.KafkaFutures;
import io.tidings.testbed.broker.SharedBroker;
import io.tidings.testbed.broker.TestTopics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** B-PROFILE-1 and B-PROFILE-2: a retry profile in the management API. */
class RetryProfileApiIT {
    private static final Topics TOPICS = new Topics("retry-profile.");
    private static final String URL = "https://e.example/hook";

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
    void aProfileIsShownAsItWasGivenAndPatchedMemberByMember() {
        var path = path("shown");
        var created = ingest.manage("PUT", path, subscription("", """
            "schedule":["PT14S","PT1H"],"noRetryStatuses":[409,404],"responseTimeout":"PT1M"\
            """));
        assertThat(created.statusCode()).as(created.body()).isEqualTo(201);
        assertThat(retry(json(created)))
                .hasToString("{\"schedule\":[\"PT14S\",\"PT1H\"],\"noRetryStatuses\":[404,409],"
                        + "\"responseTimeout\":\"PT1M\"}");
        var patched = ingest.manage(
                "PATCH", path, "{\"tidings\":{\"retry\":{\"schedule\":null,\"preset\":\"exponential\"}}}");
        assertThat(patched.statusCode()).as(patched.body()).isEqualTo(200);
        assertThat(retry(json(patched)))
                .hasToString("{\"preset\":\"exponential\",\"noRetryStatuses\":[404,409],\"responseTimeout\":\"PT1M\"}");
        var removed = ingest.manage("PATCH", path, "{\"properties\":{\"tidings\":{\"retry\":null}}}");
        assertThat(json(removed).at("/properties/tidings").isMissingNode()).isTrue();
    }

    @Test
    void everyViolationIsNamedWithItsPath() {
        var response = ingest.manage("PUT", path("refused"), subscription("", """
            "schedule":["PT1S"],"retryStatuses":[204],"responseTimeout":"PT3M","backoff":2\
            """));
        refused(response, 400, "BadRequest/InvalidResource");
        assertThat(response.body())
                .contains(
                        "properties.tidings.retry.schedule[0]",
                        "properties.tidings.retry.retryStatuses[0]",
                        "properties.tidings.retry.responseTimeout",
                        "properties.tidings.retry.backoff");
    }

    @Test
    void membersOfEventGridThatHaveNoEffectAreWarnedOf() {
        var path = path("warned");
        var policy = "\"retryPolicy\":{\"maxDeliveryAttempts\":5,\"eventTimeToLiveInMinutes\":60},";
        var created =
                ingest.manage("PUT", path, subscription(policy, "\"maxDeliveryAttempts\":50,\"timeToLive\":\"PT2H\""));
        assertThat(created.statusCode()).as(created.body()).isEqualTo(201);
        assertThat(json(created).at("/properties/warnings"))
                .extracting(JsonNode::textValue)
                .containsExactly(
                        "properties.retryPolicy.maxDeliveryAttempts has no effect, because"
                                + " properties.tidings.retry.maxDeliveryAttempts is set as well",
                        "properties.retryPolicy.eventTimeToLiveInMinutes has no effect, because"
                                + " properties.tidings.retry.timeToLive is set as well");
        var shown = json(ingest.manage("GET", path, ""));
        ((ObjectNode) shown.at("/properties/destination/properties")).put("endpointUrl", URL);
        assertThat(ingest.manage("PUT", path, shown.toString()).statusCode())
                .as("a GET may be put again")
                .isEqualTo(200);
        var edge = ingest.manage("PUT", path, subscription(policy, "\"preset\":\"event-grid-edge\""));
        assertThat(json(edge).at("/properties/warnings").isMissingNode())
                .as("the policy wins over a preset")
                .isTrue();
    }

    @Test
    void aTimeToLiveThatTopicsDoNotKeepIsRefusedUntilTheirRetentionIsRaised() {
        var path = path("long-lived");
        var week = subscription("", "\"timeToLive\":\"P7D\"");
        var response = ingest.manage("PUT", path, week);
        refused(response, 400, "BadRequest/InvalidResource");
        long needed = Duration.ofDays(8).plusMinutes(5).toMillis();
        assertThat(response.body())
                .contains(
                        "properties.tidings.retry.timeToLive",
                        "retention.ms=" + needed,
                        TOPICS.events() + " has 604800000",
                        TOPICS.deliveries() + " has 604800000",
                        TOPICS.deadLetters() + " has 604800000")
                .doesNotContain(TOPICS.attempts() + " has");
        assertThat(ingest.manage("PUT", path, subscription("", "\"timeToLive\":\"P5D\""))
                        .statusCode())
                .isEqualTo(201);

        keepFor(needed);
        await().until(() -> ingest.manage("PUT", path, week).statusCode() == 200);
    }

    @Test
    void aDedicatedKafkaTopicMustKeepItsEventsToo() {
        assertThat(ingest.manage("PUT", "/topics/brief", "{}").statusCode()).isEqualTo(201);
        var dedicated = TOPICS.events("brief");
        create(dedicated, Duration.ofDays(2));
        var days = subscription("", "\"timeToLive\":\"P2D\"");
        var response = ingest.manage("PUT", "/topics/brief/eventSubscriptions/long-lived", days);
        refused(response, 400, "BadRequest/InvalidResource");
        assertThat(response.body())
                .contains("properties.tidings.retry.timeToLive", dedicated + " has 172800000")
                .doesNotContain(TOPICS.events() + " has");
        assertThat(ingest.manage("PUT", path("of-two-days"), days).statusCode())
                .as("the topic of others")
                .isEqualTo(201);
    }

    private static void create(String kafkaTopic, Duration retention) {
        var settings = Map.of("retention.ms", Long.toString(retention.toMillis()));
        try (var admin = KafkaClients.of(SharedBroker.get().bootstrapServers()).admin()) {
            TestTopics.create(admin, new NewTopic(kafkaTopic, 1, (short) 1).configs(settings));
        }
    }

    private static void keepFor(long millis) {
        var topics = new ArrayList<>(TOPICS.ladder());
        topics.addAll(List.of(TOPICS.events(), TOPICS.deadLetters()));
        var changes = new HashMap<ConfigResource, Collection<AlterConfigOp>>();
        var raised =
                new AlterConfigOp(new ConfigEntry("retention.ms", Long.toString(millis)), AlterConfigOp.OpType.SET);
        topics.forEach(topic -> changes.put(new ConfigResource(ConfigResource.Type.TOPIC, topic), List.of(raised)));
        try (var admin = KafkaClients.of(SharedBroker.get().bootstrapServers()).admin()) {
            KafkaFutures.await(admin.incrementalAlterConfigs(changes).all(), "raising the retention");
        }
    }

    private static String path(String name) {
        return "/topics/orders/eventSubscriptions/" + name;
    }

    private static JsonNode retry(JsonNode subscription) {
        return subscription.at("/properties/tidings/retry");
    }

    /** @param members of the properties, each with a comma behind it */
    private static String subscription(String members, String retry) {
        return """
            {"properties":{%s"tidings":{"retry":{%s}},
              "destination":{"endpointType":"WebHook","properties":{"endpointUrl":"%s"}}}}\
            """.formatted(members, retry, URL);
    }
}
