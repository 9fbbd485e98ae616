package io.tidings.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.delivery.DeliveredEvent;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.delivery.LastAttempt;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.delivery.RetryState;
import io.tidings.contract.event.EventReader;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.event.Input;
import io.tidings.contract.event.KafkaEvents;
import io.tidings.contract.event.ParseResult;
import io.tidings.contract.event.RecordOrigin;
import io.tidings.contract.event.TopicIds;
import io.tidings.contract.health.EndpointHealth;
import io.tidings.contract.health.Probation;
import io.tidings.contract.record.DeliveryHeaders;
import io.tidings.contract.record.EndpointHealthRecord;
import io.tidings.contract.secret.Keyring;
import io.tidings.contract.subscription.DeliveryAttribute;
import io.tidings.contract.subscription.SubscriptionJson;
import io.tidings.contract.subscription.Webhook;
import io.tidings.contract.table.Provisioning;
import io.tidings.contract.table.ProvisioningState;
import io.tidings.contract.table.ResourceSecrets;
import io.tidings.contract.table.ResourceTable;
import io.tidings.contract.topic.TopicKeys;
import io.tidings.testbed.GoldenRecord;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Records that release 0.1 wrote. They are never changed: a change of the format adds records and reads both.
 */
class FormatOneTest {
    private static final SubscriptionKey BILLING = new SubscriptionKey("orders", "billing");
    private static final String UID = "df686017-8428-44d8-949a-0740b9702492";
    private static final Instant PUBLISHED = Instant.parse("2026-11-21T04:05:46.219Z");

    @Test
    void anEventIsRead() {
        var record = golden("event");

        var reading = new KafkaEvents(new EventReader(new TopicIds(TopicIds.DEFAULT_FORMAT)))
                .read(
                        Input.of("orders", EventSchema.EVENT_GRID),
                        new RecordOrigin("tidings.events-1@7", PUBLISHED),
                        record.headers(),
                        record.value());

        assertThat(reading)
                .isInstanceOfSatisfying(
                        ParseResult.Valid.class,
                        valid -> assertThat(valid.only().id()).isEqualTo("order-1"));
    }

    @Test
    void aFreshDeliveryIsRead() {
        var event = new DeliveredEvent(
                EventSchema.EVENT_GRID,
                "order-1",
                "1",
                PUBLISHED,
                new EventSource("tidings.events", 1, 7),
                new TraceContext("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", null),
                null);

        assertThat(DeliveryHeaders.read(golden("delivery").headers()))
                .isEqualTo(new DeliveryHeaders.Read.Valid(new Delivery(BILLING, UID, event, 1, RetryState.START)));
    }

    @Test
    void aRetryIsRead() {
        var attempted = Instant.parse("2026-11-21T04:05:47.912852334Z");
        var retryState = new RetryState(
                2,
                1,
                Instant.parse("2026-11-21T04:06:17.424936317Z"),
                new LastAttempt(LastOutcome.BUSY, 503, attempted));
        var event = new DeliveredEvent(
                EventSchema.CUSTOM,
                "order-2",
                null,
                PUBLISHED,
                new EventSource("tidings.events", 1, 8),
                null,
                "{\"id\":\"order-2\",\"topic\":\"/t\",\"subject\":\"s\",\"eventType\":\"e\",\"eventTime\":"
                        + "\"2026-11-21T04:05:46.219Z\",\"dataVersion\":\"1\",\"metadataVersion\":\"1\"}");

        assertThat(DeliveryHeaders.read(golden("retry").headers()))
                .isEqualTo(new DeliveryHeaders.Read.Valid(new Delivery(BILLING, UID, event, 12, retryState)));
    }

    @Test
    void healthIsRead() throws IOException {
        var changed = Instant.parse("2026-11-21T04:05:51.720Z");
        var probation = new Probation(changed, changed.plusSeconds(10), Duration.ofSeconds(10), LastOutcome.BUSY);

        assertThat(EndpointHealthRecord.read(
                        golden("standing").headers(), golden("standing").value()))
                .isEqualTo(new EndpointHealth(UID, 12, LastOutcome.BUSY, probation, 340, changed));
    }

    @Test
    void topicsAndSubscriptionsAreRead() {
        var table = new ResourceTable(new SubscriptionJson(new EndpointRules(false)));
        var topic = golden("topic");
        var subscription = golden("subscription");

        table.readTopic("orders", topic.headers(), topic.value(), 0);
        table.readSubscription("orders/billing", subscription.headers(), subscription.value(), 0);

        var orders = table.topic("orders").orElseThrow();
        assertThat(orders.topic().inputSchema()).isEqualTo(EventSchema.EVENT_GRID);
        assertThat(orders.keys()).isEqualTo(new TopicKeys("a2V5LW9uZQ==", "a2V5LXR3bw=="));
        var billing = table.subscription(BILLING).orElseThrow();
        assertThat(billing.uid()).isEqualTo(UID);
        assertThat(billing.provisioning())
                .isEqualTo(new Provisioning(
                        ProvisioningState.SUCCEEDED,
                        true,
                        Instant.parse("2026-11-21T04:05:45.650Z"),
                        null,
                        null,
                        120,
                        null));
        assertThat(billing.subscription().retryPolicy().maxDeliveryAttempts()).isEqualTo(5);
    }

    /** Release 0.1 bound no secret to an origin: those of a subscription are opened only where a setting says so. */
    @Test
    void sealedTopicsAndSubscriptionsAreRead() {
        var keyring = Keyring.parse("AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=");
        var table =
                new ResourceTable(new SubscriptionJson(new EndpointRules(false)), new ResourceSecrets(keyring, true));
        var topic = golden("sealed-topic");
        var subscription = golden("sealed-subscription");

        table.readTopic("orders", topic.headers(), topic.value(), 0);
        table.readSubscription("orders/billing", subscription.headers(), subscription.value(), 0);

        assertThat(table.topic("orders").orElseThrow().openKeys())
                .isEqualTo(new TopicKeys("a2V5LW9uZQ==", "a2V5LXR3bw=="));
        var billing = table.subscription(BILLING).orElseThrow();
        assertThat(billing.provisioning().code()).isEqualTo("hush-4711");
        assertThat(billing.subscription().destination())
                .isEqualTo(new Webhook(
                        URI.create("https://example.com/hook?code=hush-4711"),
                        null,
                        List.of(new DeliveryAttribute.Static("Authorization", "Bearer hush-4711", true))));
    }

    private static GoldenRecord golden(String name) {
        return GoldenRecord.read(FormatOneTest.class, "format-1/" + name + ".record");
    }
}
