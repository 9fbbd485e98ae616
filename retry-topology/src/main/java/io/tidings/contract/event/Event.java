package io.tidings.contract.event;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One valid published event, and its bytes in every schema it can be delivered in.
 *
 * <p>Confined to one thread.
 */
public final class Event {
    private final EventSchema schema;
    private final String id;
    private final String source;
    private final String type;
    private final String subject;
    private final JsonMembers members;
    private final byte[] json;
    private @Nullable Map<String, JsonPlace> places;

    /**
     * @param source its {@code source}, for Event Grid events the id of the topic
     * @param subject empty when the event has none
     * @param members of the event as published
     * @param json the event in its own schema, complete
     */
    Event(EventSchema schema, String id, String source, String type, String subject, JsonMembers members, byte[] json) {
        this.schema = schema;
        this.id = id;
        this.source = source;
        this.type = type;
        this.subject = subject;
        this.members = members;
        this.json = json;
    }

    public EventSchema schema() {
        return schema;
    }

    public String id() {
        return id;
    }

    public String source() {
        return source;
    }

    public String type() {
        return type;
    }

    /** Empty when the event has none. */
    public String subject() {
        return subject;
    }

    /** The {@code dataVersion} of an Event Grid event; empty when it has none. */
    public String dataVersion() {
        var member = members.get("dataVersion");
        return member == null || member.text() == null ? "" : member.text();
    }

    /** What stands where a filter looks; read when it is first asked for, and no deeper than that (B-MATCH-2). */
    public KeyValue at(EventKey key) {
        if (places == null) {
            places = EventPlaces.of(this, members);
        }
        var names = key.names();
        var place = places.get(names.getFirst());
        for (int i = 1; i < names.size() && place != null; i++) {
            place = place.member(names.get(i));
        }
        return place == null ? KeyValue.Other.ABSENT : place.value();
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
        if (schema == EventSchema.EVENT_GRID && delivery == EventSchema.CLOUD_EVENTS) {
            return asCloudEvent();
        }
        throw new IllegalArgumentException(schema + " cannot be delivered as " + delivery);
    }

    /** Event Grid to CloudEvents (reference §3): the topic becomes the source, values keep their bytes. */
    private byte[] asCloudEvent() {
        var out = new ByteArrayOutputStream(json.length + 256);
        out.writeBytes("{\"specversion\":\"1.0\",\"id\":".getBytes(UTF_8));
        out.writeBytes(JsonText.quoted(id));
        out.writeBytes(",\"source\":".getBytes(UTF_8));
        out.writeBytes(JsonText.quoted(source));
        out.writeBytes(",\"type\":".getBytes(UTF_8));
        out.writeBytes(JsonText.quoted(type));
        out.writeBytes(",\"subject\":".getBytes(UTF_8));
        out.writeBytes(JsonText.quoted(subject));
        copy("eventTime", "time", out);
        if (!dataVersion().isEmpty()) {
            copy("dataVersion", "dataversion", out);
        }
        if (members.has("data")) {
            out.writeBytes(",\"datacontenttype\":\"application/json\"".getBytes(UTF_8));
            copy("data", "data", out);
        }
        out.write('}');
        return out.toByteArray();
    }

    private void copy(String from, String to, ByteArrayOutputStream out) {
        var member = members.get(from);
        if (member != null) {
            out.write(',');
            out.writeBytes(JsonText.quoted(to));
            out.write(':');
            members.copyValue(member, out);
        }
    }
}
