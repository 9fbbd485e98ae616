package io.tidings.contract.event;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.TraceContext;
import io.tidings.contract.json.JsonObjectView;
import io.tidings.contract.json.JsonValueView;
import io.tidings.contract.json.KeyValue;
import java.io.ByteArrayOutputStream;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One valid published event, and its bytes in every schema it can be delivered in.
 *
 * <p>Confined to one thread.
 */
public final class Event {
    /** For what an envelope takes, in bytes; a guess. */
    private static final int ROOM = 512;

    private final EventSchema schema;
    private final Envelope envelope;
    private final JsonObjectView object;
    private final byte[] json;
    private @Nullable Map<String, JsonValueView> places;

    /**
     * @param object of the event as published
     * @param json the event in its own schema, complete
     */
    public Event(EventSchema schema, Envelope envelope, JsonObjectView object, byte[] json) {
        this.schema = schema;
        this.envelope = envelope;
        this.object = object;
        this.json = json;
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

    /** Empty when the event has none. */
    public String subject() {
        return envelope.subject();
    }

    /** The {@code dataVersion} of an Event Grid event, or what a mapping makes of a custom one; may be empty. */
    public String dataVersion() {
        return envelope.dataVersion();
    }

    /** Empty for a CloudEvent, which says it itself. */
    String time() {
        return envelope.time();
    }

    /** Where it stands in a trace by its own words, as a CloudEvent may say (extension Distributed Tracing). */
    public @Nullable TraceContext trace() {
        return schema == EventSchema.CLOUD_EVENTS
                ? TraceContext.of(text(HeaderNames.TRACEPARENT), text(HeaderNames.TRACESTATE))
                : null;
    }

    private @Nullable String text(String name) {
        var member = object.get(name);
        return member == null ? null : member.text();
    }

    /** What stands where a filter looks; read when it is first asked for, and no deeper than that (B-MATCH-2). */
    public KeyValue at(EventKey key) {
        if (places == null) {
            places = FieldLookup.of(this, object);
        }
        var names = key.names();
        var value = places.get(names.getFirst());
        for (int i = 1; i < names.size() && value != null; i++) {
            value = value.member(names.get(i));
        }
        return value == null ? KeyValue.Other.ABSENT : value.value();
    }

    /** The event in its own schema, with what the service stamps; not to be changed. */
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

    /** What its topic's mapping says of a custom event: an Event Grid event without data. */
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

    /** The data keeps its bytes; that of a custom event is all of it. */
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
