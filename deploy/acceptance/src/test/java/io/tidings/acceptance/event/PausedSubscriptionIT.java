package io.tidings.acceptance.event;

import static io.tidings.acceptance.installation.LocalTestCluster.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.acceptance.installation.LocalTestCluster;
import io.tidings.acceptance.installation.TestTopic;
import io.tidings.testbed.webhook.ScriptedResponse;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** B-SUB-1: a subscription is paused and goes on, without a restart of anything. */
class PausedSubscriptionIT {
    private final LocalTestCluster machine = LocalTestCluster.shared();
    private final TestTopic pauses = machine.topic("pauses");

    @Test
    void nothingIsLostByAPause() {
        var paused = new CountDownLatch(1);
        pauses.answers("/hook", ScriptedResponse.after(paused, 503), ScriptedResponse.status(200));
        pauses.subscribe("billing", "/hook", "/orders", "");
        pauses.publish("retried", "/orders/1");
        pauses.awaitRequests("/hook", 1);
        pause(true);
        // Its retry is due soon, and by then workers must have read of the pause, which comes before this subscription.
        pauses.subscribe("witness", "/witness");
        pauses.publish("witness", "/witness");
        pauses.awaitRequests("/witness", 1);
        paused.countDown();
        var events = IntStream.range(0, 20).mapToObj("paused-%d"::formatted).toList();
        events.forEach(id -> pauses.publish(id, "/orders/1"));
        await("each is put off more than once").atMost(PATIENCE).until(() -> deferred() > 3 * 21);
        assertThat(pauses.requests("/hook")).hasSize(1);
        assertThat(pauses.status("billing").path("health").textValue()).isEqualTo("Paused");
        await("all of them are shown as waiting, each once").atMost(PATIENCE).untilAsserted(() -> {
            assertThat(pauses.status("billing").path("waiting").intValue()).isEqualTo(21);
            assertThat(pauses.status("billing").path("delivered").intValue()).isZero();
        });

        pause(false);
        pauses.publish("new", "/orders/1");
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(ids())
                        .containsExactlyInAnyOrderElementsOf(
                                Stream.concat(Stream.of("retried", "retried", "new"), events.stream())
                                        .toList()));
    }

    private void pause(boolean paused) {
        machine.manage("PATCH", pauses.path("billing"), "{\"properties\":{\"paused\":" + paused + "}}");
    }

    private List<String> ids() {
        return pauses.requests("/hook").stream()
                .map(request -> request.json().at("/0/id").textValue())
                .toList();
    }

    private double deferred() {
        return machine.metrics()
                .lines()
                .filter(line -> line.startsWith("tidings_deferred_total") && line.contains("reason=\"Paused\""))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }
}
