package io.tidings.export.selection;

/** The decision of a redrive about a dead letter. */
public sealed interface RedriveDecision {
    /** Its time or its reason was not requested. */
    record NotSelected() implements RedriveDecision {}

    record Taken() implements RedriveDecision {}

    /** It was requested, but is not redriven. */
    record Skipped(SkipReason why) implements RedriveDecision {}

    enum SkipReason {
        TAKEN_EARLIER("AlreadyRedriven", "were brought back by an earlier redrive"),
        REDRIVEN("GivenUpAgain", "were given up again after a redrive; --again takes them"),
        TOO_OFTEN("BroughtBackThreeTimes", "were brought back three times; force takes them"),
        FORMER("FormerSubscription", "are of an earlier subscription of that name; --former takes them"),
        COPY("Copy", "are in the topic a second time, because their storage was unavailable");

        private final String wireName;
        private final String sentence;

        SkipReason(String wireName, String sentence) {
            this.wireName = wireName;
            this.sentence = sentence;
        }

        public String wireName() {
            return wireName;
        }

        String sentence() {
            return sentence;
        }
    }
}
