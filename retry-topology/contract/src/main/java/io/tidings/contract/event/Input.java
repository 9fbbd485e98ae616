package io.tidings.contract.event;

/**
 * @param topic its short name
 * @param rules for the data of events
 */
public record Input(String topic, EventSchema schema, InputMapping mapping, DataRules rules) {
    public Input(String topic, EventSchema schema, InputMapping mapping) {
        this(topic, schema, mapping, DataRules.NONE);
    }

    public static Input of(String topic, EventSchema schema) {
        return new Input(topic, schema, InputMapping.NONE);
    }

    /** Returns the same for events that were accepted before: what a schema says now cannot refuse them any more. */
    public Input ofAccepted() {
        return new Input(topic, schema, mapping);
    }
}
