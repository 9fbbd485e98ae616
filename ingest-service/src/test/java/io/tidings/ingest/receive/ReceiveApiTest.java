package io.tidings.ingest.receive;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.counts.CountsTable;
import io.tidings.contract.lane.NumberOwners;
import io.tidings.contract.subscription.SubscriptionJson;
import io.tidings.contract.table.Provisioning;
import io.tidings.contract.table.ResourceHeaders;
import io.tidings.contract.table.ResourceTable;
import io.tidings.contract.topic.TopicKeys;
import io.tidings.ingest.access.ReceiverAuth;
import io.tidings.ingest.http.Body;
import io.tidings.ingest.http.Request;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** B-PULL-4: when a topic takes keys of receivers. */
class ReceiveApiTest {
    private static final TopicKeys KEYS = TopicKeys.random(new SecureRandom());

    private final ResourceTable table = new ResourceTable(new SubscriptionJson(new EndpointRules(true)));
    private final Queues queues = new Queues(new NumberOwners(), new CountsTable(), () -> 1, null);
    private final ReceiveApi api = new ReceiveApi(table, new ReceiverAuth(List.of()), queues, Clock.systemUTC());

    @AfterEach
    void close() {
        queues.close();
    }

    /** Whoever may acknowledge is told that the tokens are missing. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "orders|orders|{\"properties\":{}}|400",
                "orders|orders|{\"properties\":{\"disableLocalAuth\":true}}|401",
                "orders|orders|illegible|401",
                "shop/web|shop|illegible|401"
            })
    void keysAreRefusedIfTheTopicMayNotTakeThem(String topic, String owner, String record, int status) {
        table.readTopic(owner, new RecordHeaders(), record.getBytes(UTF_8), 0);
        var key = new SubscriptionKey(topic, "billing");
        var headers = ResourceHeaders.ofSubscription(
                "u1", Provisioning.succeeded(null).receiveKeys(KEYS), Set.of("deliveryConfiguration"), null, null);
        var queue = """
            {"properties":{"eventDeliverySchema":"CloudEventSchemaV1_0",\
            "deliveryConfiguration":{"deliveryMode":"Queue","queue":{"receiveLockDurationInSeconds":60}}}}\
            """;
        table.readSubscription(key.toString(), new RecordHeaders(headers), queue.getBytes(UTF_8), 1);
        assertThat(table.subscription(key)).isPresent();

        var response = api.acknowledge(
                key,
                new Request(
                        "POST",
                        "/",
                        "",
                        "localhost",
                        true,
                        "192.0.2.7",
                        Map.of("authorization", "SharedAccessKey " + KEYS.key1()),
                        () -> new Body.Whole("{}".getBytes(UTF_8))));

        assertThat(response.status()).isEqualTo(status);
    }
}
