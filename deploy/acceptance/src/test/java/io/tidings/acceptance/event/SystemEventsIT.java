package io.tidings.acceptance.event;

import static io.tidings.acceptance.installation.LocalTestCluster.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidings.acceptance.installation.LocalTestCluster;
import io.tidings.contract.Topics;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.testbed.webhook.ScriptedResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** B-SYS-1 and B-SYS-3: an endpoint learns what happens to the subscriptions of others. */
class SystemEventsIT {
    private static final int THRESHOLD = 10;
    private static final String TOLD = "/told";

    @TempDir
    static Path folder;

    private static LocalTestCluster machine;

    /** Sets up a new machine: the topic is created while everything runs. */
    @BeforeAll
    static void start() {
        machine = LocalTestCluster.start(
                folder,
                Map.of(
                        "time.scale", "0.02",
                        "deadletter.delay", "25s",
                        "deadletter.window", "10s",
                        "system.events.topic", "operations"));
        awaitBegin();
        machine.topic("orders", "EventGridSchema");
        machine.topic("operations", "CloudEventSchemaV1_0");
        machine.subscribe("operations", "on-call", TOLD, "", 30);
    }

    /** Earlier conditions are not announced. */
    private static void awaitBegin() {
        var conditions = new TopicPartition(new Topics(Topics.DEFAULT_PREFIX).conditions(), 0);
        try (var consumer =
                KafkaClients.of(machine.cluster().bootstrapServers()).consumer(Map.of())) {
            await().atMost(PATIENCE)
                    .until(() -> consumer.endOffsets(List.of(conditions)).getOrDefault(conditions, 0L) > 0);
        }
    }

    @AfterAll
    static void stop() {
        machine.close();
    }

    @Test
    void anEndpointIsToldThatAnotherIsOnProbationAndThatItIsBack() {
        machine.endpoint().answers("/absent", ScriptedResponse.status(404));
        machine.subscribe("orders", "absent", "/absent", "/absent", 30);
        for (int i = 0; i < THRESHOLD; i++) {
            publish("a" + i, "/absent");
        }
        var started = told("probation.started", "absent");
        assertThat(started.path("source").asText()).isEqualTo(LocalTestCluster.topicId("orders"));
        assertThat(started.path("subject").asText()).isEqualTo("topics/orders/eventSubscriptions/absent");
        assertThat(started.at("/data/cause").asText()).isEqualTo("NotFound");
        machine.endpoint().answers("/absent", ScriptedResponse.status(200));
        var ended = told("probation.ended", "absent");
        assertThat(ended.at("/data/since")).isEqualTo(started.at("/data/since"));
    }

    @Test
    void anEndpointIsToldThatDeadLettersBeginAndThatTheirStorageIsAway() throws IOException {
        var container = machine.cluster().options().deadLetters().resolve("dead-letters");
        Files.createDirectories(container.getParent());
        Files.writeString(container, "no folder"); // so that nothing can be written into it
        machine.endpoint().answers("/refusing", ScriptedResponse.status(400));
        machine.subscribe("orders", "refusing", "/refusing", "/refusing", 30);
        publish("r1", "/refusing");
        assertThat(told("deadletter.started", "refusing").at("/data/since").asText())
                .isNotEmpty();
        assertThat(told("storage.unavailable", "").path("subject").asText())
                .isEqualTo("storageAccounts/local/containers/dead-letters");
        Files.delete(container);
        told("storage.available", "");
    }

    private static void publish(String id, String subject) {
        assertThat(machine.edge()
                        .publish("orders", "[" + machine.order(id, subject) + "]")
                        .statusCode())
                .isEqualTo(200);
    }

    private static JsonNode told(String type, String subscription) {
        await().atMost(PATIENCE).until(() -> !events(type, subscription).isEmpty());
        return events(type, subscription).getFirst();
    }

    private static List<JsonNode> events(String type, String subscription) {
        return machine.endpoint().requests(TOLD).stream()
                .map(request -> json(request.text()))
                .filter(event -> event.path("type").asText().endsWith("." + type))
                .filter(event -> event.at("/data/subscription").asText("").equals(subscription))
                .toList();
    }

    private static JsonNode json(String text) {
        try {
            return new JsonMapper().readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
