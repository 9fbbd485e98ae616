package io.tidings.export.selection;

/** The decision of a redrive about a dead letter. */
public sealed interface RedriveDecision {
    /** Its time or its reason was not requested. */
    record NotSelected() implements RedriveDecision {}

    record Taken() implements RedriveDecision {}

    /** It was requested, but is not redriven. */
    record Skipped(SkipReason why) implements RedriveDecision {}

    enum SkipReason {
        TAKEN_EARLIER("were brought back by an earlier redrive"),
        REDRIVEN("were given up again after a redrive; --again takes them"),
        FORMER("are of an earlier subscription of that name; --former takes them"),
        COPY("are in the topic a second time, because their storage was unavailable");

        private final String sentence;

        SkipReason(String sentence) {
            this.sentence = sentence;
        }

        String sentence() {
            return sentence;
        }
    }
}
