package io.tidings.ingest.timeline;

import static io.tidings.ingest.timeline.TimelineExamples.BILLING;
import static io.tidings.ingest.timeline.TimelineExamples.putSubscription;
import static io.tidings.ingest.timeline.TimelineExamples.rows;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidings.contract.HeaderNames;
import io.tidings.contract.HeaderText;
import io.tidings.contract.RetryLadder;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.TimeScale;
import io.tidings.contract.Topics;
import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.counts.CountsTable;
import io.tidings.contract.delivery.DeadLetterReason;
import io.tidings.contract.delivery.DeliveredEvent;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.delivery.RetryState;
import io.tidings.contract.event.EventReader;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.event.KafkaEvents;
import io.tidings.contract.event.TopicIds;
import io.tidings.contract.record.DeadLetterRecord;
import io.tidings.contract.record.DeliveryHeaders;
import io.tidings.contract.subscription.SubscriptionJson;
import io.tidings.contract.table.ResourceTable;
import io.tidings.contract.timeline.AttemptLine;
import io.tidings.contract.timeline.LoggedDelivery;
import io.tidings.contract.timeline.TimelineEntry;
import io.tidings.contract.timeline.TimelineEntry.DeadLetter;
import io.tidings.contract.timeline.TimelineEntry.Rejection;
import io.tidings.contract.timeline.TimelineQuery.OfEvent;
import io.tidings.ingest.access.Grant;
import io.tidings.ingest.access.Principal;
import io.tidings.ingest.access.Role;
import io.tidings.ingest.audit.Change;
import io.tidings.ingest.audit.ManagedRequest;
import io.tidings.ingest.http.Body;
import io.tidings.ingest.http.Request;
import io.tidings.ingest.http.Response;
import io.tidings.runtime.Settings;
import io.tidings.runtime.kafka.AllowedSources;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.kafka.KafkaFutures;
import io.tidings.testbed.HostileJson;
import io.tidings.testbed.broker.SharedBroker;
import io.tidings.testbed.broker.TestTopics;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** B-SEE-1, B-SEE-2: an event is shown to those of its topic, and nothing else is. */
class PayloadApiIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final KafkaClients CLIENTS =
            KafkaClients.of(SharedBroker.get().bootstrapServers());
    private static final Topics TOPICS = new Topics("payload.");
    private static final String OF_TEAM = "team.orders.v1";

    private static Admin admin;
    private static Producer<byte[], byte[]> producer;
    private static SourceRecords records;

    private final ResourceTable table = new ResourceTable(new SubscriptionJson(new EndpointRules(true)));
    private final List<TimelineEntry> known = new ArrayList<>();

    @BeforeAll
    static void start() {
        admin = CLIENTS.admin();
        var names = Stream.of(
                TOPICS.events(),
                TOPICS.events("orders"),
                TOPICS.events("payroll"),
                TOPICS.deadLetters(),
                OF_TEAM,
                "team.payroll");
        TestTopics.create(
                admin, names.map(name -> new NewTopic(name, 1, (short) 1)).toArray(NewTopic[]::new));
        producer = CLIENTS.producer(Map.of());
        records = new SourceRecords(CLIENTS, TOPICS);
    }

    @AfterAll
    static void stop() {
        records.close();
        producer.close();
        admin.close();
    }

    private void topic(String name, String tidings) {
        var json = "{\"properties\":{\"inputSchema\":\"EventGridSchema\",\"tidings\":{" + tidings + "}}}";
        table.readTopic(name, new RecordHeaders(), json.getBytes(UTF_8), 0);
    }

    private static EventSource append(
            String kafkaTopic, @Nullable String key, @Nullable String topic, byte[] value, String... header) {
        var record = new ProducerRecord<>(kafkaTopic, key == null ? null : key.getBytes(UTF_8), value);
        if (topic != null) {
            record.headers().add(HeaderText.header(HeaderNames.TOPIC, topic));
        }
        for (int i = 0; i < header.length; i += 2) {
            record.headers().add(HeaderText.header(header[i], header[i + 1]));
        }
        var at = KafkaFutures.await(producer.send(record), "writing");
        return new EventSource(kafkaTopic, at.partition(), at.offset());
    }

    private static byte[] event(String id, String data) {
        return """
            {"id":"%s","subject":"/o/1","eventType":"placed","eventTime":"2026-11-21T09:30:00Z","dataVersion":"1","data":%s}\
            """.formatted(id, data).getBytes(UTF_8);
    }

    private Response get(Object source, String query) {
        var settings = Map.of("source.kafka.team", "team.orders.*", "source.kafka.team.topics", "orders");
        var allowed = AllowedSources.of(Settings.of(new ConfigDef(), AllowedSources.PREFIXES, settings), TOPICS);
        var api = new PayloadApi(
                question -> {
                    assertThat(((OfEvent) question).topic()).isEqualTo("orders");
                    return rows(known.toArray(TimelineEntry[]::new));
                },
                table,
                records,
                new TopicRecords(TOPICS, allowed, new TopicIds(TopicIds.DEFAULT_FORMAT)));
        var managed = managed(Principal.admin(), query, Map.of("source", source.toString()));
        var response = api.respond("orders", managed);
        assertThat(managed.changes())
                .extracting(Change::resource)
                .isEqualTo(response.status() == 200 ? List.of("topics/orders/records/" + source) : List.of());
        return response;
    }

    private JsonNode shown(Object source, String query) throws IOException {
        var response = get(source, query);
        assertThat(response.status()).as(response.body()).isEqualTo(200);
        return JSON.readTree(response.body());
    }

    private void refused(Object source, String query, int status) {
        var response = get(source, query);
        assertThat(response.status()).as(response.body()).isEqualTo(status);
        assertThat(response.body()).doesNotContain("4111");
    }

    @Test
    void anEventIsShownWithItsRecord() throws IOException {
        topic("orders", "");
        var source = append(TOPICS.events(), "c-1", "orders", event("1", "{\"sum\":1.10,\"n\":12345678901234567890}"));
        var json = shown(source, "");
        assertThat(json.path("foundIn").asText()).isEqualTo("log");
        assertThat(json.path("event").toString())
                .contains("\"id\":\"1\",\"type\":\"placed\"", "\"subject\":\"/o/1\"", "2026-11-21T09:30");
        assertThat(get(source, "").body()).contains("\"data\":{\"json\":{\"sum\":1.10,\"n\":12345678901234567890}}");
        assertThat(json.path("key").path("text").asText()).isEqualTo("c-1");
        assertThat(json.path("headers").toString()).contains("{\"name\":\"tidings-topic\",\"text\":\"orders\"}");
        assertThat(json.path("bytes").asInt()).isGreaterThan(100);
        refused(source, "eventId=2", 410); // another event lies there now
    }

    @Test
    void largeDataIsCutAndBytesAreInBase64() throws IOException {
        topic("orders", "");
        var large = shown(append(TOPICS.events(), null, "orders", event("1", "\"" + "x".repeat(100_000) + "\"")), "");
        assertThat(large.path("data").path("text").asText()).hasSize(PayloadView.MOST_DATA);
        assertThat(large.path("data").path("cut").asBoolean()).isTrue();
        var bytes = shown(append(TOPICS.events(), null, "orders", new byte[] {0, 1, (byte) 0xff}), "");
        assertThat(bytes.path("data").path("base64").asText()).isEqualTo("AAH/");
        assertThat(bytes.path("invalid").path("reason").asText()).isEqualTo("InvalidJson");
        assertThat(bytes.has("event")).isFalse();
        var cut = shown(
                append(TOPICS.events(), null, "orders", "ä".repeat(40_000).getBytes(UTF_8), "h", "\u202e<b>"), "");
        assertThat(cut.path("data").path("text").asText()).isEqualTo("ä".repeat(32 * 1024));
        assertThat(cut.path("headers").toString()).contains("<b>");
    }

    @ParameterizedTest
    @EnumSource
    void hostileDataIsShownOrCutAndNeverFails(HostileJson hostile) {
        topic("orders", "");
        assertThat(get(append(TOPICS.events(), null, "orders", event("1", hostile.json())), "")
                        .status())
                .isEqualTo(200);
        topic("orders", "\"mask\":[\"/data/a/b\"]");
        assertThat(get(append(TOPICS.events(), null, "orders", event("1", hostile.json())), "")
                        .status())
                .isEqualTo(200);
    }

    @Test
    void aBinaryCloudEventIsShownAsItIsDelivered() throws IOException {
        var json = "{\"properties\":{\"inputSchema\":\"CloudEventSchemaV1_0\"}}";
        table.readTopic("orders", new RecordHeaders(), json.getBytes(UTF_8), 0);
        var source = append(
                TOPICS.events(),
                null,
                "orders",
                new byte[] {1, 2},
                "ce_specversion",
                "1.0",
                "ce_id",
                "1",
                "ce_source",
                "/s",
                "ce_type",
                "t",
                "ce_tenant",
                "blue",
                "content-type",
                "application/octet-stream");
        var shown = shown(source, "");
        assertThat(shown.path("data").path("base64").asText()).isEqualTo("AQI=");
        assertThat(shown.path("others").path("json").path("tenant").asText()).isEqualTo("blue");
    }

    @Test
    void nothingOfAnotherTopicIsShown() {
        topic("orders", "");
        topic("payroll", "");
        var secret = event("1", "{\"card\":\"4111\"}");
        refused(append(TOPICS.events(), null, "payroll", secret), "", 404);
        refused(append(TOPICS.events("payroll"), null, null, secret), "", 404);
        refused(append(TOPICS.events("payroll"), null, "orders", secret), "", 404);
        refused(append(TOPICS.events("orders"), null, "payroll", secret), "", 404);
        refused(append(TOPICS.deadLetters(), "payroll/billing", null, secret), "", 404);
        refused(append("team.payroll", null, "orders", secret), "", 404);
        refused(append(OF_TEAM, null, "orders", secret), "", 404); // the topic has no source
        refused("payload.events", "", 400);
    }

    @Test
    void aRecordThatNamesNoTopicIsOfTheOneThatItWasMatchedFor() throws IOException {
        topic("orders", "");
        var source = append(TOPICS.events(), null, null, event("1", "{\"card\":\"4111\"}"));
        refused(source, "", 404);
        refused(source, "eventId=1", 404);
        known.add(new Rejection("orders", "1", source, Instant.EPOCH, "TooManyHops", "a sentence"));
        assertThat(shown(source, "eventId=1").path("data").toString()).contains("4111");
        assertThat(shown(append(TOPICS.events("orders"), null, null, event("1", "{}")), "")
                        .path("event")
                        .path("id")
                        .asText())
                .isEqualTo("1");
    }

    @Test
    void aRecordOfASourceIsShownAsItsEvent() throws IOException {
        topic("orders", "\"source\":{\"kafkaTopic\":\"" + OF_TEAM + "\",\"format\":\"json\"}");
        var json = shown(append(OF_TEAM, "k", null, "{\"a\":1}".getBytes(UTF_8)), "");
        assertThat(json.path("data").path("json").path("a").asInt()).isEqualTo(1);
        assertThat(json.path("event").path("subject").asText()).isEqualTo("k");
        topic("orders", "\"source\":{\"kafkaTopic\":\"team.payroll\",\"format\":\"json\"}");
        refused(append("team.payroll", null, null, "{\"card\":\"4111\"}".getBytes(UTF_8)), "", 404); // not allowed
    }

    @Test
    void maskedValuesAreShownNowhere() throws IOException {
        topic("orders", "\"mask\":[\"/data/card\"],\"partitionBy\":\"/data/card\"");
        var source = append(TOPICS.events(), "4111", "orders", event("1", "{\"card\":\"4111\",\"sum\":1}"));
        var response = get(source, "");
        assertThat(response.body())
                .doesNotContain("4111")
                .contains("\"card\":\"***\",\"sum\":1", "\"key\":{\"hidden\"");
        var invalid = get(append(TOPICS.events(), null, "orders", "{\"card\":\"4111\"".getBytes(UTF_8)), "");
        assertThat(invalid.status()).isEqualTo(200);
        assertThat(invalid.body()).doesNotContain("4111").contains("hidden");
    }

    @Test
    void aDeadLetterShowsTheEventThatKafkaNoLongerKeeps() throws IOException {
        topic("orders", "\"mask\":[\"/data/card\"]");
        var source = new EventSource(TOPICS.events("orders"), 0, 999_999);
        refused(source, "", 410);
        refused(source, "eventId=1", 410);
        var strange = letter("payroll", source, "{\"card\":\"4111\"}");
        known.add(deadLetter(source, strange));
        refused(source, "eventId=1", 410);
        known.add(deadLetter(source, letter("orders", new EventSource(TOPICS.events(), 0, 0), "{\"x\":\"4111\"}")));
        refused(source, "eventId=1", 410);
        known.add(deadLetter(source, letter("orders", source, "{\"card\":\"4111\",\"sum\":2}")));
        var json = shown(source, "eventId=1");
        assertThat(json.path("foundIn").asText()).isEqualTo("deadLetter");
        assertThat(json.path("data").path("json")).hasToString("{\"card\":\"***\",\"sum\":2}");
        assertThat(json.has("headers")).isFalse();
        assertThat(json.has("others")).isFalse();
    }

    @Test
    void filtersQuoteDataOnlyToThoseWhoMaySeeIt() {
        topic("orders", "");
        var filter = "{\"advancedFilters\":[{\"operatorType\":\"StringIn\",\"key\":\"data.card\",\"values\":[\"x\"]}]}";
        putSubscription(table, "audit", filter);
        var source = append(TOPICS.events(), null, "orders", event("1", "{\"card\":\"4111\"}"));
        var delivery = new LoggedDelivery("1", source, "u", Instant.EPOCH, 0);
        var result = new AttemptLine.Result(null, 200, null, null);
        var line = new AttemptLine(delivery, 1, Instant.EPOCH, Duration.ZERO, result, null);
        known.add(new TimelineEntry.Attempt(BILLING, line));
        assertThat(timeline(Role.READER))
                .contains("StringIn", "the value is not shown")
                .doesNotContain("4111");
        assertThat(timeline(Role.PAYLOADS)).contains("4111");
        topic("orders", "\"mask\":[\"/data/card\"]");
        assertThat(timeline(Role.ADMIN)).contains("the value is not shown").doesNotContain("4111");
    }

    @Test
    void anEventOfWhichNothingIsRecordedIsShownByItsRecord() throws IOException {
        topic("orders", "");
        topic("payroll", "");
        putSubscription(table, "audit", "{\"subjectBeginsWith\":\"/x\"}");
        putSubscription(table, "fast", "{}");
        var source = append(TOPICS.events(), null, "orders", event("1", "{}"));
        assertThat(JSON.readTree(timeline(Role.READER, ""))
                        .at("/error/details/0/code")
                        .asText())
                .isEqualTo("EventNotFound");
        var record = JSON.readTree(timeline(Role.READER, "source=" + source)).at("/records/0");
        assertThat(record.path("source").asText()).isEqualTo(source.toString());
        assertThat(record.path("deliveries")).isEmpty();
        assertThat(record.at("/notMatched/0/subscription").asText()).isEqualTo("audit");
        assertThat(record.at("/matchedWithoutRecord/0").asText()).isEqualTo("fast");
        for (var other : List.of(
                append(TOPICS.events(), null, "payroll", event("1", "{}")),
                append(TOPICS.events(), null, null, event("1", "{}")),
                append(TOPICS.events("payroll"), null, null, event("1", "{}")),
                append(TOPICS.events(), null, "orders", event("2", "{}")),
                append(OF_TEAM, null, "orders", event("1", "{}")))) {
            assertThat(timeline(Role.ADMIN, "source=" + other))
                    .as(other.toString())
                    .contains("EventNotFound");
        }
    }

    private String timeline(Role role) {
        return timeline(role, "");
    }

    private String timeline(Role role, String query) {
        var events = new KafkaEvents(new EventReader(new TopicIds(TopicIds.DEFAULT_FORMAT)));
        try (var own = new SourceRecords(CLIENTS, TOPICS)) {
            var api = new TimelineApi(
                    _ -> rows(known.toArray(TimelineEntry[]::new)),
                    table,
                    new CountsTable(),
                    own,
                    events,
                    new RetryLadder(TimeScale.REAL),
                    Instant::now);
            var principal = new Principal("somebody", List.of(Grant.ofAllTopics(role)));
            return api.event("orders", managed(principal, query, Map.of("id", "1")))
                    .body();
        }
    }

    private static ManagedRequest managed(Principal principal, String query, Map<String, String> names) {
        var request = new Request("GET", "/", query, "h", false, "ip", Map.of(), () -> new Body.Whole(new byte[0]));
        return new ManagedRequest(request, principal, "GET", names, Clock.systemUTC());
    }

    private static DeadLetter deadLetter(EventSource source, EventSource position) {
        return new DeadLetter(
                new SubscriptionKey("orders", "billing"),
                new LoggedDelivery("1", source, "u", Instant.EPOCH, 0),
                position,
                Instant.EPOCH,
                new DeadLetter.Ending("MaxDeliveryAttemptsExceeded", 30, "Busy", 503));
    }

    private static EventSource letter(String topic, EventSource source, String data) {
        var event = new DeliveredEvent(EventSchema.EVENT_GRID, "1", "1", Instant.EPOCH, source, null);
        var delivery = new Delivery(new SubscriptionKey(topic, "billing"), "u", event, 1, RetryState.START);
        var value = DeadLetterRecord.of(delivery, DeadLetterReason.MAX_DELIVERY_ATTEMPTS_EXCEEDED, event("1", data));
        var record = new ProducerRecord<>(
                TOPICS.deadLetters(),
                null,
                delivery.subscription().bytes(),
                value,
                List.of(DeliveryHeaders.write(delivery, Instant.EPOCH)));
        var at = KafkaFutures.await(producer.send(record), "writing");
        return new EventSource(TOPICS.deadLetters(), at.partition(), at.offset());
    }
}
