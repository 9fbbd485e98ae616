package io.tidings.ingest.it;

import static io.tidings.ingest.it.KafkaLog.header;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.Topics;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.health.EndpointHealth;
import io.tidings.contract.health.Probation;
import io.tidings.contract.record.EndpointHealthRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

/** B-SYS-2: what is announced, across restarts. */
class AnnouncementsIT {
    private static final String EXPIRING = "io.tidings.subscription.expiring";
    private static final Map<String, String> OPERATIONS = Map.of("system.events.topic", "operations");
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final KafkaLog log = KafkaLog.shared();

    @Test
    void aChangeIsPublishedOnceHoweverOftenTheServiceStarts() {
        var topics = new Topics("announced-once.");
        try (var ingest = IngestFixture.under(topics, OPERATIONS)) {
            createTopics(ingest);
            awaitBegin(topics);
            putExpiring(ingest, "billing");
            await().atMost(PATIENCE).until(() -> published(topics).contains(EXPIRING + " billing"));
        }
        try (var ingest = IngestFixture.under(topics, OPERATIONS)) {
            putExpiring(ingest, "audit");
            await().atMost(PATIENCE).until(() -> published(topics).contains(EXPIRING + " audit"));
        }
        assertThat(published(topics)).containsExactly(EXPIRING + " billing", EXPIRING + " audit");
    }

    @Test
    void aChangeThatNoInstanceSawIsPublishedByTheNext() throws Exception {
        var topics = new Topics("announced-later.");
        String uid;
        try (var ingest = IngestFixture.under(topics, OPERATIONS)) {
            createTopics(ingest);
            awaitBegin(topics);
            put(ingest, "billing", "");
            uid = header(log.records(topics.subscriptions(), "orders/billing").getLast(), HeaderNames.SUBSCRIPTION_UID);
        }
        var since = Instant.now();
        var probation = new Probation(since, since.plusSeconds(30), Duration.ofSeconds(30), LastOutcome.BUSY);
        write(topics, new EndpointHealth(uid, 10, LastOutcome.BUSY, probation, 0, since));
        try (var ingest = IngestFixture.under(topics, OPERATIONS)) {
            await().atMost(PATIENCE)
                    .until(() ->
                            published(topics).equals(List.of("io.tidings.subscription.probation.started billing")));
            await().atMost(PATIENCE) // it is counted when it has been written
                    .until(() -> ingest.metrics
                                    .counter(
                                            "tidings.system.events",
                                            "type",
                                            "io.tidings.subscription.probation.started")
                                    .count()
                            == 1);
            write(topics, new EndpointHealth(uid, 0, LastOutcome.BUSY, null, 0, since.plusSeconds(60)));
            await().atMost(PATIENCE)
                    .until(() -> published(topics).contains("io.tidings.subscription.probation.ended billing"));
        }
    }

    @Test
    void theFirstStartPublishesNothingAboutWhatItFinds() {
        var topics = new Topics("announced-first.");
        try (var ingest = IngestFixture.under(topics, Map.of())) {
            createTopics(ingest);
            putExpiring(ingest, "billing");
        }
        try (var ingest = IngestFixture.under(topics, OPERATIONS)) {
            awaitBegin(topics);
            putExpiring(ingest, "audit");
            await().atMost(PATIENCE).until(() -> published(topics).contains(EXPIRING + " audit"));
        }
        assertThat(published(topics)).containsExactly(EXPIRING + " audit");
    }

    @Test
    void eventsWaitForTheirTopicAndAreNeverAboutItsOwnSubscriptions() {
        var topics = new Topics("announced-waiting.");
        try (var ingest = IngestFixture.under(topics, OPERATIONS)) {
            create(ingest, "orders", "EventGridSchema");
            create(ingest, "operations", "EventGridSchema");
            awaitBegin(topics);
            putExpiring(ingest, "billing");
            assertThat(published(topics)).isEmpty();
            ingest.manage("DELETE", "/topics/operations", "");
            create(ingest, "operations", "CloudEventSchemaV1_0");
            putExpiring(ingest, "operations", "on-call");
            await().atMost(PATIENCE).until(() -> published(topics).contains(EXPIRING + " billing"));
            putExpiring(ingest, "audit");
            await().atMost(PATIENCE).until(() -> published(topics).contains(EXPIRING + " audit"));
        }
        assertThat(published(topics)).containsExactly(EXPIRING + " billing", EXPIRING + " audit");
    }

    private static void createTopics(IngestFixture ingest) {
        create(ingest, "orders", "EventGridSchema");
        create(ingest, "operations", "CloudEventSchemaV1_0");
    }

    private static void create(IngestFixture ingest, String topic, String schema) {
        var json = "{\"properties\":{\"inputSchema\":\"" + schema + "\"}}";
        assertThat(ingest.manage("PUT", "/topics/" + topic, json).statusCode()).isEqualTo(201);
    }

    /** Earlier conditions are not announced. */
    private static void awaitBegin(Topics topics) {
        await().atMost(PATIENCE)
                .until(() ->
                        !log.records(topics.conditions(), "announced/begun").isEmpty());
    }

    private static void putExpiring(IngestFixture ingest, String name) {
        putExpiring(ingest, "orders", name);
    }

    private static void putExpiring(IngestFixture ingest, String topic, String name) {
        put(ingest, topic, name, ",\"expirationTimeUtc\":\"" + Instant.now().plusSeconds(3600) + "\"");
    }

    private static void put(IngestFixture ingest, String name, String more) {
        put(ingest, "orders", name, more);
    }

    private static void put(IngestFixture ingest, String topic, String name, String more) {
        var json = """
            {"properties":{"destination":{"endpointType":"WebHook","properties":{"endpointUrl":"https://e.example/1"}}%s}}\
            """.formatted(more);
        assertThat(ingest.manage("PUT", "/topics/" + topic + "/eventSubscriptions/" + name, json)
                        .statusCode())
                .isEqualTo(201);
    }

    private static void write(Topics topics, EndpointHealth health) throws Exception {
        var key = new SubscriptionKey("orders", "billing").toString().getBytes(UTF_8);
        try (var producer = log.clients().producer(Map.of())) {
            producer.send(new ProducerRecord<>(
                            topics.probation(),
                            0,
                            key,
                            EndpointHealthRecord.value(health),
                            new RecordHeaders(EndpointHealthRecord.headers(health))))
                    .get();
        }
    }

    /** The events of the topic of system events: type and subscription. */
    private static List<String> published(Topics topics) {
        return log.last(topics.events(), Long.MAX_VALUE).stream()
                .filter(record -> header(record, HeaderNames.TOPIC).equals("operations"))
                .map(KafkaLog::value)
                .map(event -> event.path("type").asText() + " "
                        + event.at("/data/subscription").asText())
                .toList();
    }
}
