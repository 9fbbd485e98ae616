package io.tidings.contract.event;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonToken;
import io.tidings.contract.Sha256;
import io.tidings.contract.json.JsonObjectView;
import io.tidings.contract.json.JsonText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;

/**
 * An event as agents get it over MCP, by webhook and by poll (B-MCP-2). Pure.
 *
 * @param eventId the same for all records of one event: the topic, its source and its id decide
 * @param json not to be changed
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Occurrence(String eventId, byte[] json) {
    /** The most bytes of a body that agents take. */
    public static final int MOST_BYTES = 262_144;

    private static final int ROOM = 256;
    private static final int DIGEST_BYTES = 24;

    /**
     * @param name of the event type, as agents see it
     * @param event a CloudEvent or an Event Grid event
     * @param published for an event without a time
     * @param pushed whether it goes to a webhook, where it says that it has no cursor
     * @return empty if the bytes are no object of JSON
     */
    public static Optional<Occurrence> of(String topic, String name, byte[] event, Instant published, boolean pushed) {
        try {
            var object = JsonObjectView.ofObject(event);
            var id = eventId(topic, first(object, "source", "topic"), first(object, "id", "id"));
            return Optional.of(new Occurrence(id, json(id, name, object, published, pushed)));
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    public boolean tooLarge() {
        return json.length > MOST_BYTES;
    }

    private static String eventId(String topic, String source, String id) {
        var digest = Arrays.copyOf(Sha256.of(topic + "\n" + source + "\n" + id), DIGEST_BYTES);
        return "evt_" + Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
    }

    private static byte[] json(String id, String name, JsonObjectView object, Instant published, boolean pushed) {
        var out = new ByteArrayOutputStream(object.length() + ROOM);
        text("{\"eventId\":", id, out);
        text(",\"name\":", name, out);
        var time = first(object, "time", "eventTime");
        text(",\"timestamp\":", EventTimes.valid(time) ? time : published.toString(), out);
        data(object, out);
        ascii(pushed ? ",\"cursor\":null}" : "}", out);
        return out.toByteArray();
    }

    /** Agents take objects only, so that other data becomes a member of one. */
    private static void data(JsonObjectView object, ByteArrayOutputStream out) {
        var data = object.get("data");
        var encoded = object.get("data_base64");
        ascii(",\"data\":", out);
        if (data != null && data.type() == JsonToken.START_OBJECT) {
            object.copyValue(data, out);
        } else if (data != null && !data.isNull()) {
            wrapped("{\"value\":", object, data, out);
        } else if (encoded != null && !encoded.isNull()) {
            wrapped("{\"data_base64\":", object, encoded, out);
        } else {
            ascii("{}", out);
        }
    }

    private static void wrapped(
            String start, JsonObjectView object, JsonObjectView.Member value, ByteArrayOutputStream out) {
        ascii(start, out);
        object.copyValue(value, out);
        out.write('}');
    }

    private static String first(JsonObjectView object, String name, String otherwise) {
        var text = object.text(name);
        var other = text == null ? object.text(otherwise) : text;
        return other == null ? "" : other;
    }

    private static void text(String start, String value, ByteArrayOutputStream out) {
        ascii(start, out);
        out.writeBytes(JsonText.quoted(value));
    }

    private static void ascii(String text, ByteArrayOutputStream out) {
        out.writeBytes(text.getBytes(UTF_8));
    }
}
