package io.tidings.ingest.job;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.HeaderText;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.Topics;
import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.event.EventReader;
import io.tidings.contract.event.TopicIds;
import io.tidings.contract.subscription.SubscriptionJson;
import io.tidings.contract.table.ResourceTable;
import io.tidings.ingest.access.Principal;
import io.tidings.ingest.audit.Change;
import io.tidings.ingest.audit.ManagedRequest;
import io.tidings.ingest.http.Body;
import io.tidings.ingest.http.Request;
import io.tidings.ingest.publish.EventAppender;
import io.tidings.runtime.tracing.Tracing;
import java.time.Clock;
import java.util.Map;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** B-ACCESS-3: a test event is audited, whatever becomes of it. */
class TestEventApiTest {
    private static final SubscriptionKey BILLING = new SubscriptionKey("orders", "billing");

    private final ResourceTable table = new ResourceTable(new SubscriptionJson(new EndpointRules(true)));
    private final MockProducer<byte[], byte[]> producer =
            new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());
    private final TestEventApi api = new TestEventApi(
            table,
            new EventReader(new TopicIds(TopicIds.DEFAULT_FORMAT)),
            new EventAppender(producer, new Topics(Topics.DEFAULT_PREFIX), _ -> false, () -> 7, _ -> {}, Tracing.off()),
            Clock.systemUTC());
    private final ManagedRequest managed = new ManagedRequest(
            new Request("POST", "/", "", "h", true, "192.0.2.7", Map.of(), () -> new Body.Whole(new byte[0])),
            Principal.admin(),
            "test",
            Map.of(),
            Clock.systemUTC());

    @BeforeEach
    void subscribe() {
        table.readTopic("orders", new RecordHeaders(), "{\"properties\":{}}".getBytes(UTF_8), 0);
        var headers = new RecordHeaders();
        HeaderText.set(headers, HeaderNames.SUBSCRIPTION_UID, "u-billing");
        HeaderText.set(headers, HeaderNames.PROVISIONING_STATE, "Succeeded");
        var json = """
            {"properties":{"destination":{"endpointType":"WebHook","properties":{"endpointUrl":"https://x.example"}}}}\
            """;
        table.readSubscription(BILLING.toString(), headers, json.getBytes(UTF_8), 1);
    }

    @Test
    void aDurableEventIsAuditedWithItsRecord() {
        assertThat(api.send(BILLING, managed).status()).isEqualTo(202);
        assertThat(managed.changes()).singleElement().satisfies(change -> {
            assertThat(change.confirmed()).isTrue();
            assertThat(change.after().path("source").asText()).isEqualTo("tidings.events-0@0");
            assertThat(change.after().path("eventType").asText()).isEqualTo(TestEventApi.TYPE);
        });
    }

    @Test
    void anEventThatKafkaDidNotConfirmIsAuditedAsSuch() {
        producer.sendException = new TimeoutException("no broker");
        assertThatExceptionOfType(TimeoutException.class).isThrownBy(() -> api.send(BILLING, managed));
        assertThat(managed.changes()).singleElement().satisfies(change -> {
            assertThat(change.action()).isEqualTo("test");
            assertThat(change.resource()).isEqualTo(Change.subscription(BILLING));
            assertThat(change.confirmed()).isFalse();
            assertThat(change.after().path("eventId").asText()).isNotEmpty();
        });
    }
}
