package io.tidings.contract.table;

import io.tidings.contract.eventtype.DataSchema;
import io.tidings.contract.eventtype.EventType;
import org.jspecify.annotations.Nullable;

/** @param schema that the data of its events is checked against; null if any data is allowed */
public record EventTypeEntry(EventType type, @Nullable DataSchema schema, long offset) {
    static EventTypeEntry of(EventType type, long offset) {
        return new EventTypeEntry(type, type.schema() == null ? null : new DataSchema(type.schema()), offset);
    }
}
