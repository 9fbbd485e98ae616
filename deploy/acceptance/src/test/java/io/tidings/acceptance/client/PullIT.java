package io.tidings.acceptance.client;

import static io.tidings.acceptance.installation.LocalTestCluster.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.acceptance.installation.LocalTestCluster;
import io.tidings.acceptance.installation.TestTopic;
import io.tidings.testbed.NodePackages;
import io.tidings.testbed.client.ClientUse;
import io.tidings.testbed.client.Clients;
import io.tidings.testbed.client.RunsClient;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** B-PULL-1: what unmodified clients of Azure's namespaces publish and receive, and what becomes of it. */
class PullIT {
    private static final NodePackages NODE = new NodePackages("pull", "@azure/eventgrid-namespaces@1.0.0");
    private static final Path SCRIPT = Path.of("src", "test", "resources", "pull.cjs");
    private static final Map<String, String> SETTINGS = Map.of(
            "auth.required", "true", "time.scale", "0.02", "deadletter.delay", "50s", "deadletter.window", "30s");

    @TempDir
    Path folder;

    @Test
    @RunsClient(
            value = "@azure/eventgrid-namespaces",
            version = "1.0.0",
            uses = {ClientUse.PUBLISH, ClientUse.PULL})
    void eventsArePublishedReceivedReleasedRenewedAcknowledgedRejectedAndRedriven() throws IOException {
        Clients.require(NODE.missing());
        try (var machine = LocalTestCluster.start(folder, SETTINGS)) {
            var topic = machine.topic("orders", "CloudEventSchemaV1_0");
            topic.put("billing", """
                "deliveryConfiguration":{"deliveryMode":"Queue","queue":{"receiveLockDurationInSeconds":60}},
                """ + topic.deadLetters());

            assertThat(run(machine, "publish", machine.key("orders"))).isEqualTo("published");
            assertThat(run(machine, "refused", machine.key("orders"))).isEqualTo("RestError 401");
            var key = key(machine, topic.path("billing"));
            var said = run(machine, "work", key);

            assertThat(said.lines().limit(12))
                    .as(said)
                    .containsExactly(
                            "first 1 Order.Placed /shop {\"amount\":42}",
                            "released 1 ",
                            "too late 0 TokenLost",
                            "other 1 Order.Placed /shop {\"amount\":42}",
                            "same false",
                            "rejected 1 ",
                            "again 2 Order.Placed /shop {\"amount\":42}",
                            "same true waited true",
                            "renewed 1 ",
                            "acknowledged 1 ",
                            "twice 0 TokenLost,BadToken",
                            "nothing true");
            var dead = said.lines().toList().getLast().substring("dead ".length());
            assertThat(topic.awaitDeadLetter("billing").path("id").textValue()).isEqualTo(dead);
            redrive(machine, topic);
            assertThat(run(machine, "take", key).lines()).contains("acknowledged 1 ", "id " + dead);
            assertThat(takenByATenant(machine).lines())
                    .contains("taken 1 Order.Placed anna {\"amount\":7}", "acknowledged 1 ", "id of-anna");
        }
    }

    /** B-DOMAIN-1: the URL of the client ends with the path of the domain. */
    private static String takenByATenant(LocalTestCluster machine) throws IOException {
        machine.manage("PUT", "/domains/tenants", "{\"properties\":{\"inputSchema\":\"CloudEventSchemaV1_0\"}}");
        var billing = "/domains/tenants/topics/anna/eventSubscriptions/billing";
        machine.manage("PUT", billing, "{\"properties\":{\"deliveryConfiguration\":{\"deliveryMode\":\"Queue\"}}}");
        var response = machine.edge().publish("tenants", key(machine, "/domains/tenants"), """
            {"specversion":"1.0","id":"of-anna","source":"anna","type":"Order.Placed","data":{"amount":7}}\
            """);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return run(machine, "take", "/domains/tenants", key(machine, billing), "anna");
    }

    private static String key(LocalTestCluster machine, String path) {
        return machine.manage("POST", path + "/listKeys", "").path("key2").textValue();
    }

    private static void redrive(LocalTestCluster machine, TestTopic topic) {
        var job = machine.manage("POST", "/jobs", """
            {"kind":"redrive","topic":"%s","subscription":"billing"}\
            """.formatted(topic.name()));
        await().atMost(PATIENCE)
                .until(
                        () -> machine.get("/jobs/" + job.path("id").textValue())
                                .path("state")
                                .asText(),
                        "Done"::equals);
    }

    private static String run(LocalTestCluster machine, String command, String key) throws IOException {
        return run(machine, command, "", key, "orders");
    }

    private static String run(LocalTestCluster machine, String command, String path, String key, String topic)
            throws IOException {
        var trust = Map.of(
                "NODE_EXTRA_CA_CERTS", machine.cluster().certificate().chain().toString());
        return NODE.run(SCRIPT, trust, command, machine.cluster().https() + path, key, topic, "billing")
                .strip();
    }
}
