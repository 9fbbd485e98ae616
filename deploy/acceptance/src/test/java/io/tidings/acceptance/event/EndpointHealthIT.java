package io.tidings.acceptance.event;

import static io.tidings.acceptance.installation.LocalTestCluster.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidings.acceptance.installation.LocalTestCluster;
import io.tidings.testbed.webhook.ScriptedResponse;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** B-PROB-1 to 4: what worker and endpoint make of each other is seen in the subscription. */
class EndpointHealthIT {
    private static final int THRESHOLD = 10;
    private static final Duration FIVE_MINUTES = Duration.ofSeconds(6);

    @TempDir
    static Path folder;

    @Test
    void aSubscriptionTellsWhenItsEndpointIsLeftAloneAndWhenItIsWellAgain() throws Exception {
        try (var machine =
                LocalTestCluster.start(folder, Map.of("time.scale", "0.02", "worker.response.timeout", "3m"))) {
            var seen = new CountDownLatch(1);
            machine.topic("orders", "EventGridSchema");
            machine.subscribe("orders", "absent", "/absent", "/absent", 30);
            machine.endpoint()
                    .answers(
                            "/absent",
                            Stream.concat(
                                            Stream.generate(() -> ScriptedResponse.status(404))
                                                    .limit(THRESHOLD),
                                            Stream.of(
                                                    ScriptedResponse.computed(_ -> wellAgain(seen)),
                                                    ScriptedResponse.status(200)))
                                    .toArray(ScriptedResponse[]::new));
            assertThat(status(machine).path("state").textValue()).isEqualTo("Healthy");
            assertThat(status(machine).path("matched").longValue()).isZero();

            for (int i = 0; i < THRESHOLD; i++) {
                machine.edge().publish("orders", "[" + machine.order("e" + i, "/absent") + "]");
            }

            await().atMost(PATIENCE)
                    .until(() -> status(machine).path("state").textValue().equals("OnProbation"));
            var status = status(machine);
            assertThat(status.path("consecutiveFailures").intValue()).isEqualTo(THRESHOLD);
            assertThat(status.path("lastDeliveryOutcome").textValue()).isEqualTo("NotFound");
            assertThat(Instant.parse(status.path("probationUntil").textValue()))
                    .isBefore(Instant.now().plus(FIVE_MINUTES));
            assertThat(metrics(machine)).contains("tidings_pending{tier=\"5m\"}", "tidings_probation{");
            seen.countDown();

            await().atMost(PATIENCE)
                    .until(() -> machine.endpoint().requests("/absent").size() == 2 * THRESHOLD);
            await().atMost(PATIENCE)
                    .until(() -> status(machine).path("state").textValue().equals("Healthy"));
            assertThat(status(machine).path("consecutiveFailures").intValue()).isZero();
            assertThat(status(machine).path("matched").longValue()).isEqualTo(THRESHOLD);
            assertThat(status(machine).path("lastMatched").isTextual()).isTrue();
            await().atMost(PATIENCE)
                    .until(() -> status(machine).path("delivered").longValue() >= 1);
        }
    }

    /** Not before it was seen that it is not: until then the probe is not answered. */
    private static ScriptedResponse.Status wellAgain(CountDownLatch seen) {
        try {
            seen.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return ScriptedResponse.status(200);
    }

    private static JsonNode status(LocalTestCluster machine) throws IOException {
        var answer = machine.edge().manage("GET", "/topics/orders/eventSubscriptions/absent", "");
        assertThat(answer.statusCode()).isEqualTo(200);
        return new JsonMapper().readTree(answer.body()).at("/properties/status");
    }

    private static String metrics(LocalTestCluster machine) throws IOException, InterruptedException {
        try (var client = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(URI.create(machine.cluster().admin() + "/metrics"))
                    .build();
            return client.send(request, BodyHandlers.ofString()).body();
        }
    }
}
