package io.tidings.acceptance.event;

import static io.tidings.acceptance.installation.LocalTestCluster.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.acceptance.installation.LocalTestCluster;
import io.tidings.contract.Hops;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** B-PUB-3: a subscription that delivers to its own topic does not fill the machine with one event. */
class CircleIT {
    @TempDir
    Path folder;

    @Test
    void anEventThatGoesInACircleEndsAsADeadLetterAfterTenHops() {
        try (var machine = LocalTestCluster.start(folder, Map.of("time.scale", "0.01"))) {
            machine.topic("orders", "EventGridSchema");
            subscribe(machine, "orders", machine.cluster().http() + "/topics/orders/api/events");
            machine.subscribe("orders", "witness", "/hook", "", 1);

            assertThat(machine.edge()
                            .publish("orders", "[" + machine.order("1", "/o/1") + "]")
                            .statusCode())
                    .isEqualTo(200);

            await().atMost(PATIENCE).until(() -> machine.blobs("around").size() == 1);
            assertThat(machine.endpoint().requests("/hook")).hasSize(Hops.MOST);
        }
    }

    private static void subscribe(LocalTestCluster machine, String topic, String endpoint) {
        var json = """
            {"properties": {"destination": {"endpointType": "WebHook", "properties": {"endpointUrl": "%s"}},
              "deadLetterDestination": {"endpointType": "StorageBlob", "properties": {
                "resourceId": "/subscriptions/x/resourceGroups/y/providers/Microsoft.Storage/storageAccounts/local",
                "blobContainerName": "dead-letters"}}}}\
            """.formatted(endpoint);
        assertThat(machine.edge().putSubscription(topic, "around", json).statusCode())
                .isEqualTo(201);
    }
}
