package io.tidings.export.redrive.choice;

/** What a redrive does with a dead letter. */
public sealed interface Fate {
    /** Its time or its reason is not asked for. */
    record NotAsked() implements Fate {}

    /** It becomes a delivery. */
    record Taken() implements Fate {}

    /** It is asked for, but left where it is. */
    record Skipped(Why why) implements Fate {}

    /** Why one is left where it is. */
    enum Why {
        TAKEN_EARLIER("were brought back by an earlier redrive"),
        REDRIVEN("were given up again after a redrive; --again takes them"),
        FORMER("are of an earlier subscription of that name; --former takes them"),
        COPY("are there a second time, because their storage was away");

        private final String sentence;

        Why(String sentence) {
            this.sentence = sentence;
        }

        /** Continues a number. */
        String sentence() {
            return sentence;
        }
    }
}
