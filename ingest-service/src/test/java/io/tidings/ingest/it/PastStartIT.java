package io.tidings.ingest.it;

import static io.tidings.ingest.it.Responses.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidings.contract.Topics;
import io.tidings.contract.job.JobCounts;
import io.tidings.contract.job.JobProgress;
import io.tidings.contract.job.JobProgressJson;
import io.tidings.contract.job.JobState;
import io.tidings.contract.job.JobTable;
import io.tidings.contract.job.StartPlaces;
import io.tidings.contract.record.StartMarker;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.kafka.OffsetRange;
import io.tidings.runtime.kafka.RangeReader;
import io.tidings.testbed.broker.SharedBroker;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** B-START: the owner of the table leads a subscription from its job to matching. The test plays the job and matching. */
class PastStartIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String PATH = "/topics/orders/eventSubscriptions/late";

    private final Topics topics = new Topics("t" + UUID.randomUUID() + ".");
    private final KafkaClients clients = KafkaClients.of(SharedBroker.get().bootstrapServers());
    private final Producer<byte[], byte[]> producer = clients.producer(Map.of());
    private final IngestFixture ingest = IngestFixture.under(topics, Map.of());

    @BeforeEach
    void createTopic() {
        ingest.manage("PUT", "/topics/orders", "{\"properties\":{\"inputSchema\":\"EventGridSchema\"}}");
        assertThat(ingest.post(
                                IngestFixture.ORDERS,
                                "[{\"id\":\"1\",\"subject\":\"s\",\"eventType\":\"t\",\"eventTime\":\"2026-11-21T09:30:00Z\"}]",
                                "aeg-sas-key",
                                ingest.key("orders", 1))
                        .statusCode())
                .isEqualTo(200);
    }

    @AfterEach
    void close() {
        ingest.close();
        producer.close();
    }

    @Test
    void theMarkersFollowTheJobAndTheStartEndsBehindIt() throws Exception {
        var created = json(put("earliest"));
        assertThat(created.at("/properties/warnings/0").asText())
                .contains("properties.tidings.start is earliest: Kafka holds about 1 records");
        var id = created.at("/properties/status/start/job").asText();
        await().atMost(PATIENCE).until(() -> job(id).path("state").asText().equals("Queued"));
        assertThat(job(id).path("kind").asText()).isEqualTo("start");
        assertThat(job(id).has("warnings")).isFalse();

        write(id, JobState.RUNNING, Map.of(StartPlaces.CAUGHT_UP, 1L));
        await().atMost(PATIENCE).until(() -> markers(id).size() == 2);
        assertThat(start().path("state").asText()).isEqualTo("open");
        assertThat(start().path("caughtUp").asBoolean()).isTrue();

        var ends = new HashMap<String, Long>();
        var committed = new HashMap<TopicPartition, OffsetAndMetadata>();
        markers(id).forEach((partition, offset) -> {
            ends.put(partition.toString(), offset + 1);
            committed.put(partition, new OffsetAndMetadata(offset + 1));
        });
        write(id, JobState.DONE, ends);
        await().atMost(PATIENCE).until(() -> start().path("jobState").asText().equals("Done"));
        assertThat(start().path("state").asText()).isEqualTo("open"); // matching has committed nothing
        try (var admin = clients.admin()) {
            admin.alterConsumerGroupOffsets(topics.matchingGroup(), committed)
                    .all()
                    .get();
        }
        await().atMost(PATIENCE).until(() -> start().path("state").asText().equals("done"));
        assertThat(json(put("earliest")).at("/properties/status/start/state").asText())
                .isEqualTo("done");
    }

    @Test
    void newEventsFollowWhenTheJobIsCancelled() {
        var id = json(put("2026-11-22T10:00:00Z"))
                .at("/properties/status/start/job")
                .asText();
        await().atMost(PATIENCE).until(() -> job(id).path("state").asText().equals("Queued"));
        assertThat(job(id).at("/select/from").asText()).isEqualTo("2026-11-22T10:00:00Z");
        ingest.manage("POST", "/jobs/" + id + "/cancel", "");
        await().atMost(PATIENCE).until(() -> start().path("state").asText().equals("done"));
    }

    @Test
    void aStartIsRefusedWhereItCannotBe() {
        assertThat(put("tomorrow").statusCode()).isEqualTo(400);
        put("now");
        var refused = put("earliest");
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains("properties.tidings.start", "a subscription that exists");
    }

    private HttpResponse<String> put(String start) {
        return ingest.manage("PUT", PATH, """
            {"properties":{"tidings":{"start":"%s"},"destination":{"endpointType":"WebHook","properties":\
            {"endpointUrl":"https://example.com/hook"}}}}\
            """.formatted(start));
    }

    private JsonNode start() {
        return json(ingest.manage("GET", PATH, "")).at("/properties/status/start");
    }

    private JsonNode job(String id) {
        return json(ingest.manage("GET", "/jobs/" + id, ""));
    }

    /** As the exporter does. */
    private void write(String id, JobState state, Map<String, Long> positions) throws Exception {
        var progress =
                new JobProgress(state, Instant.now(), null, null, JobCounts.NONE, List.of(), positions, Set.of());
        producer.send(new ProducerRecord<>(
                        topics.jobs(),
                        0,
                        JobTable.progressKey(id),
                        JobProgressJson.write(progress),
                        JobTable.headers()))
                .get();
    }

    /** Returns the offset of the first marker of each partition that has one. */
    private Map<TopicPartition, Long> markers(String id) {
        var ranges = new ArrayList<OffsetRange>();
        try (var reader = RangeReader.open(clients, Map.of());
                var consumer = clients.consumer(Map.of())) {
            var partitions = List.of(new TopicPartition(topics.events(), 0), new TopicPartition(topics.events(), 1));
            consumer.endOffsets(partitions).forEach((each, end) -> ranges.add(new OffsetRange(each, 0, end)));
            reader.begin(ranges);
            var found = new HashMap<TopicPartition, Long>();
            while (!reader.finished()) {
                for (var record : reader.poll(Duration.ofMillis(100))) {
                    StartMarker.uid(record.headers(), record.value())
                            .filter(uid -> StartPlaces.job(uid).equals(id))
                            .ifPresent(_ -> found.putIfAbsent(
                                    new TopicPartition(record.topic(), record.partition()), record.offset()));
                }
            }
            return found;
        }
    }
}
