package io.tidings.acceptance.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidings.acceptance.installation.LocalTestCluster;
import io.tidings.testbed.webhook.ScriptedResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** B-REPLAY-1, B-REPLAY-2: what operators bring back over HTTP reaches the endpoint. */
class JobsIT {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @TempDir
    static Path folder;

    private static LocalTestCluster machine;

    @BeforeAll
    static void start() {
        machine = LocalTestCluster.start(folder, Map.of("time.scale", "0.05"));
        machine.topic("orders", "EventGridSchema");
    }

    @AfterAll
    static void stop() {
        machine.close();
    }

    @Test
    void aDeadLetterIsFoundByADryRunBroughtBackAndDelivered() {
        machine.endpoint().answers("/billing", ScriptedResponse.status(400), ScriptedResponse.status(200));
        machine.subscribe("orders", "billing", "/billing", "/billing", 30);
        publish("1", "/billing/1");
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(ended("redrive", "billing", "\"dryRun\":true")
                                .at("/progress/selected")
                                .intValue())
                        .isEqualTo(1));
        assertThat(machine.endpoint().requests("/billing")).hasSize(1);

        var done = ended("redrive", "billing", "\"select\":{\"eventIds\":[\"1\"],\"statuses\":[400]}");

        assertThat(done.at("/progress/written").intValue()).isEqualTo(1);
        await().atMost(PATIENCE)
                .until(() -> machine.endpoint().requests("/billing").size() == 2);
        var requests = machine.endpoint().requests("/billing");
        assertThat(requests.getLast().text()).isEqualTo(requests.getFirst().text());
    }

    @Test
    void aDeliveredEventIsReplayedToOneSubscriptionOnly() {
        machine.subscribe("orders", "mail", "/mail", "/mail", 30);
        machine.subscribe("orders", "copy", "/copy", "/mail", 30);
        publish("2", "/mail/2");
        await().atMost(PATIENCE)
                .until(() -> machine.endpoint().requests("/mail").size() == 1
                        && machine.endpoint().requests("/copy").size() == 1);

        var done = ended("replay", "mail", "\"select\":{\"eventIds\":[\"2\"]}");

        assertThat(done.path("createdBy").textValue()).isEqualTo("admin");
        await().atMost(PATIENCE)
                .until(() -> machine.endpoint().requests("/mail").size() == 2);
        assertThat(machine.endpoint().requests("/mail").getLast().text())
                .isEqualTo(machine.endpoint().requests("/mail").getFirst().text());
        assertThat(machine.endpoint().requests("/copy")).hasSize(1);
    }

    @Test
    void aTestEventReachesOneSubscriptionWhateverItsFilterSays() {
        machine.subscribe("orders", "probed", "/probed", "/nothing-begins-so", 30);
        machine.subscribe("orders", "everything", "/everything", "", 30);
        await().atMost(PATIENCE)
                .until(() -> manage("POST", "/topics/orders/eventSubscriptions/probed/test", "")
                        .has("source"));
        await().atMost(PATIENCE)
                .until(() -> !machine.endpoint().requests("/probed").isEmpty());
        assertThat(machine.endpoint().requests("/probed").getFirst().text()).contains("io.tidings.TestEvent");
        assertThat(machine.endpoint().requests("/everything"))
                .noneMatch(request -> request.text().contains("io.tidings.TestEvent"));
        var tried =
                manage("POST", "/topics/orders/eventSubscriptions/probed/tryFilter", machine.order("3", "/orders/3"));
        assertThat(tried.path("matches").booleanValue()).isFalse();
        assertThat(tried.path("why").textValue()).startsWith("subjectBeginsWith: \"/nothing-begins-so\"");
    }

    private static void publish(String id, String subject) {
        assertThat(machine.edge()
                        .publish("orders", "[" + machine.order(id, subject) + "]")
                        .statusCode())
                .isEqualTo(200);
    }

    /** Asks for a job and returns it when it is done. */
    private static JsonNode ended(String kind, String subscription, String more) {
        var created = manage("POST", "/jobs", """
            {"kind":"%s","topic":"orders","subscription":"%s",%s}\
            """.formatted(kind, subscription, more));
        var path = "/jobs/" + created.path("id").textValue();
        return await().atMost(PATIENCE)
                .until(
                        () -> manage("GET", path, ""),
                        job -> job.path("state").asText().equals("Done"));
    }

    private static JsonNode manage(String method, String path, String body) {
        return machine.edge().manage(method, path, body).json();
    }
}
