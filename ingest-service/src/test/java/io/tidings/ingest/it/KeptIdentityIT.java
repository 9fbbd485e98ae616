package io.tidings.ingest.it;

import static io.tidings.ingest.it.KafkaLog.header;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.Topics;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * B-SUB-1, B-SUB-2: what exists keeps its uid and its keys, also when it is written with other tools, or at an instance
 * that does not know of it yet.
 */
class KeptIdentityIT {
    private static final String SUBSCRIPTION = """
        {"properties":{"destination":{"endpointType":"WebHook","properties":{"endpointUrl":"%s"}}}}\
        """;
    private static final Topics TOPICS = new Topics("kept-identity.");
    private static final KafkaLog log = KafkaLog.shared();

    private static IngestFixture ingest;

    @BeforeAll
    static void start() {
        ingest = IngestFixture.withOrders(TOPICS, Map.of());
    }

    @AfterAll
    static void stop() {
        ingest.close();
    }

    @Test
    void aRecordOfAnotherToolIsCompleted() throws Exception {
        var path = "/topics/orders/eventSubscriptions/foreign";
        write("orders/foreign", SUBSCRIPTION.formatted("https://e.example/1"));
        await().until(() -> ingest.manage("GET", path, "").statusCode() == 200);
        var uid = uid("orders/foreign");
        assertThat(uid).isNotEmpty();
        write("orders/foreign", SUBSCRIPTION.formatted("https://e.example/2"));
        await().until(() ->
                ingest.manage("POST", path + "/getFullUrl", "").body().contains("/2"));
        assertThat(uid("orders/foreign")).isEqualTo(uid);
        write("orders/foreign", "nonsense");
        await().until(() -> ingest.manage("GET", path, "").body().contains("provisioningError"));
    }

    @Test
    void anInstanceThatIsBehindDoesNotCreateAgainWhatExists() {
        var slow = Map.of("consumer.fetch.min.bytes", "1000000", "consumer.fetch.max.wait.ms", "700");
        var path = "/topics/late/eventSubscriptions/one";
        try (var behind = IngestFixture.under(TOPICS, slow)) {
            ingest.manage("PUT", "/topics/late", "{}");
            var keys = ingest.manage("POST", "/topics/late/listKeys", "").body();
            assertThat(behind.manage("PUT", "/topics/late", "{}").statusCode()).isEqualTo(200);
            assertThat(ingest.manage("POST", "/topics/late/listKeys", "").body())
                    .isEqualTo(keys);
            ingest.manage("PUT", path, SUBSCRIPTION.formatted("https://e.example/1"));
            var uid = uid("late/one");
            assertThat(behind.manage("PUT", path, SUBSCRIPTION.formatted("https://e.example/2"))
                            .statusCode())
                    .isEqualTo(200);
            assertThat(uid("late/one")).isEqualTo(uid);
        }
    }

    private static void write(String subscription, String value) throws Exception {
        try (var producer = log.clients().producer(Map.of())) {
            producer.send(new ProducerRecord<>(
                            TOPICS.subscriptions(), subscription.getBytes(UTF_8), value.getBytes(UTF_8)))
                    .get();
        }
    }

    private static String uid(String subscription) {
        return log.records(TOPICS.subscriptions(), subscription).stream()
                .filter(record -> record.headers().lastHeader(HeaderNames.SUBSCRIPTION_UID) != null)
                .map(record -> header(record, HeaderNames.SUBSCRIPTION_UID))
                .toList()
                .getLast();
    }
}
