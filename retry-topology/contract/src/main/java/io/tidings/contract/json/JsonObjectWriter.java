package io.tidings.contract.json;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonToken;
import io.tidings.contract.json.JsonObjectView.Member;
import java.io.ByteArrayOutputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes an object and records the positions of its members, so that it need not be parsed. */
public final class JsonObjectWriter {
    private final ByteArrayOutputStream out;
    private final Map<String, Member> members = new LinkedHashMap<>();

    /** @param bytes expected length */
    public JsonObjectWriter(int bytes) {
        out = new ByteArrayOutputStream(bytes);
        out.write('{');
    }

    public void text(String name, String value) throws JsonParseException {
        member(name, JsonToken.VALUE_STRING, JsonText.quoted(value), value);
    }

    /** @param value must be one JSON value */
    public void value(String name, JsonToken type, byte[] value) throws JsonParseException {
        member(name, type, value, null);
    }

    private void member(String name, JsonToken type, byte[] value, @Nullable String text) throws JsonParseException {
        if (out.size() > 1) {
            out.write(',');
        }
        int nameStart = out.size();
        out.writeBytes(JsonText.quoted(name));
        out.write(':');
        int start = out.size();
        out.writeBytes(value);
        if (members.put(name, new Member(name, type, nameStart, start, out.size(), text)) != null) {
            throw JsonObjectView.standsTwice(null, name);
        }
    }

    public JsonObjectView object() {
        out.write('}');
        return JsonObjectView.ofWritten(out.toByteArray(), members);
    }
}
