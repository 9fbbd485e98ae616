package io.tidings.contract.topic;

import io.tidings.contract.event.EventSchema;
import io.tidings.contract.event.Input;
import io.tidings.contract.event.InputMapping;

/**
 * A topic: what publishers may send to it.
 *
 * @param mapping for the custom schema
 */
public record TopicResource(String name, EventSchema inputSchema, InputMapping mapping) {
    /** One whose schema needs no mapping. */
    public TopicResource(String name, EventSchema inputSchema) {
        this(name, inputSchema, InputMapping.NONE);
    }

    public Input input() {
        return new Input(name, inputSchema, mapping);
    }
}
