package io.tidings.worker.verdict;

import io.tidings.contract.delivery.LastOutcome;

/** Why a delivery is deferred without an attempt (B-PROB-2, decision 5). */
public enum DeferralReason {
    PROBATION("Probation", LastOutcome.PROBATION),
    /** The subscription has more deliveries queued than its endpoint takes. */
    OVERLOAD("Overload", LastOutcome.DELIVERING),
    /** This worker cannot read the subscription's record at the moment. */
    SUBSCRIPTION_UNREADABLE("SubscriptionUnreadable", LastOutcome.DELIVERING),
    /** The subscription's present endpoint has not been validated yet (B-SUB-3). */
    NOT_VALIDATED("NotValidated", LastOutcome.DELIVERING),
    /** This worker lacks a certificate or a setting that the subscription names (B-AUTH-3). */
    NOT_CONFIGURED("NotConfigured", LastOutcome.DELIVERING),
    PAUSED("Paused", LastOutcome.PROBATION);

    private final String wireName;
    private final LastOutcome outcome;

    DeferralReason(String word, LastOutcome outcome) {
        this.wireName = word;
        this.outcome = outcome;
    }

    public String wireName() {
        return wireName;
    }

    LastOutcome outcome() {
        return outcome;
    }
}
