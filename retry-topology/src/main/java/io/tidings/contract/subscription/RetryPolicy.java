package io.tidings.contract.subscription;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A subscription's own limits; what it leaves open is the service's default (B-RETRY-4).
 *
 * @param maxDeliveryAttempts 1 to 30, the first attempt included
 * @param eventTimeToLive 1 to 1440 minutes
 */
public record RetryPolicy(
        @Nullable Integer maxDeliveryAttempts, @Nullable Duration eventTimeToLive) {
    public static final RetryPolicy DEFAULT = new RetryPolicy(null, null);
}
