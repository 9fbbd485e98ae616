package io.tidings.acceptance.kafka;

import static io.tidings.acceptance.installation.LocalTestCluster.PATIENCE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidings.acceptance.installation.KafkaRecords;
import io.tidings.acceptance.installation.LocalTestCluster;
import io.tidings.contract.Topics;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.testbed.FreePort;
import io.tidings.testbed.webhook.ScriptedResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.testcontainers.junit.jupiter.Container;
import org.testcontainers.junit.jupiter.Testcontainers;
import org.testcontainers.kafka.KafkaContainer;

/** The main path on the broker as its own image ships it; skipped where there is no Docker (docs/operating.md). */
@Testcontainers(disabledWithoutDocker = true)
class TestcontainersKafkaIT {
    /** The waits of the ladder are a fiftieth: 30 s are 600 ms, and 5 minutes are 6 s. */
    private static final Map<String, String> SETTINGS =
            Map.of("time.scale", "0.02", "deadletter.delay", "50s", "deadletter.window", "30s");

    private static final Duration HALF_A_MINUTE_SCALED = Duration.ofMillis(600);

    @Container
    private static final KafkaOnOnePort KAFKA = new KafkaOnOnePort(FreePort.next());

    @TempDir
    private static Path folder;

    private static LocalTestCluster machine;

    /** Keeps its port when it is restarted; else Docker gives it another. */
    private static final class KafkaOnOnePort extends KafkaContainer {
        KafkaOnOnePort(int port) {
            super("apache/kafka:4.3.1");
            addFixedExposedPort(port, 9092);
        }
    }

    @BeforeAll
    static void start() {
        machine = LocalTestCluster.start(folder, KAFKA.getBootstrapServers(), SETTINGS);
        machine.topic("orders", "EventGridSchema");
    }

    @AfterAll
    static void stop() {
        if (machine != null) {
            machine.close();
        }
    }

    @Test
    void aRetryWaitsItsTimeInItsTierAndIsDelivered() {
        machine.endpoint().answers("/busy", ScriptedResponse.status(503), ScriptedResponse.status(200));
        machine.subscribe("orders", "busy", "/busy", "/busy", 30);

        publish("waits", "/busy");

        await().atMost(PATIENCE)
                .until(() -> machine.endpoint().requests("/busy").size() == 2);
        var requests = machine.endpoint().requests("/busy");
        assertThat(Duration.between(
                        requests.getFirst().received(), requests.getLast().received()))
                .isGreaterThanOrEqualTo(HALF_A_MINUTE_SCALED);
        assertThat(requests.getLast().header("aeg-delivery-count")).containsExactly("1");
        assertThat(headersIn("retry.30s"))
                .anySatisfy(headers -> assertThat(headers)
                        .containsEntry("tidings-event-id", "waits")
                        .containsEntry("tidings-attempts", "1")
                        .containsEntry("tidings-last-status", "503")
                        .containsEntry("tidings-last-outcome", "Busy")
                        .containsKey("tidings-due"));
    }

    @Test
    void aRejectedEventIsADeadLetterInABlob() throws Exception {
        machine.endpoint().answers("/refuses", ScriptedResponse.status(400));
        machine.subscribe("orders", "refuses", "/refuses", "/refuses", 30);

        publish("refused", "/refuses");

        var blob = await().atMost(PATIENCE)
                .until(() -> machine.blobs("refuses"), blobs -> !blobs.isEmpty())
                .getFirst();
        var record = new JsonMapper().readTree(blob.toFile());
        assertThat(record).hasSize(1);
        assertThat(record.at("/0/id").textValue()).isEqualTo("refused");
        assertThat(record.at("/0/deadLetterReason").textValue()).isEqualTo("UndeliverableDueToHttpBadRequest");
        assertThat(record.at("/0/deliveryAttempts").intValue()).isEqualTo(1);
    }

    @Test
    void aRetryThatWaitsWhileTheBrokerRestartsIsDeliveredOnce() {
        machine.endpoint().answers("/absent", ScriptedResponse.status(404), ScriptedResponse.status(200));
        machine.subscribe("orders", "absent", "/absent", "/absent", 30);
        publish("survives", "/absent");
        await().atMost(PATIENCE)
                .until(() -> headersIn("retry.5m").stream()
                        .anyMatch(headers -> "survives".equals(headers.get("tidings-event-id"))));

        KAFKA.getDockerClient().restartContainerCmd(KAFKA.getContainerId()).exec();

        await().atMost(PATIENCE)
                .until(() -> machine.endpoint().requests("/absent").size() == 2);
        assertThat(machine.endpoint().requests("/absent").getLast().header("aeg-delivery-count"))
                .containsExactly("1");
        publish("after", "/absent");
        await().atMost(PATIENCE)
                .until(() -> machine.endpoint().requests("/absent").size() == 3);
        assertThat(machine.endpoint().requests("/absent").getLast().text()).contains("\"id\":\"after\"");
    }

    /** Refused while the broker is away, so tried until it is accepted. */
    private static void publish(String id, String subject) {
        await().atMost(PATIENCE)
                .until(() -> machine.edge()
                                .publish("orders", "[" + machine.order(id, subject) + "]")
                                .statusCode()
                        == 200);
    }

    /** The headers of all records of one topic that were committed. */
    private static List<Map<String, String>> headersIn(String name) {
        return KafkaRecords.of(KafkaClients.of(KAFKA.getBootstrapServers()), Topics.DEFAULT_PREFIX + name).stream()
                .<Map<String, String>>map(record -> {
                    var headers = new TreeMap<String, String>();
                    record.headers().forEach(header -> headers.put(header.key(), new String(header.value(), UTF_8)));
                    return headers;
                })
                .toList();
    }
}
