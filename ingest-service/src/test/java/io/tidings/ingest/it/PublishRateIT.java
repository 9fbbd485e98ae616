package io.tidings.ingest.it;

import static io.tidings.ingest.it.Responses.refused;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.Topics;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

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

    private static String events(int number) {
        return IntStream.range(0, number).mapToObj("""
            {"id":"%d","subject":"/o/1","eventType":"placed","eventTime":"2026-11-21T09:30:00Z"}\
            """::formatted).collect(Collectors.joining(",", "[", "]"));
    }
}
