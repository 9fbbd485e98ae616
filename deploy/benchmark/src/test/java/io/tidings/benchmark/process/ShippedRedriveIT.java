package io.tidings.benchmark.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.benchmark.process.ChildProcess.Command;
import io.tidings.benchmark.stage.Site;
import io.tidings.contract.TimeScale;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.kafka.TopicProvisioner;
import io.tidings.testbed.LocalBroker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command redrive as the exporter ships it has all that it needs, what reads the tables included. */
class ShippedRedriveIT {
    private static final Path SHIPPED = Path.of("../../deadletter-exporter/target/dist/lib/*")
            .toAbsolutePath()
            .normalize();
    private static final String SUBSCRIPTION = """
        {"properties":{"destination":{"endpointType":"WebHook","properties":{"endpointUrl":"https://hooks.example/in"}}}}\
        """;

    @TempDir
    Path folder;

    @Test
    void itReadsTheTablesAndEndsWell() throws ExecutionException, InterruptedException {
        try (var broker = LocalBroker.start(LocalBroker.Settings.in(folder.resolve("kafka")))) {
            var clients = KafkaClients.of(broker.bootstrapServers());
            new TopicProvisioner(clients, Site.TOPICS).provision(1, 1, Duration.ofMinutes(5), TimeScale.REAL);
            write(clients, Site.TOPICS.topics(), "orders", "{\"properties\":{\"inputSchema\":\"EventGridSchema\"}}");
            write(clients, Site.TOPICS.subscriptions(), "orders/billing", SUBSCRIPTION);

            var redrive = ChildProcess.start(
                    new Command(
                            "redrive",
                            SHIPPED.toString(),
                            List.of("-Xmx128m"),
                            "io.tidings.export.redrive.RedriveMain",
                            List.of(
                                    "--subscription",
                                    "orders/billing",
                                    "--dry-run",
                                    "--set",
                                    "bootstrap.servers=" + broker.bootstrapServers())),
                    folder);

            assertThat(redrive.exitWithin(Duration.ofMinutes(2))).hasValue(0);
        }
    }

    private static void write(KafkaClients clients, String topic, String key, String value)
            throws ExecutionException, InterruptedException {
        try (var producer = clients.producer(Map.of())) {
            producer.send(new ProducerRecord<>(topic, key.getBytes(UTF_8), value.getBytes(UTF_8)))
                    .get();
        }
    }
}
