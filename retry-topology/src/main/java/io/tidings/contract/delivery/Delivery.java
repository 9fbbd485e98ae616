package io.tidings.contract.delivery;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.event.EventSchema;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One event on its way to one subscription: all that its record says besides the event's bytes.
 *
 * @param uid of the subscription that matched; one re-created under the same name has another
 * @param schema of the bytes
 * @param published the broker's append time of the event, from which its time to live counts
 * @param source the record of the event
 * @param subscriptionsRead the position of the subscriptions table it was matched against: who has read that far
 *     knows the subscription
 * @param place where it stands in the ladder
 */
public record Delivery(
        SubscriptionKey subscription,
        String uid,
        EventSchema schema,
        String eventId,
        Instant published,
        EventSource source,
        long subscriptionsRead,
        LadderPlace place,
        @Nullable String traceparent) {

    public Delivery at(LadderPlace next) {
        return new Delivery(
                subscription, uid, schema, eventId, published, source, subscriptionsRead, next, traceparent);
    }
}
