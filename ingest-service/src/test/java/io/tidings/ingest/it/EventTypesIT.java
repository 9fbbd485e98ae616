package io.tidings.ingest.it;

import static io.tidings.ingest.it.Responses.json;
import static io.tidings.ingest.it.Responses.refused;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.Topics;
import io.tidings.runtime.kafka.KafkaFutures;
import java.net.http.HttpResponse;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** B-TYPE-1: declared types, and what follows from them for publishers. */
class EventTypesIT {
    private static final String PREFIX = "event-types.";
    private static final String TYPES = "/topics/orders/eventTypes";
    private static final String REJECTING = "{\"properties\":{\"tidings\":{\"check\":\"%s\"}}}";
    private static final String PLACED = """
        {"properties":{"description":"An order","dataSchema":{"properties":{"n":{"type":"integer"}},"required":["n"]}}}\
        """;

    private static IngestFixture ingest;

    @BeforeAll
    static void start() {
        ingest = IngestFixture.under(new Topics(PREFIX), Map.of());
    }

    @AfterAll
    static void stop() {
        ingest.close();
    }

    @Test
    void aTypeLivesFromPutToTheDeleteOfItsTopic() {
        assertThat(ingest.manage("PUT", "/topics/shop", "{}").statusCode()).isEqualTo(201);
        var path = "/topics/shop/eventTypes/com.example%2Forder%20placed";
        var created = ingest.manage("PUT", path, PLACED);
        assertThat(created.statusCode()).as(created.body()).isEqualTo(201);
        assertThat(json(created).path("name").textValue()).isEqualTo("com.example/order placed");
        var got = ingest.manage("GET", path, "");
        assertThat(json(got).at("/properties/dataSchema/required/0").textValue())
                .isEqualTo("n");
        assertThat(got.headers().firstValue("ETag")).isEqualTo(created.headers().firstValue("ETag"));
        assertThat(ingest.manage("PUT", path, got.body()).statusCode()).isEqualTo(200);
        assertThat(json(ingest.manage("GET", "/topics/shop/eventTypes", "")).path("value"))
                .hasSize(1);
        assertThat(ingest.manage("DELETE", "/topics/shop", "").statusCode()).isEqualTo(200);
        assertThat(ingest.manage("PUT", "/topics/shop", "{}").statusCode()).isEqualTo(201);
        assertThat(ingest.manage("GET", path, "").statusCode()).isEqualTo(404);
    }

    /** By another tool, or by a former release, which knows of no types. */
    @Test
    void theTypesOfATopicThatWasDeletedWithoutThemAreDeleted() {
        var topics = new Topics(PREFIX).topics();
        var path = "/topics/bank/eventTypes/placed";
        ingest.manage("PUT", "/topics/bank", "{}");
        assertThat(ingest.manage("PUT", path, PLACED).statusCode()).isEqualTo(201);
        var log = KafkaLog.shared();
        try (var producer = log.clients().producer(Map.of())) {
            KafkaFutures.await(
                    producer.send(new ProducerRecord<>(topics, 0, "bank".getBytes(UTF_8), null)), "deleting");
        }
        assertThat(ingest.manage("PUT", "/topics/bank", "{}").statusCode()).isEqualTo(201);
        assertThat(ingest.manage("GET", path, "").statusCode()).isEqualTo(404);
        await().untilAsserted(() -> assertThat(
                        log.records(topics, "bank/eventTypes/placed").getLast().value())
                .isNull());
        assertThat(ingest.manage("PUT", path, PLACED).statusCode()).isEqualTo(201);
    }

    @Test
    void theTypesOfATopicHaveALimitThatThePutTells() {
        ingest.manage("PUT", "/topics/large", "{}");
        var large = "{\"properties\":{\"examples\":[\"" + "x".repeat(64_000) + "\"]}}";
        for (int i = 0; i < 16; i++) {
            assertThat(ingest.manage("PUT", "/topics/large/eventTypes/t" + i, large)
                            .statusCode())
                    .isEqualTo(201);
        }
        var refused = ingest.manage("PUT", "/topics/large/eventTypes/more", large);
        refused(refused, 409, "Conflict/TooManyEventTypes");
        assertThat(refused.body()).contains("the event types of topic large would have ", "the limit is 1048576");
        assertThat(ingest.manage("PUT", "/topics/large/eventTypes/t0", large).statusCode())
                .isEqualTo(200);
    }

    @Test
    void aTopicChecksAsItsMemberSays() {
        assertThat(ingest.manage("PUT", "/topics/orders", REJECTING.formatted("reject"))
                        .statusCode())
                .isEqualTo(201);
        assertThat(ingest.manage("PUT", TYPES + "/placed", PLACED).statusCode()).isEqualTo(201);
        var refused = publish("placed");
        refused(refused, 400, "BadRequest/SchemaMismatch");
        assertThat(refused.body())
                .contains("[1]: the data of event 2 breaks /properties/n/type of the schema (event type placed)")
                .doesNotContain("secret");
        assertThat(publish("undeclared").statusCode()).isEqualTo(200);
        for (var check : new String[] {"warn", "off"}) {
            assertThat(ingest.manage("PUT", "/topics/orders", REJECTING.formatted(check))
                            .statusCode())
                    .isEqualTo(200);
            assertThat(publish("placed").statusCode()).as(check).isEqualTo(200);
        }
        var sometimes = ingest.manage("PUT", "/topics/orders", REJECTING.formatted("sometimes"));
        assertThat(sometimes.statusCode()).isEqualTo(400);
        assertThat(sometimes.body()).contains("properties.tidings.check: must be one of off, warn, reject");
    }

    @Test
    void typesThatArePublishedAndNotDeclaredAreListedWithTheirNewestEvent() {
        ingest.manage("PUT", "/topics/seen", "{}");
        var seen = "/topics/seen/seenEventTypes";
        assertThat(json(ingest.manage("GET", seen, "")).path("value")).isEmpty();
        assertThat(publish("seen", "paid").statusCode()).isEqualTo(200);
        assertThat(publish("seen", "shipped").statusCode()).isEqualTo(200);
        assertThat(ingest.manage("PUT", "/topics/seen/eventTypes/placed", "{}").statusCode())
                .isEqualTo(201);
        var types = json(ingest.manage("GET", seen, "")).path("value");
        assertThat(types.valueStream().map(each -> each.path("type").textValue()))
                .containsExactly("paid", "shipped");
        assertThat(types.path(0).path("eventId").textValue()).isEqualTo("2");
        assertThat(types.path(0).path("source").textValue()).startsWith(new Topics(PREFIX).events() + "-");
        assertThat(ingest.manage("GET", "/topics/nothing/seenEventTypes", "").statusCode())
                .isEqualTo(404);
    }

    private static HttpResponse<String> publish(String type) {
        return publish("orders", type);
    }

    private static HttpResponse<String> publish(String topic, String type) {
        return ingest.post(
                "/topics/" + topic + "/api/events",
                """
                [{"id":"1","subject":"/o/1","eventType":"placed","eventTime":"2026-11-21T09:30:00Z","data":{"n":1}},\
                {"id":"2","subject":"/o/2","eventType":"%s","eventTime":"2026-11-21T09:30:00Z","data":{"n":"secret"}}]\
                """.formatted(type),
                "aeg-sas-key",
                ingest.key(topic, 1),
                "Content-Type",
                "application/json");
    }
}
