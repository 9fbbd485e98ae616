package io.tidings.acceptance.event;

import static io.tidings.acceptance.installation.LocalTestCluster.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidings.acceptance.installation.LocalTestCluster;
import io.tidings.acceptance.installation.TestTopic;
import io.tidings.testbed.webhook.ScriptedResponse;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** B-GONE: a subscription whose endpoint responds 410 is paused and told of, and goes on when both are repaired. */
class GoneEndpointIT {
    private final LocalTestCluster machine = LocalTestCluster.shared();
    private final TestTopic hooks = machine.topic("gone-hooks");

    @Test
    void whatWaitsForAnEndpointThatIsGoneIsKeptUntilItIsBack() {
        hooks.answers("/hook", ScriptedResponse.status(410));
        hooks.subscribe("billing", "/hook", "/orders", "\"tidings\": {\"gone\": \"pause\"}");
        hooks.publish("first", "/orders/1");
        awaitPause();
        assertThat(hooks.status("billing").path("health").asText()).isEqualTo("Paused");
        assertThat(hooks.status("billing").path("reason").asText()).isEqualTo("endpoint gone (410)");
        hooks.publish("second", "/orders/2");
        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(hooks.status("billing").path("waiting").intValue())
                                .isEqualTo(2));
        assertItIsTold();

        hooks.answers("/hook", ScriptedResponse.status(200));
        resume();
        await().atMost(PATIENCE).untilAsserted(() -> {
            var status = hooks.status("billing");
            assertThat(status.path("delivered").intValue()).isEqualTo(2);
            assertThat(status.path("waiting").intValue()).isZero();
            assertThat(status.path("deadLettered").intValue()).isZero();
            assertThat(status.has("reason")).isFalse(); // read from the health, which can come after the counts
        });

        hooks.answers("/hook", ScriptedResponse.status(410));
        hooks.publish("third", "/orders/3");
        awaitPause(); // again, because this request was sent after the resume
    }

    private void assertItIsTold() {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(about(machine.get("/overview").path("attention")))
                        .singleElement()
                        .satisfies(line -> assertThat(line.path("sentence").asText())
                                .isEqualTo("it is paused: endpoint gone (410); 2 deliveries wait")));
        await().atMost(PATIENCE).untilAsserted(() -> {
            var recorded = machine.get("/audit?who=tidings&resource=" + hooks.path("billing"));
            assertThat(recorded.path("value")).hasSize(1);
            assertThat(recorded.at("/value/0/action").asText()).isEqualTo("pauseGone");
            assertThat(recorded.at("/value/0/after/properties/paused").booleanValue())
                    .isTrue();
        });
        assertThat(machine.metrics()).containsPattern("(?m)^tidings_gone_pauses_total[^ ]* [1-9]");
        await().atMost(PATIENCE).untilAsserted(() -> {
            var first = machine.edge()
                    .manage("GET", "/topics/gone-hooks/events/first", "")
                    .json()
                    .at("/records/0/deliveries/0/attempts/0");
            assertThat(first.path("status").intValue()).isEqualTo(410);
            assertThat(first.path("verdict").asText()).isEqualTo("Defer");
        });
    }

    private static List<JsonNode> about(JsonNode attention) {
        return StreamSupport.stream(attention.spliterator(), false)
                .filter(line -> line.path("topic").asText().equals("gone-hooks"))
                .toList();
    }

    private void awaitPause() {
        await().atMost(PATIENCE)
                .until(() -> hooks.subscription("billing").path("paused").booleanValue());
    }

    private void resume() {
        machine.manage("PATCH", hooks.path("billing"), "{\"properties\":{\"paused\":false}}");
    }
}
