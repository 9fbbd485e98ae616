package io.tidings.contract.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One value in well-formed JSON, parsed on demand. Confined to one thread. */
public final class JsonValueView {
    private final byte[] bytes;
    private final JsonToken type;
    private final int start;
    private final int end;
    private @Nullable Map<String, JsonValueView> members;
    private @Nullable KeyValue value;
    private @Nullable List<KeyValue> elements;

    /** @param end after the value */
    JsonValueView(byte[] bytes, JsonToken type, int start, int end) {
        this.bytes = bytes;
        this.type = type;
        this.start = start;
        this.end = end;
    }

    /** Reads bytes that hold one JSON value and nothing else; fails if they are not well-formed. */
    public static JsonValueView ofWhole(byte[] json) throws IOException {
        try (var parser = JsonObjectView.JSON.createParser(json)) {
            var type = parser.nextToken();
            if (type == null) {
                throw new UnwantedJsonException(parser, "there is no value");
            }
            int start = (int) parser.currentTokenLocation().getByteOffset();
            parser.skipChildren();
            parser.finishToken();
            int end = (int) parser.currentLocation().getByteOffset();
            while (json[end - 1] <= ' ') {
                end--; // the parser has read on to see that a number ends
            }
            if (parser.nextToken() != null) {
                throw new UnwantedJsonException(parser, "something follows the JSON value");
            }
            return new JsonValueView(json, type, start, end);
        }
    }

    public static JsonValueView ofText(String text) {
        var value = new JsonValueView(new byte[0], JsonToken.VALUE_STRING, 0, 0);
        value.value = new KeyValue.Text(AnyCase.of(text));
        return value;
    }

    /** Returns null if there is no such member. Upper and lower case are the same; the first match counts. */
    @Nullable
    public JsonValueView member(String name) {
        if (type != JsonToken.START_OBJECT) {
            return null;
        }
        if (members == null) {
            members = findMembers();
        }
        return members.get(name);
    }

    public JsonToken type() {
        return type;
    }

    public JsonNode tree(ObjectReader reader) throws IOException {
        return reader.readTree(bytes, start, end - start);
    }

    /** The JSON of the value; the original array if the value is all of it. */
    public byte[] json() {
        return start == 0 && end == bytes.length ? bytes : Arrays.copyOfRange(bytes, start, end);
    }

    /** Returns the text of a string, or a number or boolean as it is written; null for any other value. */
    public @Nullable String scalar() {
        if (!type.isScalarValue() || type == JsonToken.VALUE_NULL) {
            return null;
        }
        try (var parser = parser()) {
            return parser.getText();
        } catch (IOException e) {
            throw new UncheckedIOException("reading what was well-formed before", e);
        }
    }

    public KeyValue value() {
        if (value == null) {
            value = read();
        }
        return value;
    }

    List<KeyValue> elements() {
        if (elements == null) {
            elements = readElements();
        }
        return elements;
    }

    private Map<String, JsonValueView> findMembers() {
        var found = new HashMap<String, JsonValueView>();
        try (var parser = parser()) {
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                var name = AnyCase.of(parser.currentName());
                var typeOfMember = parser.nextToken();
                int from = start + (int) parser.currentTokenLocation().getByteOffset();
                parser.skipChildren();
                parser.finishToken();
                int to = start + (int) parser.currentLocation().getByteOffset();
                found.putIfAbsent(name, new JsonValueView(bytes, typeOfMember, from, to));
            }
            return found;
        } catch (IOException e) {
            throw new UncheckedIOException("reading what was well-formed before", e);
        }
    }

    private List<KeyValue> readElements() {
        var found = new ArrayList<KeyValue>();
        try (var parser = parser()) {
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                if (parser.currentToken().isScalarValue()) {
                    found.add(scalar(parser));
                } else {
                    parser.skipChildren();
                }
            }
            return found;
        } catch (IOException e) {
            throw new UncheckedIOException("reading what was well-formed before", e);
        }
    }

    private KeyValue read() {
        if (type == JsonToken.START_ARRAY) {
            return new KeyValue.Array(this);
        }
        if (type == JsonToken.START_OBJECT) {
            return KeyValue.Other.OPAQUE;
        }
        try (var parser = parser()) {
            return scalar(parser);
        } catch (IOException e) {
            throw new UncheckedIOException("reading what was well-formed before", e);
        }
    }

    /** Returns a parser at the first token. */
    private JsonParser parser() throws IOException {
        var parser = JsonObjectView.JSON.createParser(bytes, start, end - start);
        parser.nextToken();
        return parser;
    }

    private static KeyValue scalar(JsonParser parser) throws IOException {
        return switch (parser.currentToken()) {
            case VALUE_STRING -> new KeyValue.Text(AnyCase.of(parser.getText()));
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number(parser.getText());
            case VALUE_TRUE -> new KeyValue.Bool(true);
            case VALUE_FALSE -> new KeyValue.Bool(false);
            case VALUE_NULL -> KeyValue.Other.NULL;
            default -> throw new IllegalStateException(parser.currentToken() + " is no scalar");
        };
    }

    /** The reader of events limits the number of digits, but not the exponent. */
    private static KeyValue number(String text) {
        try {
            return new KeyValue.Decimal(new BigDecimal(text));
        } catch (NumberFormatException e) {
            return KeyValue.Other.OPAQUE; // an exponent out of range
        }
    }
}
