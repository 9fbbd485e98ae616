package io.tidings.contract.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.TraceContext;
import io.tidings.contract.delivery.DeliveredEvent;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.delivery.RecordValues;
import io.tidings.contract.delivery.RetryState;
import io.tidings.contract.event.EventSchema;
import java.time.Instant;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** B-MATCH-1 and B-MATCH-5: what is prepared once for all deliveries of an event is what each would have said. */
class DeliveryHeaderTemplateTest {
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    private static final SubscriptionKey BILLING = new SubscriptionKey("shop", "billing");
    private static final SubscriptionKey AUDIT = new SubscriptionKey("shop", "audit-ü");

    private static final TraceContext TRACE =
            new TraceContext("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", "vendor=1,other=a b");

    private final DeliveryHeaderTemplate headers = new DeliveryHeaderTemplate();

    static Stream<DeliveredEvent> events() {
        return Stream.of(
                event(EventSchema.EVENT_GRID, "", null, NOON),
                event(EventSchema.EVENT_GRID, "2.0", TRACE, NOON),
                event(EventSchema.CLOUD_EVENTS, null, new TraceContext(TRACE.traceparent(), null), NOON),
                event(EventSchema.CLOUD_EVENTS, null, null, Instant.EPOCH),
                new DeliveredEvent(
                        EventSchema.CUSTOM,
                        "id-1",
                        null,
                        NOON,
                        new EventSource("tidings.events", 3, 17),
                        TRACE,
                        "{\"id\":\"id-1\"}",
                        RecordValues.NONE,
                        4));
    }

    @ParameterizedTest
    @MethodSource("events")
    void everyCopyHasTheHeadersOfItsOwnDelivery(DeliveredEvent event) {
        var parked = NOON.plusMillis(7);
        var ofEvent = headers.of(event, 42, parked);
        assertThat(ofEvent.to(new SubscriptionHeaders(BILLING, "u1"), 41))
                .isEqualTo(DeliveryHeaders.write(delivery(BILLING, "u1", event, 42), parked));
        assertThat(ofEvent.to(new SubscriptionHeaders(AUDIT, "u2"), 3))
                .isEqualTo(DeliveryHeaders.write(delivery(AUDIT, "u2", event, 42), parked));
    }

    @Test
    void aSubscriptionThatCameIntoForceMeanwhileIsWaitedFor() {
        var event = event(EventSchema.CLOUD_EVENTS, null, null, NOON);
        assertThat(headers.of(event, 42, NOON).to(new SubscriptionHeaders(BILLING, "u1"), 42))
                .isEqualTo(DeliveryHeaders.write(delivery(BILLING, "u1", event, 43), NOON));
    }

    @Test
    void eachEventHasItsOwnTimes() {
        var first = event(EventSchema.CLOUD_EVENTS, null, null, NOON);
        var second = event(EventSchema.CLOUD_EVENTS, null, null, NOON.plusMillis(1));
        var _ = headers.of(first, 0, NOON);
        assertThat(headers.of(second, 0, NOON.plusMillis(2)).to(new SubscriptionHeaders(BILLING, "u1"), -1))
                .isEqualTo(DeliveryHeaders.write(delivery(BILLING, "u1", second, 0), NOON.plusMillis(2)));
    }

    private static DeliveredEvent event(
            EventSchema schema, @Nullable String dataVersion, @Nullable TraceContext trace, Instant published) {
        return new DeliveredEvent(
                schema, "id-1", dataVersion, published, new EventSource("tidings.events", 3, 17), trace);
    }

    private static Delivery delivery(SubscriptionKey key, String uid, DeliveredEvent event, long subscriptionsRead) {
        return new Delivery(key, uid, event, subscriptionsRead, RetryState.START);
    }
}
