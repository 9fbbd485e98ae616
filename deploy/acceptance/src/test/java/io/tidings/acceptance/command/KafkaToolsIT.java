package io.tidings.acceptance.command;

import static io.tidings.acceptance.installation.LocalTestCluster.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.acceptance.installation.LocalTestCluster;
import io.tidings.acceptance.installation.ShellScript;
import io.tidings.testbed.webhook.ScriptedResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where an event stands can be seen with Kafka's own tools. */
class KafkaToolsIT {
    @TempDir
    static Path folder;

    private static LocalTestCluster machine;

    @BeforeAll
    static void aRetryWaits() {
        machine = LocalTestCluster.start(folder.resolve("data"), Map.of());
        machine.endpoint().answers("/busy", ScriptedResponse.status(404));
        machine.topic("orders", "EventGridSchema");
        machine.subscribe("orders", "busy", "/busy", "", 30);
        machine.edge().publish("orders", "[" + machine.order("waiting-1", "/busy") + "]");
        await().atMost(PATIENCE)
                .until(() -> machine.endpoint().requests("/busy").size() == 1);
    }

    @AfterAll
    static void stop() {
        machine.close();
    }

    @Test
    void theConsoleConsumerShowsWhyAnEventWaitsAndUntilWhen() throws Exception {
        var printed = kafka(
                "console-consumer",
                "--topic",
                "tidings.retry.5m",
                "--from-beginning",
                "--max-messages",
                "1",
                "--isolation-level",
                "read_committed",
                "--formatter-property",
                "print.headers=true",
                "--formatter-property",
                "print.timestamp=true");

        assertThat(printed)
                .contains(
                        "LogAppendTime:",
                        "tidings-format:1",
                        "tidings-topic:orders",
                        "tidings-subscription:busy",
                        "tidings-event-id:waiting-1",
                        "tidings-attempts:1",
                        "tidings-last-outcome:NotFound",
                        "tidings-last-status:404",
                        "tidings-due:");
    }

    @Test
    void theLagOfATierTellsThatAnEventWaitsInIt() {
        await().atMost(PATIENCE).untilAsserted(() -> {
            var lines = kafka("consumer-groups", "--describe", "--group", "tidings.delivery-worker")
                    .lines()
                    .filter(line -> line.contains("tidings.retry.5m"))
                    .map(line -> line.strip().split("\\s+"))
                    .toList();
            assertThat(lines).hasSize(4);
            // The end of the transaction that parked it takes an offset, too.
            assertThat(lines.stream().mapToLong(line -> Long.parseLong(line[5])).sum())
                    .isBetween(1L, 2L);
        });
    }

    @Test
    void anUnknownToolIsAnsweredWithTheList() throws Exception {
        try (var script = ShellScript.run(folder.resolve("list.txt"), "local/kafka", List.of("nonsense"))) {
            assertThat(script.exit(PATIENCE)).isEqualTo(2);
            assertThat(script.printed()).contains("console-consumer", "consumer-groups", "get-offsets");
        }
    }

    private static String kafka(String tool, String... arguments) throws InterruptedException {
        var all = new ArrayList<>(
                List.of(tool, "--bootstrap-server", machine.cluster().bootstrapServers()));
        all.addAll(List.of(arguments));
        try (var script = ShellScript.run(folder.resolve(tool + ".txt"), "local/kafka", all)) {
            assertThat(script.exit(PATIENCE)).isZero();
            return script.printed();
        }
    }
}
