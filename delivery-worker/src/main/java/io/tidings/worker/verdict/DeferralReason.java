package io.tidings.worker.verdict;

import io.tidings.contract.delivery.LastOutcome;

/** Why a delivery is put off without an attempt (B-PROB-2, decision 5). */
public enum DeferralReason {
    /** Its endpoint is left alone. */
    PROBATION("Probation", LastOutcome.PROBATION),
    /** Its subscription has more waiting than its endpoint takes. */
    OVERLOAD("Overload", LastOutcome.DELIVERING),
    /** Nobody can read its subscription at the moment. */
    SUBSCRIPTION_UNREADABLE("SubscriptionUnreadable", LastOutcome.DELIVERING),
    /** The endpoint it has now has not agreed yet (B-SUB-3). */
    NOT_VALIDATED("NotValidated", LastOutcome.DELIVERING),
    /** Somebody has paused its subscription. */
    PAUSED("Paused", LastOutcome.PROBATION);

    private final String wireName;
    private final LastOutcome outcome;

    DeferralReason(String word, LastOutcome outcome) {
        this.wireName = word;
        this.outcome = outcome;
    }

    /** As metrics show it. */
    public String wireName() {
        return wireName;
    }

    /** What the delivery remembers as its last outcome. */
    LastOutcome outcome() {
        return outcome;
    }
}
