package io.tidings.contract.table;

import io.tidings.contract.provisioning.Provisioning;
import io.tidings.contract.provisioning.ProvisioningState;
import io.tidings.contract.subscription.Subscription;

/**
 * A subscription in force.
 *
 * @param uid new when it is created again after a delete; names it among all of the same name
 * @param offset of the record in the subscriptions table
 */
public record SubscriptionEntry(Subscription subscription, String uid, Provisioning provisioning, long offset) {
    /** One of whose state nothing more is known. */
    public SubscriptionEntry(Subscription subscription, String uid, ProvisioningState state, long offset) {
        this(subscription, uid, Provisioning.in(state), offset);
    }

    public ProvisioningState state() {
        return provisioning.state();
    }

    /** Whether a secret of it could not be opened; then nothing of it may be sent or compared. */
    public boolean locked() {
        return ResourceSecrets.locked(subscription, provisioning);
    }

    /** Whether events are matched against it: from its first success on (B-SUB-3). */
    public boolean matches() {
        return provisioning.matches();
    }
}
