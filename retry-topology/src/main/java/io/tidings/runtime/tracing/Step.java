package io.tidings.runtime.tracing;

/** The steps of an event, by the names of their spans; see {@code docs/tracing.md}. */
public enum Step {
    /** The event is accepted and made durable. */
    PUBLISH("publish"),
    /** The event's subscriptions are found. */
    MATCH("match"),
    /** The event is sent once to the endpoint of a subscription. */
    ATTEMPT("attempt"),
    /** The event is given up and kept. */
    DEAD_LETTER("dead letter"),
    /** The event is given up and not kept. */
    DROP("drop"),
    /** The time from giving the event up until it is in a blob. */
    EXPORT("export");

    private final String wireName;

    Step(String word) {
        this.wireName = word;
    }

    public String wireName() {
        return wireName;
    }
}
