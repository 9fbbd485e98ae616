package io.tidings.acceptance.event;

import static io.tidings.acceptance.installation.LocalTestCluster.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidings.acceptance.installation.LocalTestCluster;
import io.tidings.testbed.webhook.ReceivedRequest;
import io.tidings.testbed.webhook.ScriptedResponse;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** B-DEL-1 to 4, B-RETRY-1 to 4, B-DLQ-1 to 4, B-OUT: what an endpoint answers decides how an event goes on. */
@Execution(ExecutionMode.CONCURRENT) // one of them waits most of the time
class LifeOfAnEventIT {
    private static final double SCALE = 0.02;
    private static final Duration THIRTY_SECONDS = Duration.ofMillis(600);

    @TempDir
    static Path folder;

    private static LocalTestCluster machine;

    @BeforeAll
    static void start() {
        machine = LocalTestCluster.start(
                folder,
                Map.of(
                        "time.scale", Double.toString(SCALE),
                        "worker.response.timeout", "10s",
                        "deadletter.delay", "25s",
                        "deadletter.window", "10s"));
        machine.topic("orders", "EventGridSchema");
    }

    @AfterAll
    static void stop() {
        machine.close();
    }

    @Test
    void anEventAnswered200IsDeliveredOnce() {
        machine.subscribe("orders", "liked", "/liked", "/liked", 30);

        publish("1", "/liked");

        await().atMost(PATIENCE).until(() -> requests("/liked").size() == 1);
        assertThat(requests("/liked").getFirst().text()).isEqualTo("[" + machine.order("1", "/liked") + "]");
        assertThat(deliveryCounts("/liked")).containsExactly("0");
    }

    @Test
    void anEventAnswered503TwiceIsDeliveredAtItsSecondRetryAndNeverEarly() {
        machine.endpoint()
                .answers(
                        "/busy",
                        ScriptedResponse.status(503),
                        ScriptedResponse.status(503),
                        ScriptedResponse.status(200));
        machine.subscribe("orders", "busy", "/busy", "/busy", 30);

        publish("2", "/busy");

        await().atMost(PATIENCE).until(() -> requests("/busy").size() == 3);
        assertThat(deliveryCounts("/busy")).containsExactly("0", "1", "2");
        var received = requests("/busy").stream().map(ReceivedRequest::received).toList();
        assertThat(Duration.between(received.get(0), received.get(1))).isGreaterThanOrEqualTo(THIRTY_SECONDS);
        assertThat(Duration.between(received.get(1), received.get(2))).isGreaterThanOrEqualTo(THIRTY_SECONDS);
    }

    @Test
    void anEventAnswered400IsNotRetriedAndFoundInABlob() {
        machine.endpoint().answers("/refusing", ScriptedResponse.status(400));
        machine.subscribe("orders", "refusing", "/refusing", "/refusing", 30);

        publish("3", "/refusing");

        var blob = await().atMost(PATIENCE)
                .until(() -> machine.blobs("refusing"), blobs -> !blobs.isEmpty())
                .getFirst();
        assertThat(deliveryCounts("/refusing")).containsExactly("0");
        var record = json(blob).path(0);
        assertThat(record.path("id").asText()).isEqualTo("3");
        assertThat(record.path("data").path("amount").asDouble()).isEqualTo(42.10);
        assertThat(record.path("deadLetterReason").asText()).isEqualTo("UndeliverableDueToHttpBadRequest");
        assertThat(record.path("deliveryAttempts").asInt()).isEqualTo(1);
        assertThat(record.path("lastDeliveryOutcome").asText()).isEqualTo("BadRequest");
        assertThat(record.path("lastHttpStatusCode").asInt()).isEqualTo(400);
        assertThat(record.path("publishTime").asText()).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{7}Z");
        assertThat(record.path("lastDeliveryAttemptTime").asText()).matches("\\d{4}-.*\\.\\d{7}Z");
    }

    /** Through a tier on its way, so that its envelope is seen to survive one. */
    @Test
    void aCustomEventThatIsGivenUpIsFoundAsTheDataOfAnEventGridEvent() {
        machine.endpoint().answers("/thing", ScriptedResponse.status(503), ScriptedResponse.status(400));
        machine.edge().putTopic("things", """
            {"properties":{"inputSchema":"CustomEventSchema","inputSchemaMapping":{"inputSchemaMappingType":"Json",
            "properties":{"id":{"sourceField":"key"},"eventType":{"sourceField":"kind"}}}}}\
            """);
        machine.subscribe("things", "thing", "/thing", "", 30);
        var patched = machine.edge()
                .manage(
                        "PATCH",
                        "/topics/things/eventSubscriptions/thing",
                        "{\"properties\":{\"eventDeliverySchema\":\"CustomInputSchema\"}}");
        assertThat(patched.statusCode()).isEqualTo(200);
        var event = "{\"key\":5,\"kind\":\"Made\",\"sum\" : 1.50}";

        assertThat(machine.edge().publish("things", event).statusCode()).isEqualTo(200);

        var blob = await().atMost(PATIENCE)
                .until(() -> machine.blobs("thing"), blobs -> !blobs.isEmpty())
                .getFirst();
        assertThat(requests("/thing"))
                .extracting(ReceivedRequest::text)
                .containsExactly("[" + event + "]", "[" + event + "]");
        var record = json(blob).path(0);
        assertThat(record.path("id").asText()).isEqualTo("5");
        assertThat(record.path("eventType").asText()).isEqualTo("Made");
        assertThat(record.path("topic").asText()).isEqualTo(LocalTestCluster.topicId("things"));
        assertThat(record.path("metadataVersion").asText()).isEqualTo("1");
        assertThat(record.path("data").toString()).isEqualTo("{\"key\":5,\"kind\":\"Made\",\"sum\":1.5}");
        assertThat(record.path("deadLetterReason").asText()).isEqualTo("UndeliverableDueToHttpBadRequest");
        assertThat(record.path("deliveryAttempts").asInt()).isEqualTo(2);
    }

    @Test
    void anEventThatGetsNoAnswerIsRetriedUntilItsAttemptsAreUsedUp() {
        machine.endpoint().answers("/silent", ScriptedResponse.hang());
        machine.subscribe("orders", "silent", "/silent", "/silent", 2);

        publish("4", "/silent");

        var blob = await().atMost(PATIENCE)
                .until(() -> machine.blobs("silent"), blobs -> !blobs.isEmpty())
                .getFirst();
        assertThat(deliveryCounts("/silent")).containsExactly("0", "1");
        var record = json(blob).path(0);
        assertThat(record.path("deadLetterReason").asText()).isEqualTo("MaxDeliveryAttemptsExceeded");
        assertThat(record.path("deliveryAttempts").asInt()).isEqualTo(2);
        assertThat(record.path("lastDeliveryOutcome").asText()).isEqualTo("TimedOut");
        assertThat(record.has("lastHttpStatusCode")).isFalse();
    }

    private static void publish(String id, String subject) {
        var answer = machine.edge().publish("orders", "[" + machine.order(id, subject) + "]");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEmpty();
    }

    private static List<ReceivedRequest> requests(String path) {
        return machine.endpoint().requests(path);
    }

    private static List<String> deliveryCounts(String path) {
        return requests(path).stream()
                .flatMap(request -> request.header("aeg-delivery-count").stream())
                .toList();
    }

    private static JsonNode json(Path file) {
        try {
            return new JsonMapper().readTree(file.toFile());
        } catch (IOException e) {
            throw new AssertionError("the blob is no JSON", e);
        }
    }
}
