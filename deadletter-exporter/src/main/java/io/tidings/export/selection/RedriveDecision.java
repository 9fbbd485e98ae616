package io.tidings.export.selection;

import io.tidings.contract.WireName;

/** The decision of a redrive about a dead letter. */
public sealed interface RedriveDecision {
    /** It is not what the redrive was asked for. */
    record NotSelected() implements RedriveDecision {}

    /** @param times how often the event was brought back before */
    record Taken(int times) implements RedriveDecision {}

    /** It was requested, but is not redriven. */
    record Skipped(SkipReason why) implements RedriveDecision {}

    enum SkipReason implements WireName.Capitalized {
        /** An earlier redrive has brought it back; {@code again} takes it. */
        ALREADY_REDRIVEN,
        /** It would run in a circle; {@code force} takes it. */
        BROUGHT_BACK_THREE_TIMES,
        /** Its subscription is deleted or has expired; the job goes on for the others that it names. */
        NO_SUBSCRIPTION,
        /** It is of a deleted subscription of that name; {@code former} takes it. */
        FORMER_SUBSCRIPTION,
        /** It does not say whose it is; {@code former} takes it for an operator of all topics. */
        OWNER_UNKNOWN,
        /** It is in the topic a second time, because its storage was unavailable. */
        COPY
    }
}
