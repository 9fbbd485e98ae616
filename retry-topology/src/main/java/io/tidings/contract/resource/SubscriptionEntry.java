package io.tidings.contract.resource;

/**
 * A subscription in force.
 *
 * @param uid new when it is created again after a delete; names it among all of the same name
 * @param offset of the record in the subscriptions table
 */
public record SubscriptionEntry(Subscription subscription, String uid, ProvisioningState state, long offset) {
    /** Whether events are matched against it: from its first success on (B-SUB-3). */
    public boolean matches() {
        return switch (state) {
            case SUCCEEDED, UPDATING -> true;
            case CREATING, AWAITING_MANUAL_ACTION, FAILED -> false;
        };
    }
}
