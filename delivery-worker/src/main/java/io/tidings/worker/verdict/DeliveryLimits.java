package io.tidings.worker.verdict;

import io.tidings.contract.subscription.RetryPolicy;
import java.time.Duration;

/**
 * The limits of the service, for subscriptions that set none (B-RETRY-4).
 *
 * @param maxDeliveryAttempts 1 to 30, including the first
 * @param timeToLive from publication
 */
public record DeliveryLimits(int maxDeliveryAttempts, Duration timeToLive) {
    /** The longest time to live that a subscription may set. */
    static final Duration LONGEST_TIME_TO_LIVE = Duration.ofDays(1);

    public DeliveryLimits {
        if (maxDeliveryAttempts < 1 || timeToLive.isNegative() || timeToLive.isZero()) {
            throw new IllegalArgumentException(maxDeliveryAttempts + " attempts in " + timeToLive);
        }
    }

    int attemptsOf(RetryPolicy policy) {
        return policy.maxDeliveryAttempts() == null ? maxDeliveryAttempts : policy.maxDeliveryAttempts();
    }

    Duration timeToLiveOf(RetryPolicy policy) {
        return policy.eventTimeToLive() == null ? timeToLive : policy.eventTimeToLive();
    }
}
