package io.tidings.acceptance.event;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidings.acceptance.installation.LocalTestCluster;
import io.tidings.contract.HeaderNames;
import io.tidings.contract.Topics;
import io.tidings.contract.event.EventLimits;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.kafka.KafkaFutures;
import io.tidings.testbed.webhook.ScriptedResponse;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** B-PUB-4 through every stage: an event of exactly 1 MiB is matched, delivered, parked, retried and kept. */
class LargestEventIT {
    private static final Duration SOON = Duration.ofMinutes(3);

    @TempDir
    static Path folder;

    @Test
    void theLargestEventGoesThroughEveryStageAndALargerOneThroughNone() throws IOException {
        var settings = Map.of(
                "time.scale", "0.02",
                "deadletter.delay", "10s",
                "deadletter.window", "10s");
        try (var machine = LocalTestCluster.start(folder, settings)) {
            machine.topic("orders", "EventGridSchema");
            machine.endpoint().answers("/large", ScriptedResponse.status(503), ScriptedResponse.status(400));
            machine.subscribe("orders", "large", "/large", "/large", 10);
            var largest = event(EventLimits.MAX_EVENT_BYTES);
            produce(machine, event(EventLimits.MAX_EVENT_BYTES + 1));
            produce(machine, largest);

            var blob = await().atMost(SOON)
                    .until(() -> machine.blobs("large"), blobs -> !blobs.isEmpty())
                    .getFirst();

            var requests = machine.endpoint().requests("/large");
            assertThat(requests).hasSize(2);
            assertThat(requests)
                    .allSatisfy(request -> assertThat(request.body()).isEqualTo(("[" + largest + "]").getBytes(UTF_8)));
            var record = new JsonMapper().readTree(blob.toFile());
            assertThat(record).hasSize(1);
            assertThat(record.at("/0/data").textValue()).hasSizeGreaterThan(1_000_000);
            assertThat(record.at("/0/deadLetterReason").textValue()).isEqualTo("UndeliverableDueToHttpBadRequest");

            machine.endpoint().answers("/large", ScriptedResponse.status(200));
            int space = "[]".length();
            assertThat(publish(machine, event(EventLimits.MAX_REQUEST_BYTES - space)))
                    .isEqualTo(200);
            assertThat(publish(machine, event(EventLimits.MAX_REQUEST_BYTES - space + 1)))
                    .isEqualTo(413);
            await().atMost(SOON)
                    .untilAsserted(() ->
                            assertThat(machine.endpoint().requests("/large")).hasSize(2 + 1));
        }
    }

    private static int publish(LocalTestCluster machine, String event) {
        return machine.edge().publish("orders", "[" + event + "]").statusCode();
    }

    /** As any Kafka client does. */
    private static void produce(LocalTestCluster machine, String event) {
        var clients = KafkaClients.of(machine.cluster().bootstrapServers());
        try (var producer = clients.producer(Map.of())) {
            var record = new ProducerRecord<byte[], byte[]>(
                    new Topics(Topics.DEFAULT_PREFIX).events(), null, event.getBytes(UTF_8));
            record.headers().add(HeaderNames.TOPIC, "orders".getBytes(UTF_8));
            KafkaFutures.await(producer.send(record), "publishing");
        }
    }

    /** With every member that is stamped when absent, and of exactly so many bytes. */
    private static String event(int bytes) {
        var frame = """
            {"id":"large","topic":"%s","subject":"/large","eventType":"Order.Placed",\
            "eventTime":"2026-11-21T09:30:00Z","data":"%s","dataVersion":"1.0","metadataVersion":"1"}\
            """;
        int rest = frame.formatted(LocalTestCluster.topicId("orders"), "").length();
        return frame.formatted(LocalTestCluster.topicId("orders"), "x".repeat(bytes - rest));
    }
}
