package io.tidings.contract.table;

import io.tidings.contract.provisioning.Provisioning;
import io.tidings.contract.provisioning.ProvisioningState;
import io.tidings.contract.subscription.Subscription;

/**
 * @param uid new when it is created again after a delete
 * @param offset of the record in the subscriptions table
 * @param locked whether a secret could not be opened, so that nothing may be sent; known here because every delivery asks
 */
public record SubscriptionEntry(
        Subscription subscription, String uid, Provisioning provisioning, long offset, boolean locked) {
    public SubscriptionEntry(Subscription subscription, String uid, Provisioning provisioning, long offset) {
        this(subscription, uid, provisioning, offset, ResourceSecrets.locked(subscription, provisioning));
    }

    public SubscriptionEntry(Subscription subscription, String uid, ProvisioningState state, long offset) {
        this(subscription, uid, Provisioning.in(state), offset);
    }

    public ProvisioningState state() {
        return provisioning.state();
    }

    /** Events are matched from the first validation on (B-SUB-3). */
    public boolean matches() {
        return provisioning.matches();
    }
}
