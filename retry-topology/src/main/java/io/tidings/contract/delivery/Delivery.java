package io.tidings.contract.delivery;

import io.tidings.contract.SubscriptionKey;

/**
 * One event on its way to one subscription: all that its record says besides the event's bytes.
 *
 * @param uid of the subscription that matched; one re-created under the same name has another
 * @param subscriptionsRead the position of the subscriptions table it was matched against: who has read that far
 *     knows the subscription
 * @param place where it stands in the ladder
 */
public record Delivery(
        SubscriptionKey subscription, String uid, DeliveredEvent event, long subscriptionsRead, LadderPlace place) {

    public Delivery at(LadderPlace next) {
        return new Delivery(subscription, uid, event, subscriptionsRead, next);
    }
}
