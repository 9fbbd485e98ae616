package io.tidings.acceptance.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidings.acceptance.installation.LocalTestCluster;
import io.tidings.contract.TimeScale;
import io.tidings.contract.Topics;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.testbed.webhook.ReceivedRequest;
import io.tidings.testbed.webhook.ScriptedResponse;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * B-RETRY-1, B-RETRY-4, B-RETRY-5, B-DLQ-2 and B-DLQ-6 as the documents tell them: 30 minutes to live, 10 attempts and
 * an endpoint that always fails make 6 attempts and one dead letter.
 */
class DocumentedExampleIT {
    /** Ten seconds for a machine to be late with the sixth attempt, which is due at 1,000 s of 1,800. */
    private static final TimeScale SCALE = new TimeScale(0.0125);

    private static final List<Duration> WAITS = List.of(
            Duration.ofSeconds(10),
            Duration.ofSeconds(30),
            Duration.ofMinutes(1),
            Duration.ofMinutes(5),
            Duration.ofMinutes(10));
    private static final Duration GIVEN_UP = Duration.ofSeconds(2800);

    @TempDir
    static Path folder;

    @Test
    void thirtyMinutesAndTenAttemptsMakeSixAttemptsAndOneDeadLetter() throws IOException {
        var settings = Map.of(
                "time.scale", Double.toString(SCALE.factor()), "deadletter.delay", "100s", "deadletter.window", "20s");
        try (var machine = LocalTestCluster.start(folder, settings)) {
            machine.topic("orders", "EventGridSchema");
            machine.endpoint().answers("/failing", ScriptedResponse.status(500));
            machine.subscribe(
                    "orders",
                    "documented",
                    "/failing",
                    "/failing",
                    "{\"maxDeliveryAttempts\": 10, \"eventTimeToLiveInMinutes\": 30}");
            var published = Instant.now();
            assertThat(machine.edge()
                            .publish("orders", "[" + machine.order("1", "/failing") + "]")
                            .statusCode())
                    .isEqualTo(200);

            var blob = await().atMost(Duration.ofMinutes(3))
                    .until(() -> machine.blobs("documented"), blobs -> !blobs.isEmpty())
                    .getFirst();

            var requests = machine.endpoint().requests("/failing");
            assertThat(requests.stream().map(request -> request.header("aeg-delivery-count")))
                    .containsExactly(
                            List.of("0"), List.of("1"), List.of("2"), List.of("3"), List.of("4"), List.of("5"));
            assertThat(tooEarly(requests)).isEmpty();
            var record = new JsonMapper().readTree(blob.toFile());
            assertThat(record).hasSize(1);
            assertThat(record.at("/0/id").textValue()).isEqualTo("1");
            assertThat(record.at("/0/deadLetterReason").textValue()).isEqualTo("TimeToLiveExceeded");
            assertThat(record.at("/0/deliveryAttempts").intValue()).isEqualTo(6);
            assertThat(record.at("/0/lastDeliveryOutcome").textValue()).isEqualTo("GenericError");
            assertThat(record.at("/0/lastHttpStatusCode").intValue()).isEqualTo(500);
            assertThat(machine.blobs("documented")).hasSize(1);
            assertThat(deadLetters(machine))
                    .singleElement()
                    .satisfies(given -> assertThat(Instant.ofEpochMilli(given.timestamp()))
                            .isAfter(published.plus(SCALE.of(GIVEN_UP))));
        }
    }

    /** Those attempts that came before their wait was over. */
    private static List<String> tooEarly(List<ReceivedRequest> requests) {
        var early = new ArrayList<String>();
        for (int i = 0; i < WAITS.size(); i++) {
            var waited = Duration.between(
                    requests.get(i).received(), requests.get(i + 1).received());
            if (waited.compareTo(SCALE.of(WAITS.get(i))) < 0) {
                early.add("attempt " + (i + 2) + " after " + waited);
            }
        }
        return early;
    }

    private static List<ConsumerRecord<byte[], byte[]>> deadLetters(LocalTestCluster machine) {
        var topic = new Topics(Topics.DEFAULT_PREFIX).deadLetters();
        var records = new ArrayList<ConsumerRecord<byte[], byte[]>>();
        try (var consumer = KafkaClients.of(machine.cluster().bootstrapServers())
                .consumer(Map.of("isolation.level", "read_committed", "enable.auto.commit", false))) {
            var partitions = consumer.partitionsFor(topic).stream()
                    .map(info -> new TopicPartition(topic, info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            var ends = consumer.endOffsets(partitions);
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                consumer.poll(Duration.ofMillis(100)).forEach(records::add);
            }
        }
        return records;
    }
}
