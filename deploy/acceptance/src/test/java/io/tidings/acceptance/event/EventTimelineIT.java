package io.tidings.acceptance.event;

import static io.tidings.acceptance.installation.LocalTestCluster.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidings.acceptance.installation.LocalTestCluster;
import io.tidings.testbed.webhook.ScriptedResponse;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** B-TIME-1: what happened to an event is found over HTTP, also after a restart. */
class EventTimelineIT {
    private static final JsonMapper JSON = new JsonMapper();
    private static final Map<String, String> SETTINGS = Map.of("time.scale", "0.02", "attempts.log", "failures");

    @TempDir
    static Path folder;

    @Test
    void theTimelineTellsTheLifeOfAnEvent() throws IOException {
        try (var machine = LocalTestCluster.start(folder, SETTINGS)) {
            machine.topic("orders", "EventGridSchema");
            machine.subscribe("orders", "flaky", "/flaky", "/orders", 30);
            machine.subscribe("orders", "refusing", "/refusing", "/orders", 30);
            machine.subscribe("orders", "fast", "/fast", "/orders", 30);
            machine.subscribe("orders", "elsewhere", "/elsewhere", "/invoices", 30);
            machine.endpoint().answers("/flaky", ScriptedResponse.status(503), ScriptedResponse.status(200));
            machine.endpoint().answers("/refusing", ScriptedResponse.status(400));
            machine.edge().publish("orders", "[" + machine.order("e/1", "/orders/1") + "]");

            await().atMost(PATIENCE).untilAsserted(() -> {
                assertThat(state(machine, "flaky")).isEqualTo("Delivered");
                assertThat(state(machine, "refusing")).isEqualTo("DeadLettered");
                assertThat(delivery(event(machine), "refusing").has("blob")).isTrue();
            });
            assertLifeIsTold(machine);
            assertListsTellIt(machine);
        }
        try (var machine = LocalTestCluster.start(folder, SETTINGS)) {
            await().atMost(PATIENCE).until(() -> !event(machine).isMissingNode());
            assertLifeIsTold(machine);
        }
    }

    private static void assertLifeIsTold(LocalTestCluster machine) throws IOException {
        var record = event(machine);
        assertThat(record.path("source").textValue()).startsWith("tidings.events-");
        assertThat(record.path("published").isTextual()).isTrue();
        var flaky = delivery(record, "flaky").path("attempts");
        assertThat(flaky).hasSize(2);
        assertThat(flaky.path(0).path("status").intValue()).isEqualTo(503);
        assertThat(flaky.path(0).path("verdict").textValue()).isEqualTo("Retry");
        assertThat(flaky.path(1).path("outcome").textValue()).isEqualTo("Delivered");
        assertThat(delivery(record, "refusing").path("reason").textValue())
                .isEqualTo("UndeliverableDueToHttpBadRequest");
        assertThat(delivery(record, "refusing").path("blob").path("path").textValue())
                .startsWith("REFUSING/");
        assertThat(record.path("matchedWithoutRecord")).hasToString("[\"fast\"]");
        assertThat(record.path("notMatched").findValuesAsText("subscription")).containsExactly("elsewhere");
        assertThat(record.path("notMatched").path(0).path("why").textValue()).contains("subjectBeginsWith");
    }

    private static void assertListsTellIt(LocalTestCluster machine) throws IOException {
        var attempts = get(machine, "/topics/orders/eventSubscriptions/flaky/attempts?outcome=Busy");
        assertThat(attempts.path("value").findValuesAsText("eventId")).containsExactly("e/1");
        var letters = get(machine, "/topics/orders/eventSubscriptions/refusing/deadLetters");
        assertThat(letters.path("value").findValuesAsText("eventId")).containsExactly("e/1");
        assertThat(get(machine, "/topics/orders/eventSubscriptions/flaky/pending")
                        .path("total")
                        .intValue())
                .isZero();
        assertThat(machine.edge()
                        .manage("GET", "/topics/orders/events/unknown", "")
                        .statusCode())
                .isEqualTo(404);
    }

    private static String state(LocalTestCluster machine, String subscription) throws IOException {
        return delivery(event(machine), subscription).path("state").asText();
    }

    private static JsonNode delivery(JsonNode record, String subscription) {
        for (var delivery : record.path("deliveries")) {
            if (delivery.path("subscription").asText().equals(subscription)) {
                return delivery;
            }
        }
        return JSON.missingNode();
    }

    /** Returns the record of the event; a missing node while nothing is known of it. */
    private static JsonNode event(LocalTestCluster machine) throws IOException {
        return get(machine, "/topics/orders/events/e%2F1").path("records").path(0);
    }

    private static JsonNode get(LocalTestCluster machine, String path) throws IOException {
        return JSON.readTree(machine.edge().manage("GET", path, "").body());
    }
}
