package io.tidings.ingest.it;

import static io.tidings.ingest.it.Responses.json;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.Topics;
import io.tidings.runtime.kafka.KafkaFutures;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;

/** B-SUB-6: rolled back to this release and forward again, the resources of a later one are what they were (#31). */
class FutureRecordsIT {
    private static final String BILLING = "/topics/orders/eventSubscriptions/billing";
    private static final String SUBSCRIPTION = """
        {"properties":{"destination":{"endpointType":"WebHook","properties":{"endpointUrl":"https://e.example/hook"}}}}\
        """;
    private static final String FUTURE = "\"transform\":{ \"by\" : 1.50e1 }";
    private static final String REQUIRING = SUBSCRIPTION.replace("}}}}", "}},\"tidings\":{" + FUTURE + "}}}");
    private static final String UNREADABLE = SUBSCRIPTION.replace(
            "}}}}",
            ",\"deliveryAttributeMappings\":[{\"name\":\"webhook-later\",\"type\":\"Static\","
                    + "\"properties\":{\"value\":\"1\"}}]}},\"tidings\":{\"recovery\":\"fast\"}}}");

    private static final Topics TOPICS = new Topics("future-records.");

    @Test
    void whatALaterReleaseWroteIsHeldAndToldAndKept() {
        var log = KafkaLog.shared();
        try (var ingest = IngestFixture.under(TOPICS, Map.of())) {
            ingest.manage("PUT", "/topics/orders", "{}");
            ingest.manage("PUT", BILLING, SUBSCRIPTION);
            await().untilAsserted(() -> assertThat(newest(log)).contains("e.example"));
        }
        writeAsALaterRelease(log, REQUIRING, "transform");
        try (var ingest = IngestFixture.under(TOPICS, Map.of())) {
            assertThat(problem(ingest)).contains("requires transform, which this release does not know");
            assertThat(json(ingest.manage("GET", BILLING, ""))
                            .at("/properties/warnings")
                            .toString())
                    .contains("properties.tidings.transform is in the record and has no effect");
            var patched = ingest.manage("PATCH", BILLING, "{\"properties\":{\"labels\":[\"a\"]}}");
            assertThat(patched.statusCode()).as(patched.body()).isEqualTo(200);
            assertThat(newest(log)).contains(FUTURE).contains("labels");
            assertThat(problem(ingest)).contains("requires transform");
            assertThat(ingest.manage("PUT", BILLING, REQUIRING).body())
                    .contains("properties.tidings.transform: is not a known member");
        }
        writeAsALaterRelease(log, UNREADABLE, "");
        try (var ingest = IngestFixture.under(TOPICS, Map.of())) {
            assertThat(problem(ingest)).contains("webhook-later", "must be forward or schedule");
            assertThat(ingest.manage("PATCH", BILLING, "{\"properties\":{\"paused\":true}}")
                            .statusCode())
                    .isEqualTo(409);
            assertThat(ingest.manage("POST", BILLING + "/retryNow", "").statusCode())
                    .isEqualTo(409);
            assertThat(newest(log)).isEqualTo(UNREADABLE);
            assertThat(ingest.metrics.counter("tidings.resources.restored").count())
                    .isZero();
            var put = ingest.manage("PUT", BILLING, SUBSCRIPTION);
            assertThat(put.statusCode()).as(put.body()).isEqualTo(200);
            assertThat(problem(ingest)).isEmpty();
        }
    }

    private static String problem(IngestFixture ingest) {
        return json(ingest.manage("GET", BILLING, ""))
                .at("/properties/provisioningError")
                .asText();
    }

    private static String newest(KafkaLog log) {
        return new String(
                log.records(TOPICS.subscriptions(), "orders/billing").getLast().value(), UTF_8);
    }

    private static void writeAsALaterRelease(KafkaLog log, String value, String requires) {
        var before = log.records(TOPICS.subscriptions(), "orders/billing").getLast();
        var record = new ProducerRecord<>(before.topic(), before.key(), value.getBytes(UTF_8));
        before.headers().forEach(record.headers()::add);
        record.headers().remove(HeaderNames.REQUIRES).add(HeaderNames.REQUIRES, requires.getBytes(UTF_8));
        try (var producer = log.clients().producer(Map.of())) {
            KafkaFutures.await(producer.send(record), "writing");
        }
    }
}
