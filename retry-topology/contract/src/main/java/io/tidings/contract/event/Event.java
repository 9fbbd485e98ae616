package io.tidings.contract.event;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.TraceContext;
import io.tidings.contract.json.JsonObjectView;
import io.tidings.contract.json.JsonValueView;
import io.tidings.contract.json.KeyValue;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One valid published event, and its bytes in every schema it can be delivered in. Confined to one thread. */
public final class Event {
    /** The expected bytes of an envelope. */
    private static final int ROOM = 512;

    private final EventSchema schema;
    private final Envelope envelope;
    private final JsonObjectView object;
    private final byte[] json;
    private final @Nullable RecordFields record;
    private final @Nullable String mismatch;
    private @Nullable Map<String, JsonValueView> members;

    /**
     * @param object of the event as published
     * @param json the event in its own schema, complete
     */
    public Event(EventSchema schema, Envelope envelope, JsonObjectView object, byte[] json) {
        this(schema, envelope, object, json, null, null);
    }

    private Event(
            EventSchema schema,
            Envelope envelope,
            JsonObjectView object,
            byte[] json,
            @Nullable RecordFields record,
            @Nullable String mismatch) {
        this.schema = schema;
        this.envelope = envelope;
        this.object = object;
        this.json = json;
        this.record = record;
        this.mismatch = mismatch;
    }

    /** Returns the event with the record of a source that it was made from. */
    public Event from(RecordFields origin) {
        return new Event(schema, envelope, object, json, origin, mismatch);
    }

    /** Returns the event with the rule of its type that its data breaks. */
    Event breaking(String rule) {
        return new Event(schema, envelope, object, json, record, rule);
    }

    /** Returns null if the data breaks no rule of the event's type, or was not checked. */
    public @Nullable String mismatch() {
        return mismatch;
    }

    /** Returns null if the event was published to Tidings. */
    public @Nullable RecordFields record() {
        return record;
    }

    public EventSchema schema() {
        return schema;
    }

    public String id() {
        return envelope.id();
    }

    public String source() {
        return envelope.source();
    }

    public String type() {
        return envelope.type();
    }

    /** Empty if the event has none. */
    public String subject() {
        return envelope.subject();
    }

    /** The {@code dataVersion} of an Event Grid event, or the one mapped for a custom event; may be empty. */
    public String dataVersion() {
        return envelope.dataVersion();
    }

    /** Empty for a CloudEvent. */
    public String time() {
        return envelope.time();
    }

    /** The trace context in a CloudEvent's attributes (extension Distributed Tracing). */
    public @Nullable TraceContext trace() {
        return schema == EventSchema.CLOUD_EVENTS
                ? TraceContext.of(object.text(HeaderNames.TRACEPARENT), object.text(HeaderNames.TRACESTATE))
                : null;
    }

    /** The CloudEvents attribute {@code partitionkey} (extension Partitioning); null if there is none, or an empty one. */
    public @Nullable String partitionKey() {
        var key = schema == EventSchema.CLOUD_EVENTS ? object.text("partitionkey") : null;
        return key == null || key.isEmpty() ? null : key;
    }

    /** Returns the value that a filter looks at; parses the event no deeper than that (B-MATCH-2). */
    public KeyValue at(EventKey key) {
        var names = key.names();
        if (record != null && names.size() > 1 && names.getFirst().equals(RecordFields.ROOT)) {
            return record.at(key);
        }
        var value = viewAt(names);
        return value == null ? KeyValue.Other.ABSENT : value.value();
    }

    /** Returns a text, number or boolean of the event exactly as it is written; null if there is none. */
    public @Nullable String textAt(EventKey key) {
        var value = viewAt(key.names());
        return value == null ? null : value.scalar();
    }

    private @Nullable JsonValueView viewAt(List<String> names) {
        if (members == null) {
            members = FieldLookup.of(this, object);
        }
        var value = members.get(names.getFirst());
        for (int i = 1; i < names.size() && value != null; i++) {
            value = value.member(names.get(i));
        }
        return value;
    }

    /** Returns the data, which is all of a custom event; null if there is none, or none that is JSON. */
    @Nullable
    JsonValueView data() {
        if (schema == EventSchema.CUSTOM) {
            return object.value();
        }
        var data = object.get("data");
        return data == null ? null : object.value(data);
    }

    /** The event in its own schema, stamped; not to be changed. */
    public byte[] json() {
        return json;
    }

    /** The event as a delivery in the given schema carries it; not to be changed. */
    public byte[] deliveredAs(EventSchema delivery) {
        if (delivery == schema) {
            return json;
        }
        if (!schema.deliverableAs(delivery)) {
            throw new IllegalArgumentException(schema + " cannot be delivered as " + delivery);
        }
        return delivery == EventSchema.CLOUD_EVENTS
                ? asCloudEvent()
                : closed(withData(envelope.openEventGridEvent(json.length + ROOM)));
    }

    /** The Event Grid event without data that its topic's mapping makes of a custom event. */
    public byte[] withoutData() {
        return closed(envelope.openEventGridEvent(ROOM));
    }

    private byte[] asCloudEvent() {
        var out = envelope.openCloudEvent(json.length + ROOM);
        if (schema == EventSchema.CUSTOM || object.has("data")) {
            out.writeBytes(",\"datacontenttype\":\"application/json\"".getBytes(UTF_8));
            withData(out);
        }
        return closed(out);
    }

    /** The data keeps its bytes; the data of a custom event is the whole event. */
    private ByteArrayOutputStream withData(ByteArrayOutputStream out) {
        out.writeBytes(",\"data\":".getBytes(UTF_8));
        var data = schema == EventSchema.CUSTOM ? null : object.get("data");
        if (data == null) {
            out.writeBytes(json);
        } else {
            object.copyValue(data, out);
        }
        return out;
    }

    private static byte[] closed(ByteArrayOutputStream out) {
        out.write('}');
        return out.toByteArray();
    }
}
