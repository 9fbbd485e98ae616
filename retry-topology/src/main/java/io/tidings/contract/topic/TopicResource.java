package io.tidings.contract.topic;

import io.tidings.contract.event.EventSchema;
import io.tidings.contract.event.Input;
import io.tidings.contract.event.InputMapping;

/** @param mapping for the custom schema */
public record TopicResource(String name, EventSchema inputSchema, InputMapping mapping) {
    public TopicResource(String name, EventSchema inputSchema) {
        this(name, inputSchema, InputMapping.NONE);
    }

    public Input input() {
        return new Input(name, inputSchema, mapping);
    }
}
