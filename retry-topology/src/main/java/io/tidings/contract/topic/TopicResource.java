package io.tidings.contract.topic;

import io.tidings.contract.event.EventSchema;
import io.tidings.contract.event.Input;
import io.tidings.contract.event.InputMapping;
import io.tidings.contract.source.KafkaSource;
import org.jspecify.annotations.Nullable;

/**
 * @param mapping for the custom schema
 * @param source null if events are published to Tidings only
 */
public record TopicResource(
        String name,
        EventSchema inputSchema,
        InputMapping mapping,
        @Nullable KafkaSource source,
        ArmMembers arm) {
    public TopicResource(String name, EventSchema inputSchema) {
        this(name, inputSchema, InputMapping.NONE);
    }

    public TopicResource(String name, EventSchema inputSchema, InputMapping mapping) {
        this(name, inputSchema, mapping, null, ArmMembers.NONE);
    }

    public Input input() {
        return new Input(name, inputSchema, mapping);
    }
}
