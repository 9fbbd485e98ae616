package io.tidings.contract.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The members of one JSON object and the positions of their values in its bytes.
 *
 * <p>Built in one streaming pass, which proves that the object is well-formed; values are neither copied nor parsed.
 * Changes are made by cutting and joining bytes.
 */
public final class JsonObjectView {
    /**
     * Without charset detection, only UTF-8 is accepted and offsets are those of the given bytes. Names are not
     * interned, because publishers choose them and could fill the JVM's table.
     */
    public static final JsonFactory JSON = JsonFactory.builder()
            .disable(JsonFactory.Feature.CHARSET_DETECTION)
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .build();

    private final byte[] bytes;
    private final int start;
    private final int end;
    private final Map<String, Member> members;

    /**
     * @param start of the value, in the array of bytes
     * @param end after the value
     * @param text the value if it is a string; null for {@code data}, which is never needed decoded
     */
    public record Member(
            String name,
            JsonToken type,
            int nameStart,
            int start,
            int end,
            @Nullable String text) {
        public boolean isNull() {
            return type == JsonToken.VALUE_NULL;
        }
    }

    private JsonObjectView(byte[] bytes, int start, int end, Map<String, Member> members) {
        this.bytes = bytes;
        this.start = start;
        this.end = end;
        this.members = members;
    }

    /** @param members of JSON that Tidings has written */
    static JsonObjectView ofWritten(byte[] json, Map<String, Member> members) {
        return new JsonObjectView(json, 0, json.length, members);
    }

    static UnwantedJsonException standsTwice(@Nullable JsonParser parser, String name) {
        return new UnwantedJsonException(parser, "member \"" + name + "\" stands twice");
    }

    public static JsonObjectView ofObject(byte[] json) throws IOException {
        try (var parser = JSON.createParser(json)) {
            var first = parser.nextToken();
            if (first != JsonToken.START_OBJECT) {
                throw new UnwantedJsonException(parser, "not a JSON object");
            }
            var object = read(parser, json);
            requireEnd(parser);
            return object;
        }
    }

    /** @param limit reading stops after this many objects; the list then has {@code limit + 1} of them */
    public static List<JsonObjectView> ofArray(byte[] json, int limit) throws IOException {
        try (var parser = JSON.createParser(json)) {
            if (parser.nextToken() != JsonToken.START_ARRAY) {
                throw new UnwantedJsonException(parser, "not a JSON array");
            }
            var objects = new ArrayList<JsonObjectView>();
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                if (parser.currentToken() != JsonToken.START_OBJECT) {
                    throw new UnwantedJsonException(parser, "element " + objects.size() + " is not an object");
                }
                objects.add(read(parser, json));
                if (objects.size() > limit) {
                    return objects;
                }
            }
            requireEnd(parser);
            return objects;
        }
    }

    private static void requireEnd(JsonParser parser) throws IOException {
        if (parser.nextToken() != null) {
            throw new UnwantedJsonException(parser, "something follows the JSON value");
        }
    }

    private static JsonObjectView read(JsonParser parser, byte[] bytes) throws IOException {
        int start = (int) parser.currentTokenLocation().getByteOffset();
        var members = new LinkedHashMap<String, Member>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            var member = readMember(parser);
            if (members.put(member.name(), member) != null) {
                throw standsTwice(parser, member.name());
            }
        }
        return new JsonObjectView(bytes, start, (int) parser.currentLocation().getByteOffset(), members);
    }

    private static Member readMember(JsonParser parser) throws IOException {
        int nameStart = (int) parser.currentTokenLocation().getByteOffset();
        var name = parser.currentName();
        var type = parser.nextToken();
        int start = (int) parser.currentTokenLocation().getByteOffset();
        String text = null;
        if (type.isStructStart()) {
            parser.skipChildren();
        } else if (type == JsonToken.VALUE_STRING && !name.equals("data") && !name.equals("data_base64")) {
            text = parser.getText();
        } else {
            parser.finishToken();
        }
        return new Member(
                name, type, nameStart, start, (int) parser.currentLocation().getByteOffset(), text);
    }

    public @Nullable Member get(String name) {
        return members.get(name);
    }

    /** Returns the value of a member that is a string; null if there is none. */
    public @Nullable String text(String name) {
        var member = get(name);
        return member == null ? null : member.text();
    }

    public boolean has(String name) {
        return members.containsKey(name);
    }

    public Iterable<Member> all() {
        return members.values();
    }

    public int length() {
        return end - start;
    }

    /** Returns the original array if the object is all of it. */
    public byte[] json() {
        if (start == 0 && end == bytes.length) {
            return bytes;
        }
        var json = new byte[length()];
        System.arraycopy(bytes, start, json, 0, json.length);
        return json;
    }

    /** Returns the text of a string, or a number or boolean as it is written. */
    public String scalar(Member member) {
        if (member.text() != null) {
            return member.text();
        }
        try (var parser = JSON.createParser(bytes, member.start(), member.end() - member.start())) {
            parser.nextToken();
            return parser.getText();
        } catch (IOException e) {
            throw new UncheckedIOException("reading bytes that were read before", e);
        }
    }

    public JsonValueView value() {
        return new JsonValueView(bytes, JsonToken.START_OBJECT, start, end);
    }

    public JsonValueView value(Member member) {
        return new JsonValueView(bytes, member.type(), member.start(), member.end());
    }

    public void copyValue(Member member, ByteArrayOutputStream out) {
        out.write(bytes, member.start(), member.end() - member.start());
    }

    /** @param values JSON by member name; an existing member is replaced in place, others are appended */
    public byte[] with(Map<String, byte[]> values) {
        var out = new ByteArrayOutputStream(length() + 64 * values.size() + 512);
        int copied = start;
        for (var member : members.values()) {
            var value = values.get(member.name());
            if (value != null) {
                out.write(bytes, copied, member.start() - copied);
                out.writeBytes(value);
                copied = member.end();
            }
        }
        int brace = end - 1;
        out.write(bytes, copied, brace - copied);
        boolean first = members.isEmpty();
        for (var added : values.entrySet()) {
            if (!members.containsKey(added.getKey())) {
                if (!first) {
                    out.write(',');
                }
                first = false;
                out.writeBytes(JsonText.quoted(added.getKey()));
                out.write(':');
                out.writeBytes(added.getValue());
            }
        }
        out.write('}');
        return out.toByteArray();
    }
}
