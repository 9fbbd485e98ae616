package io.tidings.acceptance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.TimeScale;
import io.tidings.contract.Topics;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.topics.TopicProvisioner;
import io.tidings.testbed.broker.LocalBroker;
import io.tidings.testbed.process.ChildProcess;
import io.tidings.testbed.process.ChildProcess.Command;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command redrive as the exporter ships it: it has all that it needs, and ends if it had not. */
class ShippedRedriveIT {
    private static final Path SHIPPED = Path.of("../../deadletter-exporter/target/dist/lib")
            .toAbsolutePath()
            .normalize();
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String SUBSCRIPTION = """
        {"properties":{"destination":{"endpointType":"WebHook","properties":{"endpointUrl":"https://hooks.example/in"}}}}\
        """;

    @TempDir
    Path folder;

    private static final Topics TOPICS = new Topics(Topics.DEFAULT_PREFIX);

    private LocalBroker broker;

    @BeforeEach
    void writeASubscription() throws ExecutionException, InterruptedException {
        broker = LocalBroker.start(LocalBroker.Settings.in(folder.resolve("kafka")));
        var clients = KafkaClients.of(broker.bootstrapServers());
        new TopicProvisioner(clients, TOPICS).provision(1, 1, Duration.ofMinutes(5), TimeScale.REAL);
        write(
                clients,
                new ProducerRecord<>(
                        TOPICS.topics(),
                        "orders".getBytes(UTF_8),
                        "{\"properties\":{\"inputSchema\":\"EventGridSchema\"}}".getBytes(UTF_8)));
        var subscription = new ProducerRecord<>(
                TOPICS.subscriptions(), "orders/billing".getBytes(UTF_8), SUBSCRIPTION.getBytes(UTF_8));
        // In force, as ingest writes it; else there is nothing to redrive for.
        subscription
                .headers()
                .add(HeaderNames.SUBSCRIPTION_UID, "u".getBytes(UTF_8))
                .add(HeaderNames.PROVISIONING_STATE, "Succeeded".getBytes(UTF_8));
        write(clients, subscription);
    }

    @AfterEach
    void stopBroker() {
        broker.close();
    }

    @Test
    void itReadsTheTablesAndEndsWell() throws IOException {
        var status = redrive(SHIPPED.resolve("*").toString()).exitWithin(PATIENCE);

        assertThat(status)
                .as(Files.readString(folder.resolve("redrive.log"), UTF_8))
                .hasValue(0);
    }

    @Test
    void withoutWhatReadsTheTablesItSaysSoAndEnds() throws IOException {
        var redrive = redrive(shippedWithout("jackson-databind"));

        assertThat(redrive.exitWithin(PATIENCE)).hasValue(1);
        assertThat(folder.resolve("redrive.log"))
                .content()
                .contains("not finished", "reading the subscriptions failed", "NoClassDefFoundError");
    }

    private static String shippedWithout(String library) throws IOException {
        try (var jars = Files.list(SHIPPED)) {
            return jars.map(Path::toString)
                    .filter(jar -> !jar.contains(library))
                    .collect(Collectors.joining(File.pathSeparator));
        }
    }

    private ChildProcess redrive(String classPath) {
        return ChildProcess.start(
                Command.java(
                        "redrive",
                        classPath,
                        List.of("-Xmx128m"),
                        "io.tidings.export.redrive.RedriveMain",
                        List.of(
                                "--subscription",
                                "orders/billing",
                                "--dry-run",
                                "--set",
                                "bootstrap.servers=" + broker.bootstrapServers())),
                folder);
    }

    private static void write(KafkaClients clients, ProducerRecord<byte[], byte[]> record)
            throws ExecutionException, InterruptedException {
        try (var producer = clients.producer(Map.of())) {
            producer.send(record).get();
        }
    }
}
