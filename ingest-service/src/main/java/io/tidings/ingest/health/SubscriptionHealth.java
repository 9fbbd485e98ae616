package io.tidings.ingest.health;

import io.tidings.contract.WireName;
import java.time.Duration;
import java.time.Instant;

/** The health of a subscription in one word, which everything shows. The most urgent comes first. */
public enum SubscriptionHealth implements WireName.Capitalized {
    /** Too many attempts fail, or the latest event was not delivered. */
    FAILING,
    /** Nothing but a probe is sent, because too many attempts in a row have failed. */
    ON_PROBATION,
    /** Nothing is sent, because the endpoint has not agreed. */
    NOT_VALIDATED,
    PAUSED,
    DELIVERING,
    /** Nothing waits, and nothing has come for a day. */
    NO_TRAFFIC;

    private static final Duration TRAFFIC = Duration.ofDays(1);

    static SubscriptionHealth of(SubscriptionFacts facts, Instant now) {
        var subscription = facts.entry().subscription();
        var expires = subscription.expires();
        if (subscription.paused()) {
            return PAUSED;
        }
        if (!facts.entry().provisioning().delivers()) {
            return NOT_VALIDATED;
        }
        if (expires != null && !now.isBefore(expires)) {
            return NO_TRAFFIC;
        }
        if (facts.probation() != null) {
            return ON_PROBATION;
        }
        if (!facts.entry().locked() && facts.quietSince(now.minus(TRAFFIC))) {
            return NO_TRAFFIC;
        }
        return facts.failure().isPresent() ? FAILING : DELIVERING;
    }
}
