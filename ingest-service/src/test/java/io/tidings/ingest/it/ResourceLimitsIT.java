package io.tidings.ingest.it;

import static io.tidings.ingest.it.Responses.json;
import static io.tidings.ingest.it.Responses.refused;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.Gauge;
import io.tidings.contract.Topics;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** #32: managers can fill neither the installation nor a topic, and nothing that is there already is lost. */
class ResourceLimitsIT {
    private static final Topics TOPICS = new Topics("resource-limits.");
    private static final String SUBSCRIPTION = """
        {"properties":{"destination":{"endpointType":"WebHook","properties":{"endpointUrl":"https://e.example/"}},\
        "filter":{"subjectBeginsWith":"%s"}}}\
        """;
    private static final int AT_ONCE = 8;

    private static IngestFixture ingest;

    @BeforeAll
    static void start() {
        ingest = IngestFixture.under(
                TOPICS,
                Map.of(
                        "resource.max.topics",
                        "3",
                        "resource.max.subscriptions.per.topic",
                        "3",
                        "resource.max.text.characters",
                        "20",
                        "resource.max.characters",
                        "2048"));
        for (var topic : List.of("orders", "news", "foreign")) {
            assertThat(ingest.manage("PUT", "/topics/" + topic, "{}").statusCode())
                    .isEqualTo(201);
        }
        assertThat(ingest.manage("PUT", "/topics/foreign/eventSubscriptions/one", SUBSCRIPTION.formatted("/"))
                        .statusCode())
                .isEqualTo(201);
    }

    @AfterAll
    static void stop() {
        ingest.close();
    }

    @Test
    void aTopicBeyondTheLimitIsRefusedWhileThoseThatAreThereCanBeChanged() {
        for (var path : new String[] {"/topics/fourth", "/topics/fourth?dryRun=true"}) {
            var answer = ingest.manage("PUT", path, "{}");
            refused(answer, 409, "Conflict/TooManyTopics");
            assertThat(answer.body()).contains("may be created, 3", "resource.max.topics");
        }
        assertThat(ingest.manage("PUT", "/topics/news", "{\"tags\":{\"a\":\"b\"}}")
                        .statusCode())
                .isEqualTo(200);
        assertThat(ingest.manage("PATCH", "/topics/news", "{\"tags\":{\"a\":\"c\"}}")
                        .statusCode())
                .isEqualTo(200);
        var large = ingest.manage("PATCH", "/topics/news", "{\"kind\":\"" + "x".repeat(2048) + "\"}");
        refused(large, 400, "BadRequest/InvalidResource");
        assertThat(large.body()).contains("2048", "resource.max.characters");
    }

    @Test
    void subscriptionsThatAreCreatedAtOnceDoNotPassTheLimitTogether() throws Exception {
        try (var threads = Executors.newFixedThreadPool(AT_ONCE)) {
            var answers = threads
                    .invokeAll(IntStream.range(0, AT_ONCE)
                            .<Callable<HttpResponse<String>>>mapToObj(i -> () -> put("sub-" + i, "/"))
                            .toList())
                    .stream()
                    .map(each -> {
                        try {
                            return each.get();
                        } catch (InterruptedException | ExecutionException e) {
                            throw new AssertionError(e);
                        }
                    })
                    .toList();
            assertThat(answers.stream().filter(each -> each.statusCode() == 201))
                    .hasSize(3);
            answers.stream().filter(each -> each.statusCode() != 201).forEach(each -> {
                refused(each, 409, "Conflict/TooManySubscriptions");
                assertThat(each.body())
                        .contains("topic orders", "may be created, 3", "resource.max.subscriptions.per.topic");
            });
        }
        var name = json(ingest.manage("GET", "/topics/orders/eventSubscriptions", ""))
                .at("/value/0/name")
                .textValue();
        assertThat(put(name, "/changed").statusCode()).isEqualTo(200);
        assertThat(ingest.manage("PUT", "/topics/news/eventSubscriptions/one", SUBSCRIPTION.formatted("/"))
                        .statusCode())
                .as("of another topic")
                .isEqualTo(201);
        assertThat(ingest.manage("DELETE", "/topics/orders/eventSubscriptions/" + name, "")
                        .statusCode())
                .isEqualTo(200);
        assertThat(put("another", "/").statusCode()).isEqualTo(201);
    }

    @Test
    void aSubjectFilterBeyondTheLimitIsRefusedAndOneThatIsStoredStays() throws Exception {
        var answer =
                ingest.manage("PUT", "/topics/foreign/eventSubscriptions/long", SUBSCRIPTION.formatted("x".repeat(21)));
        refused(answer, 400, "BadRequest/InvalidResource");
        assertThat(answer.body())
                .contains("properties.filter.subjectBeginsWith", "20 characters", "resource.max.text.characters");

        try (var tool = KafkaLog.shared().clients().producer(Map.of())) {
            for (int i = 0; i < 4; i++) {
                var value = SUBSCRIPTION.formatted("x".repeat(21)).getBytes(UTF_8);
                tool.send(new ProducerRecord<>(TOPICS.subscriptions(), 0, ("foreign/sub-" + i).getBytes(UTF_8), value))
                        .get();
            }
        }
        var path = "/topics/foreign/eventSubscriptions/sub-3";
        await().untilAsserted(
                        () -> assertThat(ingest.manage("GET", path, "").body()).contains("\"Succeeded\""));
        assertThat(ingest.manage("PATCH", path, "{\"properties\":{\"labels\":[\"a\"]}}")
                        .statusCode())
                .isEqualTo(200);
        assertThat(ingest.manage("PUT", path, SUBSCRIPTION.formatted("x".repeat(21)))
                        .statusCode())
                .isEqualTo(200);
        refused(ingest.manage("PUT", path, SUBSCRIPTION.formatted("x".repeat(22))), 400, "BadRequest/InvalidResource");
    }

    @Test
    void metricsShowHowManyThereAre() {
        assertThat(ingest.metrics.get("tidings.topics").gauge().value()).isEqualTo(3);
        await().untilAsserted(() -> assertThat(ingest.metrics.get("tidings.subscriptions").gauges().stream()
                        .mapToDouble(Gauge::value)
                        .sum())
                .isPositive()
                .isEqualTo(Stream.of("orders", "news", "foreign")
                        .mapToDouble(topic -> json(ingest.manage("GET", "/topics/" + topic + "/eventSubscriptions", ""))
                                .path("value")
                                .size())
                        .sum()));
    }

    private static HttpResponse<String> put(String name, String begin) {
        return ingest.manage("PUT", "/topics/orders/eventSubscriptions/" + name, SUBSCRIPTION.formatted(begin));
    }
}
