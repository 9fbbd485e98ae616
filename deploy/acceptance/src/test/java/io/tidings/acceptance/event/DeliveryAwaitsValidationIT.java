package io.tidings.acceptance.event;

import static io.tidings.acceptance.installation.LocalTestCluster.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.acceptance.installation.LocalTestCluster;
import io.tidings.acceptance.installation.TestTopic;
import io.tidings.testbed.webhook.ReceivedRequest;
import io.tidings.testbed.webhook.ScriptedResponse;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** B-SUB-3, B-MATCH-6: an endpoint gets nothing before it has agreed, and what a re-pointed one has missed afterwards. */
class DeliveryAwaitsValidationIT {
    private static final Pattern UNMATCHED = Pattern.compile("(?m)^tidings_unmatched_total\\{.*} 1\\.0$");

    @TempDir
    static Path folder;

    private static LocalTestCluster machine;
    private static TestTopic orders;

    @BeforeAll
    static void start() {
        machine = LocalTestCluster.start(folder, Map.of("webhook.validation", "true", "time.scale", "0.02"));
        orders = machine.topic("orders");
    }

    @AfterAll
    static void stop() {
        machine.close();
    }

    @Test
    void nothingIsDeliveredBeforeTheEndpointHasAgreed() throws Exception {
        orders.answers("/one", ScriptedResponse.status(200));
        orders.subscribe("billing", "/one", "", "");
        orders.awaitProvisioning("billing", "AwaitingManualAction");
        orders.publish("too-early", "/orders/1");
        // An event is matched with what is in force when that is done, so it has to be done before the answer.
        await().atMost(PATIENCE)
                .until(() -> UNMATCHED.matcher(machine.metrics()).find());
        openUrl("/one");
        orders.awaitProvisioning("billing", "Succeeded");
        orders.publish("first", "/orders/1");
        awaitIds("/one", "first");

        orders.answers("/two", ScriptedResponse.status(200));
        machine.manage("PUT", orders.path("billing"), """
            {"properties":{"destination":{"endpointType":"WebHook","properties":{"endpointUrl":"%s"}}}}\
            """.formatted(orders.url("/two")));
        orders.publish("meanwhile", "/orders/1");
        orders.awaitProvisioning("billing", "AwaitingManualAction");
        await().atMost(PATIENCE).until(() -> machine.metrics().contains("reason=\"NotValidated\""));
        assertThat(ids("/two")).isEmpty();
        openUrl("/two");
        awaitIds("/two", "meanwhile");
        assertThat(ids("/one")).containsExactly("first");
    }

    /** B-AUTH-3 */
    @Test
    void theHandshakeFailsAndTheSubscriptionNamesTheSettingThatIngestLacks() {
        orders.subscribe(
                "partner", "/partner", "/partner", "\"tidings\": {\"authentication\": {\"identity\": \"partner\"}}");

        orders.awaitProvisioning("partner", "Failed");
        assertThat(orders.subscription("partner").path("provisioningError").asText())
                .contains("endpoint.identity.partner");
        assertThat(orders.requests("/partner")).isEmpty();
    }

    private static void openUrl(String path) throws Exception {
        var question = orders.requests(path).stream()
                .filter(DeliveryAwaitsValidationIT::asks)
                .toList()
                .getLast();
        var url = question.json().at("/0/data/validationUrl").textValue();
        // By plain HTTP: the certificate of local mode is trusted by nobody yet.
        var plain = URI.create(machine.cluster().http() + url.substring(url.indexOf("/validate")));
        try (var client = HttpClient.newHttpClient()) {
            assertThat(client.send(HttpRequest.newBuilder(plain).build(), BodyHandlers.ofString())
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    private static boolean asks(ReceivedRequest request) {
        return request.header("aeg-event-type").contains("SubscriptionValidation");
    }

    private static void awaitIds(String path, String... ids) {
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(ids(path)).containsExactly(ids));
    }

    /** Returns the ids of the events that were delivered to a path, each once. */
    private static List<String> ids(String path) {
        return orders.requests(path).stream()
                .filter(request -> !asks(request))
                .map(request -> request.json().at("/0/id").textValue())
                .distinct()
                .toList();
    }
}
