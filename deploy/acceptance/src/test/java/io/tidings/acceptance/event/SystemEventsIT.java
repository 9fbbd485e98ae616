package io.tidings.acceptance.event;

import static io.tidings.acceptance.installation.LocalTestCluster.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidings.acceptance.installation.LocalTestCluster;
import io.tidings.acceptance.installation.TestTopic;
import io.tidings.contract.Topics;
import io.tidings.testbed.webhook.ReceivedRequest;
import io.tidings.testbed.webhook.ScriptedResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** B-PROB-1 to 4, B-SYS-1, B-SYS-3, B-DLQ-7: what happens to a subscription is seen in it, and an endpoint is told. */
class SystemEventsIT {
    private static final int THRESHOLD = 10;
    private static final Duration FIVE_MINUTES = Duration.ofSeconds(6);

    private static LocalTestCluster machine;
    private static TestTopic subjects;
    private static TestTopic operations;

    /** The topic of system events is created while everything runs. */
    @BeforeAll
    static void start() {
        machine = LocalTestCluster.shared();
        awaitBegin();
        subjects = machine.topic("subjects");
        operations = machine.topic("operations", "CloudEventSchemaV1_0");
        operations.subscribe("on-call", "/told", "", "");
    }

    /** Earlier conditions are not announced. */
    private static void awaitBegin() {
        var conditions = new TopicPartition(new Topics(Topics.DEFAULT_PREFIX).conditions(), 0);
        try (var consumer = machine.kafka().consumer(Map.of())) {
            await().atMost(PATIENCE)
                    .until(() -> consumer.endOffsets(List.of(conditions)).getOrDefault(conditions, 0L) > 0);
        }
    }

    @Test
    void aSubscriptionTellsWhenItsEndpointIsLeftAloneAndWhenItIsWellAgain() {
        var seen = new CountDownLatch(1);
        subjects.subscribe(
                "absent", "/absent", "/absent", "\"tidings\": {\"retry\": {\"responseTimeout\": \"PT2M59S\"}}");
        subjects.answers(
                "/absent",
                Stream.concat(
                                Stream.generate(() -> ScriptedResponse.status(404))
                                        .limit(THRESHOLD),
                                // until it was seen that it is not well, the probe is not answered
                                Stream.of(ScriptedResponse.after(seen, 200), ScriptedResponse.status(200)))
                        .toArray(ScriptedResponse[]::new));
        assertThat(subjects.status("absent").path("health").textValue()).isEqualTo("NoTraffic");
        assertThat(subjects.status("absent").path("matched").longValue()).isZero();

        for (int i = 0; i < THRESHOLD; i++) {
            subjects.publish("e" + i, "/absent");
        }

        awaitHealth("OnProbation");
        var status = subjects.status("absent");
        assertThat(status.path("consecutiveFailures").intValue()).isEqualTo(THRESHOLD);
        assertThat(status.path("lastDeliveryOutcome").textValue()).isEqualTo("NotFound");
        assertThat(Instant.parse(status.path("probationUntil").textValue()))
                .isBefore(Instant.now().plus(FIVE_MINUTES));
        assertThat(machine.metrics()).contains("tidings_pending{tier=\"5m\"}", "tidings_probation{");
        var started = told("probation.started", "absent");
        assertThat(started.path("source").asText()).isEqualTo(LocalTestCluster.topicId("subjects"));
        assertThat(started.path("subject").asText()).isEqualTo("topics/subjects/eventSubscriptions/absent");
        assertThat(started.at("/data/cause").asText()).isEqualTo("NotFound");
        seen.countDown();

        assertThat(subjects.awaitRequests("/absent", 2 * THRESHOLD)).hasSize(2 * THRESHOLD);
        awaitHealth("Delivering");
        status = subjects.status("absent");
        assertThat(status.path("consecutiveFailures").intValue()).isZero();
        assertThat(status.path("matched").longValue()).isEqualTo(THRESHOLD);
        assertThat(status.path("lastMatched").isTextual()).isTrue();
        await().atMost(PATIENCE)
                .until(() -> subjects.status("absent").path("delivered").longValue() >= 1);
        assertThat(told("probation.ended", "absent").at("/data/since")).isEqualTo(started.at("/data/since"));
    }

    private static void awaitHealth(String health) {
        await().atMost(PATIENCE)
                .until(() -> subjects.status("absent").path("health").textValue(), health::equals);
    }

    @Test
    void anEndpointIsToldThatDeadLettersBeginAndThatTheirStorageIsAway() throws IOException {
        Files.createDirectories(subjects.container().getParent());
        Files.writeString(subjects.container(), "no folder"); // so that nothing can be written into it
        subjects.answers("/refusing", ScriptedResponse.status(400));
        subjects.subscribe("refusing", "/refusing");
        subjects.publish("r1", "/refusing");
        assertThat(told("deadletter.started", "refusing").at("/data/since").asText())
                .isNotEmpty();
        assertThat(told("storage.unavailable", "").path("subject").asText())
                .isEqualTo("storageAccounts/local/containers/subjects");
        Files.delete(subjects.container());
        told("storage.available", "");
    }

    private static JsonNode told(String type, String subscription) {
        await().atMost(PATIENCE).until(() -> !events(type, subscription).isEmpty());
        return events(type, subscription).getFirst();
    }

    private static List<JsonNode> events(String type, String subscription) {
        return operations.requests("/told").stream()
                .map(ReceivedRequest::json)
                .filter(event -> event.path("type").asText().endsWith("." + type))
                .filter(event -> event.at("/data/subscription").asText("").equals(subscription))
                .toList();
    }

    /** The topic that is named is created when everything runs, as on a machine that is set up anew. */
    @Test
    void aBlobIsToldToAnEndpointAndTheNoticeThatIsRefusedIsNotToldAgain() {
        var refused = machine.topic("refused");
        var blobs = machine.topic("blobs");
        var ofRefused = "/blobServices/default/containers/refused/";
        refused.answers("/refusing", ScriptedResponse.status(400));
        blobs.answers("/refusing-notices", ScriptedResponse.status(400));
        refused.subscribe("refusing", "/refusing", "", "");
        blobs.subscribe("told", "/told", ofRefused, "");
        blobs.subscribe("refusing-notices", "/refusing-notices", ofRefused, "");

        refused.publish("1", "/orders/1");
        var notice = blobs.awaitRequests("/told", 1).getFirst().json().path(0);
        assertThat(notice.path("eventType").asText()).isEqualTo("Microsoft.Storage.BlobCreated");
        assertThat(notice.path("topic").asText()).isEqualTo(LocalTestCluster.topicId("blobs"));
        assertThat(notice.at("/data/url").asText())
                .isEqualTo(refused.blobs("refusing").getFirst().toUri().toString());

        await().atMost(PATIENCE).until(() -> blobs.blobs("refusing-notices").size() == 1);
        refused.publish("2", "/orders/2"); // a notice of the blob before would arrive first
        assertThat(blobs.awaitRequests("/refusing-notices", 2))
                .hasSize(2)
                .allSatisfy(request ->
                        assertThat(request.json().at("/0/subject").asText()).contains("/blobs/REFUSING/"));
        await().atMost(PATIENCE).until(() -> blobs.blobs("refusing-notices").size() == 2);
        assertThat(blobs.requests("/told")).hasSize(2);
    }
}
