package io.tidings.acceptance.event;

import static io.tidings.acceptance.installation.LocalTestCluster.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidings.acceptance.installation.LocalTestCluster;
import io.tidings.testbed.webhook.ReceivedRequest;
import io.tidings.testbed.webhook.ScriptedResponse;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** B-SUB-3, B-MATCH-6: an endpoint gets nothing before it has agreed, and what a re-pointed one has missed afterwards. */
class DeliveryAwaitsValidationIT {
    private static final JsonMapper JSON = new JsonMapper();
    private static final Pattern UNMATCHED = Pattern.compile("(?m)^tidings_unmatched_total\\{.*} 1\\.0$");

    @TempDir
    static Path folder;

    @Test
    void nothingIsDeliveredBeforeTheEndpointHasAgreed() throws Exception {
        var settings = Map.of("webhook.validation", "true", "time.scale", "0.02");
        try (var machine = LocalTestCluster.start(folder, settings)) {
            machine.topic("orders", "EventGridSchema");
            machine.endpoint().answers("/one", ScriptedResponse.status(200));
            machine.subscribe("orders", "billing", "/one", "", 30);
            awaitState(machine, "AwaitingManualAction");
            publish(machine, "too-early");
            // An event is matched with what is in force when that is done, so it has to be done before the answer.
            await().atMost(PATIENCE)
                    .until(() -> UNMATCHED.matcher(metrics(machine)).find());
            openUrl(machine, "/one");
            awaitState(machine, "Succeeded");
            publish(machine, "first");
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(ids(machine, "/one")).containsExactly("first"));

            machine.endpoint().answers("/two", ScriptedResponse.status(200));
            var json =
                    "{\"properties\":{\"destination\":{\"endpointType\":\"WebHook\",\"properties\":{\"endpointUrl\":\""
                            + machine.endpoint().uri("/two") + "\"}}}}";
            assertThat(machine.edge().putSubscription("orders", "billing", json).statusCode())
                    .isEqualTo(200);
            publish(machine, "meanwhile");
            awaitState(machine, "AwaitingManualAction");
            await().atMost(PATIENCE).until(() -> metrics(machine).contains("reason=\"NotValidated\""));
            assertThat(ids(machine, "/two")).isEmpty();
            openUrl(machine, "/two");
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(ids(machine, "/two")).containsExactly("meanwhile"));
            assertThat(ids(machine, "/one")).containsExactly("first");
        }
    }

    private static void publish(LocalTestCluster machine, String id) {
        machine.edge().publish("orders", "[" + machine.order(id, "/orders/1") + "]");
    }

    private static void openUrl(LocalTestCluster machine, String path) throws IOException, InterruptedException {
        var question = machine.endpoint().requests(path).stream()
                .filter(DeliveryAwaitsValidationIT::asks)
                .toList()
                .getLast();
        var url = JSON.readTree(question.body()).at("/0/data/validationUrl").textValue();
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

    /** Of the events that were delivered to a path. */
    private static List<String> ids(LocalTestCluster machine, String path) {
        return machine.endpoint().requests(path).stream()
                .filter(request -> !asks(request))
                .map(request -> read(request).at("/0/id").textValue())
                .distinct()
                .toList();
    }

    private static JsonNode read(ReceivedRequest request) {
        try {
            return JSON.readTree(request.body());
        } catch (IOException e) {
            throw new AssertionError(request.text(), e);
        }
    }

    private static void awaitState(LocalTestCluster machine, String state) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(machine.edge()
                                .manage("GET", "/topics/orders/eventSubscriptions/billing", "")
                                .body())
                        .contains("\"provisioningState\":\"" + state + "\""));
    }

    private static String metrics(LocalTestCluster machine) throws IOException, InterruptedException {
        try (var client = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(URI.create(machine.cluster().admin() + "/metrics"))
                    .build();
            return client.send(request, BodyHandlers.ofString()).body();
        }
    }
}
