package io.tidings.ingest.it;

import static io.tidings.ingest.it.Responses.json;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.HeaderNames;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.kafka.KafkaFutures;
import io.tidings.testbed.broker.LocalBroker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** B-SUB-2: what an invalid record displaced is written again, and outlives compaction and restart of everything. */
class RestoredRecordsIT {
    private static final String SUBSCRIPTIONS = "tidings.subscriptions";
    private static final String TOPICS = "tidings.topics";
    private static final String BILLING = "/topics/orders/eventSubscriptions/billing";
    private static final String SUBSCRIPTION = """
        {"properties":{"destination":{"endpointType":"WebHook","properties":{"endpointUrl":"https://e.example/hook"}}}}\
        """;

    @TempDir
    Path data;

    @Test
    void thePreviousVersionOutlivesCompactionAndRestart() {
        String keys;
        try (var broker = broker();
                var ingest = new IngestFixture(broker.bootstrapServers(), Map.of())) {
            var log = new KafkaLog(KafkaClients.of(broker.bootstrapServers()));
            ingest.manage("PUT", "/topics/orders", "{}");
            ingest.manage("PUT", BILLING, SUBSCRIPTION);
            keys = ingest.manage("POST", "/topics/orders/listKeys", "").body();
            write(log, SUBSCRIPTIONS, "orders/billing", "{\"properties\":{\"colour\":\"red\"}}");
            write(log, TOPICS, "orders", "nonsense");
            await().untilAsserted(() -> {
                assertThat(newest(log, SUBSCRIPTIONS, "orders/billing")).contains("e.example");
                assertThat(newest(log, TOPICS, "orders")).contains("inputSchema");
            });
            inForce(ingest, keys);
            // It is counted when it has been written.
            await().untilAsserted(() -> assertThat(
                            ingest.metrics.counter("tidings.resources.restored").count())
                    .isEqualTo(2));
            assertThat(ingest.metrics.counter("tidings.resources.ignored").count())
                    .isEqualTo(2);
            compact(log);
        }
        try (var broker = broker();
                var ingest = new IngestFixture(broker.bootstrapServers(), Map.of())) {
            inForce(ingest, keys);
            assertThat(ingest.metrics.counter("tidings.resources.ignored").count())
                    .as("the invalid records are gone")
                    .isZero();
            ingest.manage("PUT", BILLING, SUBSCRIPTION);
            assertThat(problem(ingest, BILLING)).as("of the newest record").isEmpty();
        }
    }

    /** Whoever takes over finds what the one before had no time for. */
    @Test
    void anOwnerThatStartsLaterWritesItAgain() {
        try (var broker = broker()) {
            var log = new KafkaLog(KafkaClients.of(broker.bootstrapServers()));
            try (var ingest = new IngestFixture(broker.bootstrapServers(), Map.of())) {
                ingest.manage("PUT", "/topics/orders", "{}");
                ingest.manage("PUT", BILLING, SUBSCRIPTION);
            }
            write(log, SUBSCRIPTIONS, "orders/billing", "nonsense");
            write(log, SUBSCRIPTIONS, "orders/unknown", "nonsense");
            try (var ingest = new IngestFixture(broker.bootstrapServers(), Map.of())) {
                await().untilAsserted(() ->
                        assertThat(newest(log, SUBSCRIPTIONS, "orders/billing")).contains("e.example"));
                assertThat(newest(log, SUBSCRIPTIONS, "orders/unknown"))
                        .as("there is nothing to put in its place")
                        .isEqualTo("nonsense");
                assertThat(ingest.manage("GET", "/topics/orders/eventSubscriptions/unknown", "")
                                .body())
                        .contains("ResourceNotFound", "is not JSON");
            }
        }
    }

    private LocalBroker broker() {
        return LocalBroker.start(LocalBroker.Settings.in(data).with("log.cleaner.backoff.ms", "100"));
    }

    private static void inForce(IngestFixture ingest, String keys) {
        assertThat(json(ingest.manage("POST", BILLING + "/getFullUrl", ""))
                        .path("endpointUrl")
                        .asText())
                .isEqualTo("https://e.example/hook");
        assertThat(ingest.manage("POST", "/topics/orders/listKeys", "").body()).isEqualTo(keys);
        assertThat(problem(ingest, BILLING)).contains("properties.destination.endpointType: is required");
        assertThat(problem(ingest, "/topics/orders")).contains("is not JSON");
    }

    private static String problem(IngestFixture ingest, String path) {
        return json(ingest.manage("GET", path, ""))
                .at("/properties/provisioningError")
                .asText();
    }

    /** Rolls and cleans until the invalid records are gone. */
    private static void compact(KafkaLog log) {
        var eager = List.of(
                set("min.compaction.lag.ms", "0"), set("min.cleanable.dirty.ratio", "0.001"), set("segment.ms", "100"));
        configure(log, eager);
        await().atMost(Duration.ofMinutes(3)).untilAsserted(() -> {
            for (var topic : List.of(TOPICS, SUBSCRIPTIONS)) {
                write(log, topic, "#roll", "1"); // a segment is rolled by what is appended to it
                assertThat(log.records(topic, topic.equals(TOPICS) ? "orders" : "orders/billing"))
                        .hasSize(1);
            }
        });
        configure(log, List.of(set("min.compaction.lag.ms", "86400000"))); // no program starts with less
    }

    private static void configure(KafkaLog log, List<AlterConfigOp> settings) {
        try (var admin = log.clients().admin()) {
            KafkaFutures.await(
                    admin.incrementalAlterConfigs(Map.of(resource(TOPICS), settings, resource(SUBSCRIPTIONS), settings))
                            .all(),
                    "setting");
        }
    }

    private static ConfigResource resource(String topic) {
        return new ConfigResource(ConfigResource.Type.TOPIC, topic);
    }

    private static AlterConfigOp set(String name, String value) {
        return new AlterConfigOp(new ConfigEntry(name, value), AlterConfigOp.OpType.SET);
    }

    private static String newest(KafkaLog log, String topic, String key) {
        return new String(log.records(topic, key).getLast().value(), UTF_8);
    }

    private static void write(KafkaLog log, String topic, String key, String value) {
        var record = new ProducerRecord<>(topic, key.getBytes(UTF_8), value.getBytes(UTF_8));
        record.headers().add(HeaderNames.FORMAT, HeaderNames.FORMAT_1.getBytes(UTF_8));
        try (var producer = log.clients().producer(Map.of())) {
            KafkaFutures.await(producer.send(record), "writing");
        }
    }
}
