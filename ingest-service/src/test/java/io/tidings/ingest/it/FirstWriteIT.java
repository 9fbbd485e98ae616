package io.tidings.ingest.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.Topics;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** B-SUB-1: a service that has started knows where to write, so that the first change is not refused on a busy machine. */
class FirstWriteIT {
    private static final Topics TOPICS = new Topics("first-write.");
    private static final String SUBSCRIPTION = """
        {"properties":{"destination":{"endpointType":"WebHook","properties":{"endpointUrl":"https://e.example/hook"}}}}\
        """;

    @Test
    void theFirstChangesWaitForNoMetadata() {
        try (var ingest = IngestFixture.under(TOPICS, Map.of("producer.max.block.ms", "1"))) {
            var topic = ingest.manage("PUT", "/topics/orders", "{}");
            assertThat(topic.statusCode()).as(topic.body()).isEqualTo(201);
            var subscription = ingest.manage("PUT", "/topics/orders/eventSubscriptions/billing", SUBSCRIPTION);
            assertThat(subscription.statusCode()).as(subscription.body()).isEqualTo(201);
        }
    }
}
