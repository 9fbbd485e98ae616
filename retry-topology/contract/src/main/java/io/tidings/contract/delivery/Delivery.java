package io.tidings.contract.delivery;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.TraceContext;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One event on its way to one subscription, without the event's bytes.
 *
 * @param uid of the subscription that matched; a subscription created again under the same name has another uid
 * @param subscriptionsRead the position up to which the subscriptions table was read when the event was matched
 * @param redriven null unless the delivery was made from a dead letter or a past event
 * @param order null if it is sent in no order
 * @param taken whether the delivery is counted as taken, because its record of {@code deliveries} is finished (B-COUNT)
 */
public record Delivery(
        SubscriptionKey subscription,
        String uid,
        DeliveredEvent event,
        long subscriptionsRead,
        RetryState retryState,
        @Nullable Redriven redriven,
        @Nullable DeliveryOrder order,
        boolean taken) {

    /** One that matching writes, in no order. */
    public Delivery(
            SubscriptionKey subscription,
            String uid,
            DeliveredEvent event,
            long subscriptionsRead,
            RetryState retryState) {
        this(subscription, uid, event, subscriptionsRead, retryState, null, null, false);
    }

    public Delivery at(RetryState next) {
        return new Delivery(subscription, uid, event, subscriptionsRead, next, redriven, order, taken);
    }

    public Delivery ordered(@Nullable DeliveryOrder next) {
        return new Delivery(subscription, uid, event, subscriptionsRead, retryState, redriven, next, taken);
    }

    public Delivery traced(@Nullable TraceContext next) {
        return new Delivery(
                subscription, uid, event.traced(next), subscriptionsRead, retryState, redriven, order, taken);
    }

    public Delivery asTaken() {
        return new Delivery(subscription, uid, event, subscriptionsRead, retryState, redriven, order, true);
    }

    /**
     * Returns this dead letter as a new delivery, with all attempts and its whole time to live, behind those of its order key.
     *
     * @param subscriptionsRead a position of the subscriptions table that includes the present subscription
     */
    public Delivery redriven(String uidNow, long subscriptionsRead, Instant now) {
        return redriven(uidNow, subscriptionsRead, now, null);
    }

    /** @param job that brings it back; null for the command line */
    public Delivery redriven(String uidNow, long subscriptionsRead, Instant now, @Nullable String job) {
        int times = redriven == null ? 1 : redriven.times() + 1;
        return new Delivery(subscription, uidNow, event, subscriptionsRead, RetryState.START)
                .ordered(order)
                .broughtBack(new Redriven(times, now, job, firstPublished()));
    }

    /** The time when the event was published, before it was brought back; bringing it back renews its time to live. */
    public Instant firstPublished() {
        var first = redriven == null ? null : redriven.firstPublished();
        return first == null ? event.published() : first;
    }

    /** Returns this new delivery with the mark; its time to live begins with it, and its place among its order key's. */
    public Delivery broughtBack(Redriven mark) {
        var next = order == null ? null : new DeliveryOrder(order.key(), null);
        return new Delivery(
                subscription, uid, event.publishedAt(mark.last()), subscriptionsRead, retryState, mark, next, false);
    }
}
