package io.tidings.contract.table;

import io.tidings.contract.subscription.Subscription;
import java.util.List;

/**
 * @param uid new when it is created again after a delete
 * @param offset of the record in the subscriptions table
 * @param locked whether nothing may be sent, because a secret could not be opened or the record was not understood; known
 *     here because every delivery asks
 */
public record SubscriptionEntry(
        Subscription subscription, String uid, Provisioning provisioning, long offset, boolean locked) {
    private static final List<String> OF_MATCHING =
            List.of("properties.filter", "properties.eventDeliverySchema", "properties.expirationTimeUtc");

    public SubscriptionEntry(Subscription subscription, String uid, Provisioning provisioning, long offset) {
        this(
                subscription,
                uid,
                provisioning,
                offset,
                ResourceSecrets.locked(subscription, provisioning)
                        || subscription.unread().hindrance().isPresent());
    }

    public SubscriptionEntry(Subscription subscription, String uid, ProvisioningState state, long offset) {
        this(subscription, uid, Provisioning.in(state), offset);
    }

    public SubscriptionEntry with(Provisioning other) {
        return new SubscriptionEntry(subscription, uid, other, offset);
    }

    public ProvisioningState state() {
        return provisioning.state();
    }

    /** Events are matched from the first validation on (B-SUB-3), by a filter that is understood (B-SUB-6). */
    public boolean matches() {
        return provisioning.matches() && subscription.unread().understands(OF_MATCHING);
    }
}
