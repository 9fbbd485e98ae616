package io.tidings.contract.table;

import io.tidings.contract.eventtype.DeclaredSchema;
import io.tidings.contract.eventtype.EventType;
import io.tidings.contract.eventtype.EventTypeJson;
import io.tidings.contract.eventtype.EventTypeKey;
import io.tidings.contract.json.Validated;
import org.jspecify.annotations.Nullable;

/** A declared event type, held as the bytes of its record: trees of all of them would not fit into memory. */
public final class EventTypeEntry {
    private final EventTypeKey key;
    private final byte[] record;
    private final @Nullable DeclaredSchema schema;

    /** @param record valid */
    EventTypeEntry(EventType type, byte[] record) {
        this.key = type.key();
        this.record = record;
        this.schema = type.schema() == null ? null : new DeclaredSchema(record);
    }

    public EventTypeKey key() {
        return key;
    }

    int bytes() {
        return record.length;
    }

    /** Returns what the data of its events is checked against; null if any data is allowed. */
    @Nullable
    DeclaredSchema schema() {
        return schema;
    }

    /** Reads the record again. */
    public EventType type() {
        return switch (EventTypeJson.readRecord(key, record)) {
            case Validated.Valid<EventType>(var type) -> type;
            case Validated.Invalid<EventType> invalid -> throw new IllegalStateException(invalid.sentence());
        };
    }
}
