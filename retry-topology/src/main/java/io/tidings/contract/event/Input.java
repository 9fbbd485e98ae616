package io.tidings.contract.event;

/**
 * What a topic takes in.
 *
 * @param topic its short name
 * @param mapping for the custom schema
 */
public record Input(String topic, EventSchema schema, InputMapping mapping) {
    /** That of a topic without a mapping. */
    public static Input of(String topic, EventSchema schema) {
        return new Input(topic, schema, InputMapping.NONE);
    }
}
