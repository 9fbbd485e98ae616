package io.tidings.acceptance.security;

import static io.tidings.acceptance.installation.LocalTestCluster.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidings.acceptance.installation.LocalTestCluster;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** B-AUTH-3: a subscription may name a certificate that the programs lack, and says that it is missing. */
class MissingIdentityIT {
    private static final String SETTING = "endpoint.identity.partner";
    private static final String PATH = "/topics/orders/eventSubscriptions/partner";

    @TempDir
    static Path folder;

    @Test
    void theDeliveriesWaitAndTheSubscriptionNamesTheSettingThatTheWorkerLacks() throws Exception {
        try (var machine = LocalTestCluster.start(folder.resolve("waits"), Map.of())) {
            put(machine);
            assertThat(properties(machine)
                            .at("/tidings/authentication/identity")
                            .asText())
                    .isEqualTo("partner");
            assertThat(properties(machine).path("provisioningState").asText()).isEqualTo("Succeeded");
            assertThat(machine.edge()
                            .publish("orders", "[" + machine.order("1", "/partner") + "]")
                            .statusCode())
                    .isEqualTo(200);

            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(properties(machine)
                                    .at("/status/lastDeliveryError")
                                    .asText())
                            .contains(SETTING));
            assertThat(properties(machine).at("/status/state").asText()).isEqualTo("Healthy");
            assertThat(properties(machine).at("/status/consecutiveFailures").asInt(-1))
                    .isZero();
            assertThat(metrics(machine))
                    .containsPattern("tidings_deferred_total\\{[^}]*reason=\"NotConfigured\"[^}]*} [1-9]");
            assertThat(machine.endpoint().requests()).isEmpty();
        }
    }

    @Test
    void theHandshakeFailsAndTheSubscriptionNamesTheSettingThatIngestLacks() throws Exception {
        try (var machine = LocalTestCluster.start(folder.resolve("handshake"), Map.of("webhook.validation", "true"))) {
            put(machine);
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(properties(machine)
                                    .path("provisioningState")
                                    .asText())
                            .isEqualTo("Failed"));
            assertThat(properties(machine).path("provisioningError").asText()).contains(SETTING);
            assertThat(machine.endpoint().requests()).isEmpty();
        }
    }

    private static void put(LocalTestCluster machine) {
        machine.topic("orders", "EventGridSchema");
        var json = """
            {"properties": {
              "destination": {"endpointType": "WebHook", "properties": {"endpointUrl": "%s"}},
              "tidings": {"authentication": {"identity": "partner"}}}}\
            """.formatted(machine.endpoint().uri("/partner"));
        assertThat(machine.edge().putSubscription("orders", "partner", json).statusCode())
                .isEqualTo(201);
    }

    private static JsonNode properties(LocalTestCluster machine) throws IOException {
        var response = machine.edge().manage("GET", PATH, "");
        assertThat(response.statusCode()).isEqualTo(200);
        return new JsonMapper().readTree(response.body()).path("properties");
    }

    private static String metrics(LocalTestCluster machine) throws IOException, InterruptedException {
        try (var client = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(URI.create(machine.cluster().admin() + "/metrics"))
                    .build();
            return client.send(request, BodyHandlers.ofString()).body();
        }
    }
}
