package io.tidings.worker.verdict;

import io.tidings.contract.WireName;
import io.tidings.contract.delivery.LastOutcome;

/** The reason why a delivery is deferred without an attempt (B-PROB-2, decision 5). */
public enum DeferralReason implements WireName.Capitalized {
    PROBATION(LastOutcome.PROBATION),
    /** The subscription has more deliveries queued than its endpoint takes. */
    OVERLOAD(LastOutcome.DELIVERING),
    /** This worker cannot read the subscription's record at the moment. */
    SUBSCRIPTION_UNREADABLE(LastOutcome.DELIVERING),
    /** The subscription's present endpoint has not been validated yet (B-SUB-3). */
    NOT_VALIDATED(LastOutcome.DELIVERING),
    /** This worker lacks a certificate or a setting that the subscription names (B-AUTH-3). */
    NOT_CONFIGURED(LastOutcome.DELIVERING),
    /** The proxy that requests go through serves nobody (B-PROXY). */
    PROXY_UNAVAILABLE(LastOutcome.DELIVERING),
    PAUSED(LastOutcome.PROBATION);

    private final LastOutcome outcome;

    DeferralReason(LastOutcome outcome) {
        this.outcome = outcome;
    }

    LastOutcome outcome() {
        return outcome;
    }
}
