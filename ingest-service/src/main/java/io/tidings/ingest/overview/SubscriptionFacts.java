package io.tidings.ingest.overview;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.health.EndpointHealth;
import io.tidings.contract.table.SubscriptionEntry;
import org.jspecify.annotations.Nullable;

/**
 * A subscription and the health of its present endpoint. Pure.
 *
 * @param endpoint null while nothing is known of it
 */
record SubscriptionFacts(SubscriptionEntry entry, @Nullable EndpointHealth endpoint) {
    /** The health that is counted. */
    enum Health {
        HEALTHY("Healthy"),
        FAILING("Failing"),
        PROBATION("OnProbation"),
        PAUSED("Paused");

        private final String wireName;

        Health(String word) {
            this.wireName = word;
        }

        String wireName() {
            return wireName;
        }
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
            return Health.PROBATION;
        }
        return endpoint.consecutiveFailures() > 0 ? Health.FAILING : Health.HEALTHY;
    }

    /** Returns how many deliveries wait without an attempt, for the end of a probation or of a pause. */
    long deferred() {
        if (endpoint == null) {
            return 0;
        }
        return endpoint.deferred()
                + (entry.subscription().paused() ? endpoint.totals().heldByPause() : 0);
    }
}
