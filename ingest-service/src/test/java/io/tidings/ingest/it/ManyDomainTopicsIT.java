package io.tidings.ingest.it;

import static io.tidings.ingest.it.Responses.json;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.Topics;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * B-DOMAIN-1: an ingest service with 10,000 topics of a domain, each with a subscription. The bounds catch what grows with
 * their number; the figures are for people.
 */
class ManyDomainTopicsIT {
    private static final Logger log = LoggerFactory.getLogger(ManyDomainTopicsIT.class);
    private static final Topics TOPICS = new Topics("many-tenants.");
    private static final int COUNT = 10_000;
    private static final int AT_ONCE = 500;
    private static final int ROUNDS = 3;
    private static final String SUBSCRIPTION = """
        {"properties":{"destination":{"endpointType":"WebHook","properties":{"endpointUrl":"https://e.example/hook"}}}}\
        """;
    private static final String EVENT = """
        {"id":"%1$d",TOPIC"subject":"s","eventType":"t","eventTime":"2026-11-21T09:30:00Z",\
        "data":{},"dataVersion":"1"}\
        """;

    @Test
    void theyCostMemoryForTheirNamesAndNoSeries() {
        long few;
        try (var ingest = IngestFixture.under(TOPICS, Map.of())) {
            assertThat(ingest.manage("PUT", "/topics/plain", "{}").statusCode()).isEqualTo(201);
            assertThat(ingest.manage("PUT", "/domains/many", "{}").statusCode()).isEqualTo(201);
            assertThat(ingest.manage("PUT", "/domains/many/topics/first/eventSubscriptions/hook", SUBSCRIPTION)
                            .statusCode())
                    .isEqualTo(201);
            few = heap();
        }
        fill();
        long began = System.nanoTime();
        try (var ingest = IngestFixture.under(TOPICS, Map.of())) {
            log.info("start: {}", since(began));
            long each = (heap() - few) / COUNT;
            log.info("bytes of heap of a topic with a subscription: {}", each);
            assertThat(each).isLessThan(10_000);
            log.info("first page: {}", page(ingest, "/domains/many/topics?%24top=100"));
            log.info("last page: {}", page(ingest, "/domains/many/topics?%24top=100&%24skiptoken=many%2Ftopic-99"));
            published(ingest, "/topics/plain", "");
            int series = ingest.metrics.getMeters().size();
            for (int round = 0; round < ROUNDS; round++) {
                log.info("events a second, a topic: {}", published(ingest, "/topics/plain", ""));
                log.info(
                        "events a second, a domain: {}",
                        published(ingest, "/domains/many", "\"topic\":\"topic-%1$d\","));
            }
            int all = ingest.metrics.getMeters().size();
            log.info("meters before the domain's first event: {}, after: {}", series, all);
            assertThat(all - series).isLessThan(20);
            assertThat(all).isLessThan(1_000);
        }
    }

    /** Writes what managers would, with the records of the first topic. */
    private static void fill() {
        var topic = KafkaLog.shared().records(TOPICS.topics(), "many/first").getLast();
        var subscription = KafkaLog.shared()
                .records(TOPICS.subscriptions(), "many/first/hook")
                .getLast();
        try (var tool = KafkaLog.shared().clients().producer(Map.of())) {
            for (int i = 0; i < COUNT; i++) {
                var name = "many/topic-" + i;
                var _ = tool.send(
                        new ProducerRecord<>(TOPICS.topics(), 0, name.getBytes(UTF_8), topic.value(), topic.headers()));
                var _ = tool.send(new ProducerRecord<>(
                        TOPICS.subscriptions(),
                        0,
                        (name + "/hook").getBytes(UTF_8),
                        subscription.value(),
                        subscription.headers()));
            }
            tool.flush();
        }
    }

    private static Duration page(IngestFixture ingest, String path) {
        long began = System.nanoTime();
        var response = ingest.manage("GET", path, "");
        var took = since(began);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        assertThat(json(response).path("value")).isNotEmpty().hasSizeLessThanOrEqualTo(100);
        assertThat(took).isLessThan(Duration.ofSeconds(5));
        return took;
    }

    /**
     * Returns the events a second, each request to a domain with as many topics as events.
     *
     * @param member that names the topic, if there is one
     */
    private static long published(IngestFixture ingest, String path, String member) {
        var key =
                json(ingest.manage("POST", path + "/listKeys", "")).path("key1").textValue();
        long began = System.nanoTime();
        for (int first = 0; first < COUNT; first += AT_ONCE) {
            var events = IntStream.range(first, first + AT_ONCE)
                    .mapToObj(EVENT.replace("TOPIC", member)::formatted)
                    .collect(Collectors.joining(",", "[", "]"));
            var response =
                    ingest.post(path + "/api/events", events, "aeg-sas-key", key, "Content-Type", "application/json");
            assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        }
        return COUNT * Duration.ofSeconds(1).toNanos() / since(began).toNanos();
    }

    private static long heap() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private static Duration since(long began) {
        return Duration.ofNanos(System.nanoTime() - began);
    }
}
