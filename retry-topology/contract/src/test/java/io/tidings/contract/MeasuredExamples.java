package io.tidings.contract;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.delivery.DeliveredEvent;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.delivery.RetryState;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.subscription.DeadLetterDestination;
import io.tidings.contract.subscription.EventFilter;
import io.tidings.contract.subscription.RetryPolicy;
import io.tidings.contract.subscription.Subscription;
import io.tidings.contract.subscription.Webhook;
import java.net.URI;
import java.time.Instant;
import java.util.List;

/** What the benchmarks work on: events of about 1 KB and what belongs to them. */
public final class MeasuredExamples {
    public static final String TOPIC = "orders";
    public static final Instant NOON = Instant.parse("2026-11-21T12:00:00.123456Z");
    public static final byte[] DATA = data();

    private MeasuredExamples() {}

    /** An order of some twenty lines. */
    private static byte[] data() {
        var lines = new StringBuilder("{\"customer\":\"4711\",\"lines\":[");
        for (int i = 0; i < 20; i++) {
            lines.append(i == 0 ? "" : ",").append("{\"article\":\"A-%04d\",\"pieces\":%d}".formatted(i * 37, i));
        }
        return lines.append("]}").toString().getBytes(UTF_8);
    }

    public static byte[] cloudEvent() {
        return """
            {"specversion":"1.0","id":"8f14e45f-ceea-467f-a9d6-0c7a5f1e2b11","source":"/shops/42",\
            "type":"com.example.order.placed","subject":"/orders/4711","time":"2026-11-21T12:00:00.123456Z",\
            "datacontenttype":"application/json","data":%s}\
            """.formatted(new String(DATA, UTF_8)).getBytes(UTF_8);
    }

    /** One that lacks what the service stamps. */
    public static byte[] eventGridEvent() {
        return """
            {"id":"8f14e45f-ceea-467f-a9d6-0c7a5f1e2b11","eventType":"com.example.order.placed",\
            "subject":"/orders/4711","eventTime":"2026-11-21T12:00:00.123456Z","data":%s}\
            """.formatted(new String(DATA, UTF_8)).getBytes(UTF_8);
    }

    public static Subscription subscription(String name, EventFilter filter) {
        return new Subscription(
                new SubscriptionKey(TOPIC, name),
                new Webhook(URI.create("https://example.com/hook")),
                filter,
                EventSchema.CLOUD_EVENTS,
                RetryPolicy.DEFAULT,
                new DeadLetterDestination("/a/storageAccounts/local", "dead"),
                null,
                List.of());
    }

    /** One that has not been tried. */
    public static Delivery delivery() {
        return new Delivery(
                new SubscriptionKey(TOPIC, "billing"),
                "5b9e3c52-6f0c-4c1e-9f3e-0a7d1c2b3a4d",
                new DeliveredEvent(
                        EventSchema.CLOUD_EVENTS,
                        "8f14e45f-ceea-467f-a9d6-0c7a5f1e2b11",
                        null,
                        NOON,
                        new EventSource("tidings.events", 3, 123_456_789),
                        null),
                4711,
                RetryState.START);
    }
}
