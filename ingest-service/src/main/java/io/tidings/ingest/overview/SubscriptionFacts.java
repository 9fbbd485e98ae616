package io.tidings.ingest.overview;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.WireName;
import io.tidings.contract.health.EndpointHealth;
import io.tidings.contract.table.SubscriptionEntry;
import org.jspecify.annotations.Nullable;

/**
 * A subscription, the health of its present endpoint and what waits. Pure.
 *
 * @param endpoint null while nothing is known of it
 * @param waiting deliveries
 */
record SubscriptionFacts(SubscriptionEntry entry, @Nullable EndpointHealth endpoint, long waiting) {
    /** The health that is counted. */
    enum Health implements WireName.Capitalized {
        HEALTHY,
        FAILING,
        ON_PROBATION,
        PAUSED
    }

    SubscriptionKey key() {
        return entry.subscription().key();
    }

    Health health() {
        if (entry.subscription().paused()) {
            return Health.PAUSED;
        }
        if (endpoint == null) {
            return Health.HEALTHY;
        }
        if (endpoint.probation() != null) {
            return Health.ON_PROBATION;
        }
        return endpoint.consecutiveFailures() > 0 ? Health.FAILING : Health.HEALTHY;
    }

    /** Returns how often deliveries were deferred since the probation began. */
    long deferred() {
        return endpoint == null ? 0 : endpoint.deferred();
    }
}
