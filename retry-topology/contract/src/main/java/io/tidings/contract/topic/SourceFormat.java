package io.tidings.contract.topic;

import io.tidings.contract.WireName;
import io.tidings.contract.event.EventSchema;

/** The format of the values of a source's records. */
public enum SourceFormat implements WireName {
    JSON(EventSchema.EVENT_GRID, true),
    AVRO(EventSchema.EVENT_GRID, true),
    CLOUDEVENTS(EventSchema.CLOUD_EVENTS, false),
    EVENT_GRID(EventSchema.EVENT_GRID, false);

    private final EventSchema schema;
    private final boolean mapped;

    SourceFormat(EventSchema schema, boolean mapped) {
        this.schema = schema;
        this.mapped = mapped;
    }

    /** The schema of the events that are made of the records, which is the input schema of their topic. */
    public EventSchema schema() {
        return schema;
    }

    /** Returns whether a mapping says where the record holds the attributes; otherwise the value is an event. */
    public boolean mapped() {
        return mapped;
    }
}
