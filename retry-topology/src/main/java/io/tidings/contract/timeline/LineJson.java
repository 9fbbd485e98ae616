package io.tidings.contract.timeline;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidings.contract.delivery.EventSource;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The JSON object of a line. Unknown members are ignored, so that a later release may add some. */
record LineJson(JsonNode json) {
    private static final ObjectMapper JSON = new ObjectMapper();

    static LineJson of(byte[] text) throws IOException {
        return new LineJson(JSON.readTree(text));
    }

    boolean has(String name) {
        return json.has(name);
    }

    JsonNode member(String name) {
        return json.path(name);
    }

    @Nullable
    String text(String name) {
        return json.path(name).textValue();
    }

    String required(String name) throws IOException {
        var text = text(name);
        if (text == null) {
            throw new IOException("no " + name + " in " + json);
        }
        return text;
    }

    /** Returns 0 without the member. */
    int number(String name) {
        return json.path(name).asInt();
    }

    /** Returns 0 without the member. */
    long longNumber(String name) {
        return json.path(name).asLong();
    }

    EventSource position(String name) throws IOException {
        var text = required(name);
        return EventSource.parse(text).orElseThrow(() -> new IOException("no position of a record: " + text));
    }

    Instant time(String name) throws IOException {
        return time(name, required(name));
    }

    @Nullable
    Instant timeIfAny(String name) throws IOException {
        var text = text(name);
        return text == null ? null : time(name, text);
    }

    private static Instant time(String name, String text) throws IOException {
        try {
            return Instant.parse(text);
        } catch (DateTimeException e) {
            throw new IOException(name + " is no time: " + text, e);
        }
    }
}
