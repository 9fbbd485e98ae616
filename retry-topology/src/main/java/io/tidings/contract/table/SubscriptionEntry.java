package io.tidings.contract.table;

import io.tidings.contract.provisioning.Provisioning;
import io.tidings.contract.provisioning.ProvisioningState;
import io.tidings.contract.subscription.Subscription;

/**
 * @param uid new when it is created again after a delete
 * @param offset of the record in the subscriptions table
 */
public record SubscriptionEntry(Subscription subscription, String uid, Provisioning provisioning, long offset) {
    public SubscriptionEntry(Subscription subscription, String uid, ProvisioningState state, long offset) {
        this(subscription, uid, Provisioning.in(state), offset);
    }

    public ProvisioningState state() {
        return provisioning.state();
    }

    /** Returns whether a secret could not be opened, so that nothing may be sent. */
    public boolean locked() {
        return ResourceSecrets.locked(subscription, provisioning);
    }

    /** Events are matched from the first validation on (B-SUB-3). */
    public boolean matches() {
        return provisioning.matches();
    }
}
