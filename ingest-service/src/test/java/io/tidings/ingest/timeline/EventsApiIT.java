package io.tidings.ingest.timeline;

import static io.tidings.ingest.timeline.TimelineExamples.putSubscription;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidings.contract.HeaderNames;
import io.tidings.contract.HeaderText;
import io.tidings.contract.Topics;
import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.event.TopicIds;
import io.tidings.contract.subscription.SubscriptionJson;
import io.tidings.contract.table.ResourceTable;
import io.tidings.contract.timeline.TimelineEntry;
import io.tidings.contract.timeline.TimelineQuery;
import io.tidings.contract.timeline.TimelineResult;
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
import io.tidings.runtime.kafka.PartitionLogs;
import io.tidings.testbed.broker.SharedBroker;
import io.tidings.testbed.broker.TestTopics;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** B-SEE-3: the latest events of a topic are found in all of its Kafka topics, within bounds and without gaps. */
class EventsApiIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final KafkaClients CLIENTS =
            KafkaClients.of(SharedBroker.get().bootstrapServers());
    private static final Topics TOPICS = new Topics("latest.");
    private static final String OF_TEAM = "latest-team.orders";
    private static final int PARTITIONS = 3;
    private static final Map<String, String> KEPT = Map.of("retention.ms", "-1"); // the times of records are long ago
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");

    private static Admin admin;
    private static Producer<byte[], byte[]> producer;

    private final ResourceTable table = new ResourceTable(new SubscriptionJson(new EndpointRules(true)));
    private final List<TimelineQuery> asked = new ArrayList<>();
    private TimelineResult attempts = TimelineResult.nothing();

    @BeforeAll
    static void start() {
        admin = CLIENTS.admin();
        var names = Stream.of(
                TOPICS.events(),
                TOPICS.events("own"),
                TOPICS.events("tail"),
                TOPICS.events("large"),
                TOPICS.events("orders"),
                OF_TEAM);
        TestTopics.create(
                admin,
                names.map(name -> new NewTopic(name, PARTITIONS, (short) 1).configs(KEPT))
                        .toArray(NewTopic[]::new));
        producer = CLIENTS.producer(Map.of());
    }

    @AfterAll
    static void stop() {
        producer.close();
        admin.close();
    }

    private void topic(String name, String tidings) {
        var json = "{\"properties\":{\"inputSchema\":\"EventGridSchema\",\"tidings\":{" + tidings + "}}}";
        table.readTopic(name, new RecordHeaders(), json.getBytes(UTF_8), 0);
    }

    /** @param second after noon at which it seems to be published */
    private static void append(String kafkaTopic, String topic, int partition, int second, String value) {
        var time = NOON.plusSeconds(second).toEpochMilli();
        var record = new ProducerRecord<byte[], byte[]>(kafkaTopic, partition, time, null, value.getBytes(UTF_8));
        record.headers().add(HeaderText.header(HeaderNames.TOPIC, topic));
        KafkaFutures.await(producer.send(record), "writing");
    }

    private static String event(int number, String data) {
        return """
            {"id":"%d","subject":"/o/%d","eventType":"placed","eventTime":"2026-11-21T09:30:00Z","dataVersion":"1","data":%s}\
            """.formatted(number, number, data);
    }

    private Response get(String topic, Role role, String query) {
        var settings = Map.of("source.kafka.team", "latest-team.*", "source.kafka.team.topics", "sourced");
        var allowed = AllowedSources.of(Settings.of(new ConfigDef(), AllowedSources.PREFIXES, settings), TOPICS);
        var api = new EventsApi(
                question -> {
                    asked.add(question);
                    return attempts;
                },
                table,
                new EventScan(CLIENTS, new PartitionLogs(admin)),
                new TopicRecords(TOPICS, allowed, new TopicIds(TopicIds.DEFAULT_FORMAT)),
                Instant::now);
        var request = new Request("GET", "/e", query, "h", false, "ip", Map.of(), () -> new Body.Whole(new byte[0]));
        var principal = new Principal("somebody", List.of(Grant.ofAllTopics(role)));
        var managed = new ManagedRequest(request, principal, "events", Map.of("topic", topic), Clock.systemUTC());
        var response = api.list(topic, managed);
        assertThat(managed.changes())
                .extracting(Change::resource)
                .isEqualTo(
                        response.status() == 200 && query.contains("text=")
                                ? List.of("topics/" + topic + "/events")
                                : List.of());
        return response;
    }

    private JsonNode page(String topic, String query) throws IOException {
        var response = get(topic, Role.OPERATOR, query);
        assertThat(response.status()).as(response.body()).isEqualTo(200);
        return JSON.readTree(response.body());
    }

    private static List<String> ids(JsonNode page) {
        return page.path("value").findValuesAsText("eventId");
    }

    private static @Nullable String next(JsonNode page) {
        return page.has("nextLink") ? URI.create(page.path("nextLink").asText()).getRawQuery() : null;
    }

    /** Returns all ids of all pages. */
    private List<String> all(String topic, String query) throws IOException {
        var found = new ArrayList<String>();
        for (var next = query; next != null; ) {
            var page = page(topic, next);
            found.addAll(ids(page));
            next = next(page);
        }
        return found;
    }

    private static List<String> numbers(int from, int to) {
        return IntStream.rangeClosed(from, to)
                .map(number -> from + to - number)
                .mapToObj(Integer::toString)
                .toList();
    }

    @Test
    void pagesGoBackThroughEveryPartitionAndKafkaTopicTheNewestFirst() throws IOException {
        topic("own", "");
        for (int i = 1; i <= 40; i++) {
            append(i % 2 == 0 ? TOPICS.events() : TOPICS.events("own"), "own", i % PARTITIONS, i, event(i, "{}"));
        }
        append(TOPICS.events(), "another", 0, 50, event(50, "{}"));
        assertThat(all("own", "$top=7")).isEqualTo(numbers(1, 40));
        assertThat(ids(page("own", ""))).isEqualTo(numbers(1, 40));
        assertThat(all("own", "from=2026-11-21T12:00:10Z&to=2026-11-21T12:00:20Z&$top=4"))
                .isEqualTo(numbers(10, 19));
        assertThat(page("own", "from=2030-01-01T00:00:00Z")
                        .path("looked")
                        .path("records")
                        .asInt())
                .isZero();
        putSubscription(table, "x", "{}");
        assertThat(get("own", Role.READER, "subscription=x").status()).isEqualTo(400);
        assertThat(get("nothing", Role.READER, "").status()).isEqualTo(404);
    }

    @Test
    void whatIsPublishedLaterComesOnceBehindTheLatestOfAResponse() throws IOException {
        topic("tail", "");
        append(TOPICS.events("tail"), "tail", 0, 1, event(1, "{}"));
        var latest = page("tail", "").path("latest").asText();
        assertThat(page("tail", "since=" + latest).path("value")).isEmpty();
        append(TOPICS.events("tail"), "tail", 1, 0, event(2, "{}")); // an earlier time than that of the first one
        append(TOPICS.events("tail"), "tail", 0, 3, event(3, "{}"));
        var page = page("tail", "since=" + latest + "&$top=1");
        assertThat(ids(page)).containsExactly("3");
        assertThat(all("tail", "since=" + latest + "&$top=1")).containsExactly("3", "2");
        assertThat(page("tail", "since=" + page.path("latest").asText()).path("value"))
                .isEmpty();
    }

    @Test
    void aSearchThatFindsLittleEndsSoonAndGoesOn() throws IOException {
        topic("large", "\"mask\":[\"/data/card\"]");
        append(TOPICS.events("large"), "large", 0, 0, event(1, "{\"card\":\"4111\",\"colour\":\"blue\"}"));
        var sent = new ArrayList<Future<RecordMetadata>>();
        for (int i = 0; i < 3 * EventScan.MOST_RECORDS; i++) {
            var record = new ProducerRecord<byte[], byte[]>(
                    TOPICS.events("large"), i % PARTITIONS, NOON.plusSeconds(60).toEpochMilli() + i, null, new byte[0]);
            record.headers().add(HeaderText.header(HeaderNames.TOPIC, "large"));
            sent.add(producer.send(record));
        }
        sent.forEach(each -> KafkaFutures.await(each, "writing"));
        var first = page("large", "text=BLUE");
        assertThat(first.path("value")).isEmpty();
        assertThat(first.at("/looked/records").asInt()).isBetween(1, EventScan.MOST_RECORDS + 100);
        assertThat(Instant.parse(first.at("/looked/back").asText())).isAfter(NOON.plusSeconds(60));
        assertThat(next(first)).contains("text=BLUE");
        assertThat(all("large", "text=BLUE")).containsExactly("1");
        assertThat(all("large", "text=4111")).isEmpty();
        assertThat(get("large", Role.READER, "text=BLUE").status()).isEqualTo(403);
        assertThat(get("large", Role.PAYLOADS, "text=BLUE").status()).isEqualTo(200);
    }

    /** #35 */
    @Test
    void anOutcomeSelectsTheEventsWithSuchAnAttemptWhateverThePresentFilterSays() throws IOException {
        topic("orders", "");
        for (int i = 1; i <= 4; i++) {
            append(TOPICS.events("orders"), "orders", 0, i, event(i, "{}"));
        }
        putSubscription(table, "billing", "{\"subjectBeginsWith\":\"/elsewhere/\"}");
        attempts = TimelineExamples.rows(failed(1), failed(3));
        var page = page("orders", "subscription=billing&outcome=Busy&from=2026-11-21T12:00:00Z");
        assertThat(ids(page)).containsExactly("4", "2");
        assertThat(page.path("behindMs").asInt()).isEqualTo(250);
        assertThat(page.has("incomplete")).isFalse();
        assertThat(asked)
                .containsExactly(new TimelineQuery.Attempts(
                        TimelineExamples.BILLING,
                        "u-billing",
                        new TimelineQuery.Selection("Busy", NOON, null, null, null, TimelineQuery.MOST_ROWS)));
        assertThat(all("orders", "subscription=billing&outcome=503&$top=1&type=placed"))
                .containsExactly("4", "2");
        attempts = TimelineExamples.rows("01", failed(1));
        assertThat(page("orders", "subscription=billing&outcome=Busy")
                        .at("/incomplete/0")
                        .asText())
                .contains("only the newest 1 attempts");
        assertThat(get("orders", Role.READER, "outcome=Busy").status()).isEqualTo(400);
    }

    private static TimelineEntry failed(long offset) {
        return TimelineExamples.failure(new EventSource(TOPICS.events("orders"), 0, offset));
    }

    @Test
    void recordsOfASourceAreItsEvents() throws IOException {
        topic("sourced", "\"source\":{\"kafkaTopic\":\"" + OF_TEAM + "\",\"format\":\"json\"}");
        append(OF_TEAM, "", 0, 1, "{\"a\":1}");
        append(OF_TEAM, "", 2, 2, "4");
        var page = page("sourced", "");
        assertThat(page.path("value")).hasSize(2);
        assertThat(page.at("/value/1/source").asText()).isEqualTo(OF_TEAM + "-0@0");
        topic("strange", "\"source\":{\"kafkaTopic\":\"" + OF_TEAM + "\",\"format\":\"json\"}");
        assertThat(page("strange", "").path("value")).as("not allowed").isEmpty();
    }
}
