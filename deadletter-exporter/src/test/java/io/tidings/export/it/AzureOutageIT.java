package io.tidings.export.it;

import static io.tidings.export.Examples.deadLetter;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidings.contract.Topics;
import io.tidings.export.ExporterConfig;
import io.tidings.export.ExporterProgram;
import io.tidings.export.blob.Azurite;
import io.tidings.runtime.Settings;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.tracing.Tracing;
import io.tidings.testbed.FreePort;
import io.tidings.testbed.broker.LocalBroker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** B-DLQ-4, B-DLQ-5 and B-DLQ-6 with blobs in Azurite, which is stopped and comes back. */
class AzureOutageIT {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final Topics TOPICS = new Topics("t.");
    private static final Pattern BLOB = Pattern.compile("<Name>([^<]+)</Name>");
    private static final Pattern EVENT_ID = Pattern.compile("\"id\":\"([^\"]+)\"");

    @TempDir
    private Path brokerData;

    @TempDir
    private Path blobData;

    private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();

    @Test
    void lettersGivenUpDuringAnOutageAreWrittenOnceWhenItEnds() throws Exception {
        int port = FreePort.next();
        try (var azurite = Azurite.start(blobData, port)) {
            azurite.createContainer("dead");
            try (var broker = LocalBroker.start(LocalBroker.Settings.in(brokerData));
                    var exporter = start(broker, azurite.uri())) {
                send(broker, "dead", "e1");
                await().atMost(PATIENCE)
                        .untilAsserted(() -> assertThat(eventIds(azurite)).containsExactly("e1"));

                azurite.stop();
                send(broker, "dead", "e2");
                send(broker, "missing", "e3");
                await().atMost(PATIENCE).until(() -> !exporter.ready());
                await().atMost(PATIENCE).until(() -> appendedAgain() > 1);
                try (var back = Azurite.start(blobData, port)) {
                    await().atMost(PATIENCE)
                            .untilAsserted(() -> assertThat(eventIds(back)).containsExactly("e1", "e2"));
                    await().atMost(PATIENCE).until(() -> droppedForMissingContainer() == 1);
                    await().atMost(PATIENCE).until(exporter::ready);
                }
            }
        }
    }

    private ExporterProgram start(LocalBroker broker, String storage) {
        var settings = Map.of(
                "bootstrap.servers",
                broker.bootstrapServers(),
                "topic.prefix",
                TOPICS.prefix(),
                "partitions",
                "1",
                "time.scale",
                "0.001",
                "exporter.instance.id",
                "exporter",
                "deadletter.hold",
                "1m",
                "deadletter.drop.after",
                "never",
                "deadletter.storage." + Azurite.ACCOUNT,
                storage);
        return ExporterProgram.start(
                ExporterConfig.of(Settings.of(ExporterConfig.definitions(), ExporterConfig.prefixes(), settings)),
                metrics,
                Tracing.off());
    }

    private static void send(LocalBroker broker, String container, String id) throws Exception {
        try (var producer = KafkaClients.of(broker.bootstrapServers()).producer(Map.of())) {
            producer.send(deadLetter(TOPICS, 0, "to-crm", Azurite.ACCOUNT, container, id))
                    .get();
        }
    }

    private double appendedAgain() {
        return metrics.counter("tidings.dead.letter.appended.again", "topic", "orders", "subscription", "to-crm")
                .count();
    }

    private double droppedForMissingContainer() {
        return metrics.counter(
                        "tidings.dropped", "reason", "ContainerNotFound", "topic", "orders", "subscription", "to-crm")
                .count();
    }

    private static List<String> eventIds(Azurite azurite) throws Exception {
        var ids = new ArrayList<String>();
        for (var blob : BLOB.matcher(azurite.list("dead")).results().toList()) {
            var content = new String(azurite.read("/dead/" + blob.group(1)), UTF_8);
            EVENT_ID.matcher(content).results().forEach(id -> ids.add(id.group(1)));
        }
        ids.sort(null);
        return ids;
    }
}
