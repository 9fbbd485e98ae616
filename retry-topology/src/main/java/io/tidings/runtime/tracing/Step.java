package io.tidings.runtime.tracing;

/**
 * What is done with an event, as its spans are called.
 *
 * @see "docs/tracing.md"
 */
public enum Step {
    /** It is accepted and made durable. */
    PUBLISH("publish"),
    /** Its subscriptions are found. */
    MATCH("match"),
    /** It is sent once to the endpoint of one of them. */
    ATTEMPT("attempt"),
    /** It is given up, and kept. */
    DEAD_LETTER("dead letter"),
    /** It is given up, and not kept. */
    DROP("drop"),
    /** From when it was given up until it stands in a blob. */
    EXPORT("export");

    private final String wireName;

    Step(String word) {
        this.wireName = word;
    }

    public String wireName() {
        return wireName;
    }
}
