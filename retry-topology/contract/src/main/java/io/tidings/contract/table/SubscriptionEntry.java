package io.tidings.contract.table;

import io.tidings.contract.subscription.Subscription;
import io.tidings.contract.subscription.WhilePaused;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * @param uid new when it is created again after a delete
 * @param offset of the record in the subscriptions table
 * @param pauses in which its deliveries were held
 * @param locked whether nothing may be sent, because a secret could not be opened or the record was not understood; known
 *     here because every delivery asks
 */
public record SubscriptionEntry(
        Subscription subscription, String uid, Provisioning provisioning, long offset, Pauses pauses, boolean locked) {
    private static final List<String> OF_MATCHING =
            List.of("properties.filter", "properties.eventDeliverySchema", "properties.expirationTimeUtc");

    public SubscriptionEntry(Subscription subscription, String uid, Provisioning provisioning, long offset) {
        this(subscription, uid, provisioning, offset, Pauses.NONE);
    }

    public SubscriptionEntry(
            Subscription subscription, String uid, Provisioning provisioning, long offset, Pauses pauses) {
        this(
                subscription,
                uid,
                provisioning,
                offset,
                pauses,
                ResourceSecrets.locked(subscription, provisioning)
                        || subscription.unread().hindrance().isPresent());
    }

    public SubscriptionEntry(Subscription subscription, String uid, ProvisioningState state, long offset) {
        this(subscription, uid, Provisioning.in(state), offset);
    }

    public SubscriptionEntry with(Provisioning other) {
        return new SubscriptionEntry(subscription, uid, other, offset, pauses);
    }

    /**
     * Returns the header of pauses for the record that follows this one. A changed wish takes effect with the next pause.
     *
     * @param next the subscription as that record has it
     * @return null if there is nothing to keep
     */
    public @Nullable String pausesBefore(Subscription next, Instant now) {
        return pauses.next(!subscription.paused() && holds(next), now);
    }

    /** Returns the same for the first record of a subscription. */
    public static @Nullable String pausesOfNew(Subscription first, Instant now) {
        return Pauses.NONE.next(holds(first), now);
    }

    private static boolean holds(Subscription subscription) {
        return subscription.paused() && subscription.extensions().whilePaused() == WhilePaused.HOLD;
    }

    public ProvisioningState state() {
        return provisioning.state();
    }

    /** Events are matched from the first validation on (B-SUB-3), by a filter that is understood (B-SUB-6). */
    public boolean matches() {
        return provisioning.matches() && subscription.unread().understands(OF_MATCHING);
    }
}
