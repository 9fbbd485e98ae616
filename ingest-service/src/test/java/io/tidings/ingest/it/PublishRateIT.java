package io.tidings.ingest.it;

import static io.tidings.ingest.it.Responses.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.Topics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** #32: the publishers of one topic leave room for those of others. */
class PublishRateIT {
    @Test
    void aTopicBeyondItsRateGets429AndOthersGoOn() {
        var settings = Map.of("auth.required", "false", "publish.max.rate.per.topic", "10");
        try (var ingest = IngestFixture.under(new Topics("publish-rate."), settings)) {
            ingest.manage("PUT", "/topics/orders", "{}");
            ingest.manage("PUT", "/topics/news", "{}");
            assertThat(ingest.post("/topics/orders/api/events", events(1_000)).statusCode())
                    .isEqualTo(200);
            var answer = ingest.post("/topics/orders/api/events", events(1));
            refused(answer, 429, "TooManyRequests/TooManyEvents");
            assertThat(answer.body()).contains("10 events a second", "publish.max.rate.per.topic");
            assertThat(answer.headers().firstValueAsLong("Retry-After").orElseThrow())
                    .isBetween(50L, 99L);
            assertThat(ingest.post("/topics/news/api/events", events(1)).statusCode())
                    .isEqualTo(200);
            assertThat(ingest.metrics
                            .get("tidings.publish.fail")
                            .tags("topic", "orders", "error", "TooManyEvents")
                            .counter()
                            .count())
                    .isEqualTo(1);
        }
    }

    @Test
    void aTopicHasLimitsOfItsOwnForEventsAndBytes() {
        var settings = Map.of("auth.required", "false", "publish.max.byte.rate.per.topic", "1000000000");
        try (var ingest = IngestFixture.under(new Topics("publish-limits."), settings)) {
            ingest.manage("PUT", "/topics/orders", limits("\"publishEventsPerSecond\":10"));
            ingest.manage("PUT", "/topics/photos", limits("\"publishBytesPerSecond\":1000"));
            ingest.manage("PUT", "/topics/news", "{}");
            for (var topic : List.of("orders", "photos", "news")) {
                assertThat(ingest.post("/topics/" + topic + "/api/events", events(1_000))
                                .statusCode())
                        .isEqualTo(200);
            }
            var orders = ingest.post("/topics/orders/api/events", events(1));
            refused(orders, 429, "TooManyRequests/TooManyEvents");
            assertThat(orders.body()).contains("10 events a second", "limits.publishEventsPerSecond");
            var photos = ingest.post("/topics/photos/api/events", events(1));
            refused(photos, 429, "TooManyRequests/TooManyBytes");
            assertThat(photos.body()).contains("1000 bytes a second", "limits.publishBytesPerSecond");
            assertThat(photos.headers().firstValueAsLong("Retry-After").orElseThrow())
                    .isBetween(30L, 100L);
            assertThat(ingest.post("/topics/news/api/events", events(1)).statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void instancesShareTheLimitOfATopic() {
        var topics = new Topics("publish-shared.");
        var settings = Map.of("auth.required", "false", "publish.max.rate.per.topic", "10");
        try (var one = IngestFixture.under(topics, settings);
                var _ = IngestFixture.under(topics, settings)) {
            one.manage("PUT", "/topics/orders", "{}");
            await().atMost(Duration.ofMinutes(3)).untilAsserted(() -> {
                one.post("/topics/orders/api/events", events(100));
                assertThat(one.post("/topics/orders/api/events", events(1)).body())
                        .contains("10 events a second, shared by 2 instances");
            });
        }
    }

    @Test
    void onlyAnAdminOfAllTopicsAllowsATopicMoreThanTheSettings(@TempDir Path folder) throws IOException {
        var tokens = Files.writeString(
                folder.resolve("tokens"), TokenLines.line("team", "the-token-of-the-team", "admin", "orders"));
        var settings = Map.of("tokens.file", tokens.toString(), "publish.max.rate.per.topic", "10");
        try (var ingest = IngestFixture.under(new Topics("publish-raised."), settings)) {
            var less = limits("\"publishEventsPerSecond\":9");
            var more = limits("\"publishEventsPerSecond\":11");
            assertThat(ingest.manageAs("the-token-of-the-team", "PUT", "/topics/orders", less)
                            .statusCode())
                    .isEqualTo(201);
            var answer = ingest.manageAs("the-token-of-the-team", "PUT", "/topics/orders", more);
            assertThat(answer.statusCode()).isEqualTo(400);
            assertThat(answer.body())
                    .contains("properties.tidings.limits.publishEventsPerSecond", "publish.max.rate.per.topic");
            assertThat(ingest.manage("PUT", "/topics/orders", more).statusCode())
                    .isEqualTo(200);
            assertThat(ingest.manageAs("the-token-of-the-team", "PUT", "/topics/orders", more)
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    private static String limits(String members) {
        return "{\"properties\":{\"tidings\":{\"limits\":{" + members + "}}}}";
    }

    private static String events(int number) {
        return IntStream.range(0, number).mapToObj("""
            {"id":"%d","subject":"/o/1","eventType":"placed","eventTime":"2026-11-21T09:30:00Z"}\
            """::formatted).collect(Collectors.joining(",", "[", "]"));
    }
}
