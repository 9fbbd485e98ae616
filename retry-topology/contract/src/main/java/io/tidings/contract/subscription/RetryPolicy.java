package io.tidings.contract.subscription;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * @param maxDeliveryAttempts 1 to 30, including the first; null for the service's default (B-RETRY-4)
 * @param eventTimeToLive 1 to 1440 minutes; null for the service's default
 */
public record RetryPolicy(
        @Nullable Integer maxDeliveryAttempts, @Nullable Duration eventTimeToLive) {
    public static final RetryPolicy DEFAULT = new RetryPolicy(null, null);
}
