package io.tidings.contract.topic;

import io.tidings.contract.event.EventSchema;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** How the values of a source's records are read. */
public enum SourceFormat {
    JSON("json", EventSchema.EVENT_GRID, true),
    AVRO("avro", EventSchema.EVENT_GRID, true),
    CLOUD_EVENTS("cloudevents", EventSchema.CLOUD_EVENTS, false),
    EVENT_GRID("event-grid", EventSchema.EVENT_GRID, false);

    private final String wireName;
    private final EventSchema schema;
    private final boolean mapped;

    SourceFormat(String wireName, EventSchema schema, boolean mapped) {
        this.wireName = wireName;
        this.schema = schema;
        this.mapped = mapped;
    }

    public String wireName() {
        return wireName;
    }

    /** The schema of the events that are made of the records, which is the input schema of their topic. */
    public EventSchema schema() {
        return schema;
    }

    /** Returns whether a mapping says where the record holds the attributes; otherwise the value is an event. */
    public boolean mapped() {
        return mapped;
    }

    static Optional<SourceFormat> of(String name) {
        return Arrays.stream(values())
                .filter(each -> each.wireName.equals(name))
                .findFirst();
    }

    static String names() {
        return Arrays.stream(values()).map(SourceFormat::wireName).collect(Collectors.joining(", "));
    }
}
