package io.tidings.export.selection;

/** The decision of a redrive about a dead letter. */
public sealed interface RedriveDecision {
    /** It is not what the redrive was asked for. */
    record NotSelected() implements RedriveDecision {}

    /** @param times how often the event was brought back before */
    record Taken(int times) implements RedriveDecision {}

    /** It was requested, but is not redriven. */
    record Skipped(SkipReason why) implements RedriveDecision {}

    enum SkipReason {
        /** An earlier redrive has brought it back; {@code again} takes it. */
        TAKEN_EARLIER("AlreadyRedriven"),
        /** It would run in a circle; {@code force} takes it. */
        TOO_OFTEN("BroughtBackThreeTimes"),
        /** Its subscription is deleted or has expired; the job goes on for the others that it names. */
        NO_SUBSCRIPTION("NoSubscription"),
        /** It is of a deleted subscription of that name; {@code former} takes it. */
        FORMER("FormerSubscription"),
        /** It does not say whose it is; {@code former} takes it for an operator of all topics. */
        UNOWNED("OwnerUnknown"),
        /** It is in the topic a second time, because its storage was unavailable. */
        COPY("Copy");

        private final String wireName;

        SkipReason(String wireName) {
            this.wireName = wireName;
        }

        public String wireName() {
            return wireName;
        }
    }
}
