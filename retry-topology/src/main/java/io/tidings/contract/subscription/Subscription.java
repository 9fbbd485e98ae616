package io.tidings.contract.subscription;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.filter.EventFilter;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which events of a topic go where, in which shape, and how long that is tried.
 *
 * @param deliverySchema absent: that of the topic, Event Grid for a custom one
 * @param deadLetters absent: what cannot be delivered is dropped
 * @param expires when it stops matching; absent: never
 * @param paused whether what is due for it is put off until somebody lets it go on
 */
public record Subscription(
        SubscriptionKey key,
        Webhook destination,
        EventFilter filter,
        @Nullable EventSchema deliverySchema,
        RetryPolicy retryPolicy,
        @Nullable DeadLetterDestination deadLetters,
        @Nullable Instant expires,
        List<String> labels,
        boolean paused) {
    public Subscription {
        labels = List.copyOf(labels);
    }

    /** One that is not paused. */
    public Subscription(
            SubscriptionKey key,
            Webhook destination,
            EventFilter filter,
            @Nullable EventSchema deliverySchema,
            RetryPolicy retryPolicy,
            @Nullable DeadLetterDestination deadLetters,
            @Nullable Instant expires,
            List<String> labels) {
        this(key, destination, filter, deliverySchema, retryPolicy, deadLetters, expires, labels, false);
    }

    /** The same with another destination. */
    public Subscription with(Webhook other) {
        return new Subscription(key, other, filter, deliverySchema, retryPolicy, deadLetters, expires, labels, paused);
    }

    /** The schema its events are delivered in. */
    public EventSchema deliveredAs(EventSchema input) {
        if (deliverySchema != null) {
            return deliverySchema;
        }
        return input == EventSchema.CLOUD_EVENTS ? EventSchema.CLOUD_EVENTS : EventSchema.EVENT_GRID;
    }

    public boolean expired(Instant now) {
        return expires != null && !now.isBefore(expires);
    }
}
