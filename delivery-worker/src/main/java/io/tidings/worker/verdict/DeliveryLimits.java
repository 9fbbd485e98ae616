package io.tidings.worker.verdict;

import io.tidings.contract.subscription.QueueDestination;
import io.tidings.contract.subscription.Subscription;
import java.time.Duration;

/**
 * The limits of the service, for subscriptions that set none (B-RETRY-4).
 *
 * @param maxDeliveryAttempts 1 to 30, including the first
 * @param timeToLive from publication
 */
public record DeliveryLimits(int maxDeliveryAttempts, Duration timeToLive) {
    public DeliveryLimits {
        if (maxDeliveryAttempts < 1 || timeToLive.isNegative() || timeToLive.isZero()) {
            throw new IllegalArgumentException(maxDeliveryAttempts + " attempts in " + timeToLive);
        }
    }

    /** The retry profile wins over Event Grid's retry policy, and both win over the service. */
    int attemptsOf(Subscription subscription) {
        var own = subscription.retryProfile().limits().maxDeliveryAttempts();
        if (own != null) {
            return own;
        }
        var ofPolicy = subscription.retryPolicy().maxDeliveryAttempts();
        return ofPolicy == null ? maxDeliveryAttempts : ofPolicy;
    }

    /** The same; a preset wins over the service only. */
    Duration timeToLiveOf(Subscription subscription) {
        if (subscription.destination() instanceof QueueDestination queue) {
            return queue.eventTimeToLive() == null ? timeToLive : queue.eventTimeToLive();
        }
        var profile = subscription.retryProfile();
        var own = profile.limits().timeToLive();
        if (own != null) {
            return own;
        }
        var ofPolicy = subscription.retryPolicy().eventTimeToLive();
        if (ofPolicy != null) {
            return ofPolicy;
        }
        var ofPreset = profile.preset().limits().timeToLive();
        return ofPreset == null ? timeToLive : ofPreset;
    }
}
