package io.tidings.contract.event;

/** @param topic its short name */
public record Input(String topic, EventSchema schema, InputMapping mapping) {
    public static Input of(String topic, EventSchema schema) {
        return new Input(topic, schema, InputMapping.NONE);
    }
}
