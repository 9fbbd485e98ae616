package io.tidings.acceptance.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidings.acceptance.installation.LocalTestCluster;
import io.tidings.testbed.webhook.ScriptedResponse;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** B-SUB-1: a subscription is paused and goes on, without a restart of anything. */
class PausedSubscriptionIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String PATH = "/topics/orders/eventSubscriptions/billing";

    @TempDir
    static Path folder;

    @Test
    void nothingIsLostByAPause() throws Exception {
        try (var machine = LocalTestCluster.start(folder, Map.of("time.scale", "0.05"))) {
            machine.topic("orders", "EventGridSchema");
            var paused = new CountDownLatch(1);
            machine.endpoint()
                    .answers("/hook", ScriptedResponse.computed(_ -> busy(paused)), ScriptedResponse.status(200));
            machine.subscribe("orders", "billing", "/hook", "", 30);
            publish(machine, "retried");
            await().atMost(PATIENCE)
                    .until(() -> machine.endpoint().requests("/hook").size() == 1);
            pause(machine, true);
            paused.countDown(); // not before: its retry is due soon
            var events = IntStream.range(0, 20).mapToObj("paused-%d"::formatted).toList();
            events.forEach(id -> publish(machine, id));
            await("each is put off more than once").atMost(PATIENCE).until(() -> deferred(machine) > 3 * 21);
            assertThat(machine.endpoint().requests("/hook")).hasSize(1);
            assertThat(machine.edge().manage("GET", PATH, "").body()).contains("\"state\":\"Paused\"");
            await("all of them are shown as waiting, each once")
                    .atMost(PATIENCE)
                    .untilAsserted(() -> {
                        var status = status(machine);
                        assertThat(status.path("waiting").intValue()).isEqualTo(21);
                        assertThat(status.path("delivered").intValue()).isZero();
                    });

            pause(machine, false);
            publish(machine, "new");
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(ids(machine))
                            .containsExactlyInAnyOrderElementsOf(
                                    Stream.concat(Stream.of("retried", "retried", "new"), events.stream())
                                            .toList()));
        }
    }

    private static JsonNode status(LocalTestCluster machine) throws IOException {
        return JSON.readTree(machine.edge().manage("GET", PATH, "").body()).at("/properties/status");
    }

    /** Not before it is told to be. */
    private static ScriptedResponse.Status busy(CountDownLatch told) {
        try {
            told.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return ScriptedResponse.status(503);
    }

    private static void pause(LocalTestCluster machine, boolean paused) {
        assertThat(machine.edge()
                        .manage("PATCH", PATH, "{\"properties\":{\"paused\":" + paused + "}}")
                        .statusCode())
                .isEqualTo(200);
    }

    private static void publish(LocalTestCluster machine, String id) {
        machine.edge().publish("orders", "[" + machine.order(id, "/orders/1") + "]");
    }

    private static List<String> ids(LocalTestCluster machine) {
        return machine.endpoint().requests("/hook").stream()
                .map(request -> {
                    try {
                        return JSON.readTree(request.body()).at("/0/id").textValue();
                    } catch (IOException e) {
                        throw new AssertionError(request.text(), e);
                    }
                })
                .toList();
    }

    private static double deferred(LocalTestCluster machine) throws IOException, InterruptedException {
        try (var client = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(URI.create(machine.cluster().admin() + "/metrics"))
                    .build();
            return client.send(request, BodyHandlers.ofString())
                    .body()
                    .lines()
                    .filter(line -> line.startsWith("tidings_deferred_total") && line.contains("reason=\"Paused\""))
                    .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                    .sum();
        }
    }
}
