package io.tidings.contract.delivery;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.TraceContext;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One event on its way to one subscription: all that its record says besides the event's bytes.
 *
 * @param uid of the subscription that matched; one re-created under the same name has another
 * @param subscriptionsRead the position of the subscriptions table it was matched against: who has read that far
 *     knows the subscription
 * @param retryState where it stands in the ladder
 * @param redriven absent unless it was made of a dead letter
 */
public record Delivery(
        SubscriptionKey subscription,
        String uid,
        DeliveredEvent event,
        long subscriptionsRead,
        RetryState retryState,
        @Nullable Redriven redriven) {

    /** One that was made by matching. */
    public Delivery(
            SubscriptionKey subscription,
            String uid,
            DeliveredEvent event,
            long subscriptionsRead,
            RetryState retryState) {
        this(subscription, uid, event, subscriptionsRead, retryState, null);
    }

    public Delivery at(RetryState next) {
        return new Delivery(subscription, uid, event, subscriptionsRead, next, redriven);
    }

    /** This one, at another step of its event's trace. */
    public Delivery traced(@Nullable TraceContext next) {
        return new Delivery(subscription, uid, event.traced(next), subscriptionsRead, retryState, redriven);
    }

    /**
     * This one, given up, from its beginning again: with all attempts, and with all its time to live.
     *
     * @param uidNow of the subscription in force
     * @param subscriptionsRead a position of the subscriptions table at which it is known
     */
    public Delivery redriven(String uidNow, long subscriptionsRead, Instant now) {
        int times = redriven == null ? 1 : redriven.times() + 1;
        return new Delivery(
                subscription,
                uidNow,
                event.publishedAt(now),
                subscriptionsRead,
                RetryState.START,
                new Redriven(times, now));
    }
}
