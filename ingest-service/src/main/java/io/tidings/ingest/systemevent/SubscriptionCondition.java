package io.tidings.ingest.systemevent;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.health.Probation;
import io.tidings.contract.table.Provisioning;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The present condition of a subscription.
 *
 * @param probation of its present endpoint; null while deliveries are sent
 * @param expires null for never
 * @param latestDeadLetter null if none is known
 */
public record SubscriptionCondition(
        SubscriptionKey key,
        String uid,
        @Nullable Probation probation,
        Provisioning provisioning,
        @Nullable Instant expires,
        @Nullable Instant latestDeadLetter) {}
