package io.tidings.ingest.it;

import static io.tidings.ingest.it.IngestFixture.ORDERS;
import static io.tidings.ingest.it.KafkaLog.header;
import static io.tidings.ingest.it.KafkaLog.value;
import static io.tidings.ingest.it.Responses.refused;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.cloudevents.CloudEvent;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.cloudevents.http.HttpMessageFactory;
import io.tidings.contract.Topics;
import io.tidings.testbed.broker.TestTopics;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** B-PUB-2, B-PUB-3, B-PUB-6 and B-MATCH-6: published events are in the log before the response. */
class PublishIT {
    private static final String EVENT = """
        {"id":"%s","subject":"/o/1","eventType":"placed","eventTime":"2026-11-21T09:30:00Z","data":{"n":1}}\
        """;
    private static final String CLOUD_EVENT = """
        {"specversion":"1.0","id":"%s","source":"/s","type":"placed","data":{"n":1}}\
        """;
    private static final String SUBSCRIPTION = """
        {"properties":{"destination":{"endpointType":"WebHook","properties":{"endpointUrl":"https://e.example/"}}}}\
        """;
    private static final String TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    private static final Topics TOPICS = new Topics("publish.");
    private static final KafkaLog log = KafkaLog.shared();

    private static IngestFixture ingest;
    private static String key;
    private static String cloudKey;

    @BeforeAll
    static void start() {
        ingest = IngestFixture.withOrders(TOPICS, Map.of());
        assertThat(ingest.manage("PUT", "/topics/clouds", "{\"properties\":{\"inputSchema\":\"CloudEventSchemaV1_0\"}}")
                        .statusCode())
                .isEqualTo(201);
        key = ingest.key("orders", 1);
        cloudKey = ingest.key("clouds", 2);
    }

    @AfterAll
    static void stop() {
        ingest.close();
    }

    @Test
    void everyEventOfARequestIsInTheLogBeforeTheResponse() {
        long before = log.end(TOPICS.events());
        var answer = publish("[" + EVENT.formatted("a") + "," + EVENT.formatted("b") + "]", "traceparent", TRACE);
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEmpty();
        var records = log.last(TOPICS.events(), log.end(TOPICS.events()) - before);
        assertThat(records)
                .extracting(record -> value(record).path("id").textValue())
                .containsExactlyInAnyOrder("a", "b");
        var record = records.getFirst();
        assertThat(value(record).path("topic").textValue()).endsWith("/topics/orders");
        assertThat(value(record).path("metadataVersion").textValue()).isEqualTo("1");
        assertThat(record.key()).isNull();
        assertThat(header(record, "tidings-format")).isEqualTo("1");
        assertThat(header(record, "tidings-topic")).isEqualTo("orders");
        assertThat(header(record, "content-type")).isEqualTo("application/json");
        assertThat(header(record, "traceparent")).isEqualTo(TRACE);
    }

    @Test
    void oneInvalidEventKeepsAllOfThemOut() {
        long before = log.end(TOPICS.events());
        refused(publish("[" + EVENT.formatted("good") + ",{}]"), 400, "BadRequest/InputJsonInvalid");
        assertThat(log.end(TOPICS.events())).isEqualTo(before);
    }

    /** One by one they would take a thousand; how few it is depends on how fast events are added while some are sent. */
    @Test
    void aThousandEventsTakeAFewProduceRequests() {
        var events = IntStream.range(0, 1_000)
                .mapToObj(i -> EVENT.formatted("many-" + i))
                .collect(Collectors.joining(",", "[", "]"));
        assertThat(publish(events).statusCode()).isEqualTo(200);
        double before = produceRequests();
        assertThat(publish(events).statusCode()).isEqualTo(200);
        assertThat(produceRequests() - before).isBetween(1.0, 100.0);
    }

    private static double produceRequests() {
        return ingest.metrics
                .get("kafka.producer.request.total")
                .functionCounter()
                .count();
    }

    @Test
    void cloudEventsComeStructuredInBatchesAndBinary() throws IOException {
        long before = log.end(TOPICS.events());
        assertThat(cloud(CLOUD_EVENT.formatted("c1"), "application/cloudevents+json; charset=utf-8"))
                .isEqualTo(200);
        assertThat(cloud(CLOUD_EVENT.formatted("c2"), "application/json")).isEqualTo(200);
        assertThat(cloud(
                        "[" + CLOUD_EVENT.formatted("c3") + "," + CLOUD_EVENT.formatted("c4") + "]",
                        "application/cloudevents-batch+json"))
                .isEqualTo(200);
        assertThat(cloud("[" + CLOUD_EVENT.formatted("c5") + "]", "application/json"))
                .isEqualTo(400);
        assertThat(cloud("<a/>", "application/xml")).isEqualTo(415);
        var event = CloudEventBuilder.v1()
                .withId("c6")
                .withSource(URI.create("/sdk"))
                .withType("placed")
                .withSubject("/o/2")
                .withExtension("city", "north east")
                .withData("application/json", "{\"n\":2}".getBytes(UTF_8))
                .build();
        assertThat(sdk(false, event)).isEqualTo(200);
        assertThat(sdk(true, CloudEventBuilder.v1(event).withId("c7").build())).isEqualTo(200);
        var records = log.last(TOPICS.events(), log.end(TOPICS.events()) - before);
        assertThat(records)
                .extracting(record -> value(record).path("id").textValue())
                .containsExactlyInAnyOrder("c1", "c2", "c3", "c4", "c6", "c7");
        assertThat(records)
                .allSatisfy(
                        record -> assertThat(header(record, "content-type")).isEqualTo("application/cloudevents+json"));
        assertThat(records)
                .filteredOn(record -> value(record).path("source").textValue().equals("/sdk"))
                .allSatisfy(record -> {
                    assertThat(value(record).path("subject").textValue()).isEqualTo("/o/2");
                    assertThat(value(record).path("city").textValue()).isEqualTo("north east");
                    assertThat(value(record).path("data").path("n").intValue()).isEqualTo(2);
                });
    }

    @Test
    void publishingIsCounted() {
        publish("[" + EVENT.formatted("m") + "]");
        ingest.post("/topics/nobody/api/events", "[]");
        assertThat(ingest.metrics
                        .get("tidings.publish.success")
                        .tag("topic", "orders")
                        .counter()
                        .count())
                .isPositive();
        assertThat(ingest.metrics
                        .get("tidings.publish.size.units")
                        .tag("topic", "orders")
                        .counter()
                        .count())
                .isPositive();
        assertThat(ingest.metrics
                        .get("tidings.publish.latency")
                        .tag("topic", "orders")
                        .timer()
                        .count())
                .isPositive();
        assertThat(ingest.metrics
                        .find("tidings.publish.fail")
                        .tag("topic", "nobody")
                        .counter())
                .isNull();
        assertThat(ingest.metrics
                        .get("tidings.publish.fail")
                        .tag("error", "Unauthorized")
                        .counter()
                        .count())
                .isPositive();
    }

    @Test
    void aTopicOfItsOwnTakesTheEventsOfItsTopic() throws Exception {
        ingest.manage("PUT", "/topics/busy", "{}");
        var busyKey = ingest.key("busy", 1);
        try (var admin = log.clients().admin()) {
            TestTopics.create(admin, new NewTopic(TOPICS.events("busy"), 1, (short) 1));
        }
        try (var other = IngestFixture.under(TOPICS, Map.of())) {
            assertThat(other.post("/topics/busy/api/events", "[" + EVENT.formatted("own") + "]", "aeg-sas-key", busyKey)
                            .statusCode())
                    .isEqualTo(200);
        }
        assertThat(value(log.last(TOPICS.events("busy"), 1).getFirst())
                        .path("id")
                        .textValue())
                .isEqualTo("own");
    }

    @Test
    void anEventCarriesHowFarTheTableWasReadWhenItWasTaken() {
        ingest.manage("PUT", "/topics/orders/eventSubscriptions/before", SUBSCRIPTION);
        publish("[" + EVENT.formatted("after") + "]");
        var record = log.last(TOPICS.events(), 1).getFirst();
        var subscription = log.last(TOPICS.subscriptions(), 1).getFirst();
        assertThat(Long.parseLong(header(record, "tidings-subscriptions-offset")))
                .isGreaterThan(subscription.offset());
    }

    private static HttpResponse<String> publish(String body, String... headers) {
        var all = new ArrayList<>(List.of("aeg-sas-key", key));
        all.addAll(List.of(headers));
        return ingest.post(ORDERS, body, all.toArray(String[]::new));
    }

    private static int cloud(String body, String contentType) {
        return ingest.post("/topics/clouds/api/events", body, "aeg-sas-key", cloudKey, "Content-Type", contentType)
                .statusCode();
    }

    private static int sdk(boolean binary, CloudEvent event) throws IOException {
        var request =
                HttpRequest.newBuilder(ingest.uri("/topics/clouds/api/events")).header("aeg-sas-key", cloudKey);
        var writer = HttpMessageFactory.createWriter(
                request::header, body -> request.POST(BodyPublishers.ofByteArray(body == null ? new byte[0] : body)));
        if (binary) {
            writer.writeBinary(event);
        } else {
            writer.writeStructured(event, "application/cloudevents+json");
        }
        return ingest.send(request).statusCode();
    }
}
