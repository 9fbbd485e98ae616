package io.tidings.export.selection;

/** What a redrive does with a dead letter. */
public sealed interface RedriveDecision {
    /** Its time or its reason is not asked for. */
    record NotSelected() implements RedriveDecision {}

    /** It becomes a delivery. */
    record Taken() implements RedriveDecision {}

    /** It is asked for, but left where it is. */
    record Skipped(SkipReason why) implements RedriveDecision {}

    /** Why one is left where it is. */
    enum SkipReason {
        TAKEN_EARLIER("were brought back by an earlier redrive"),
        REDRIVEN("were given up again after a redrive; --again takes them"),
        FORMER("are of an earlier subscription of that name; --former takes them"),
        COPY("are in the topic a second time, because their storage was unavailable");

        private final String sentence;

        SkipReason(String sentence) {
            this.sentence = sentence;
        }

        /** Continues a number. */
        String sentence() {
            return sentence;
        }
    }
}
