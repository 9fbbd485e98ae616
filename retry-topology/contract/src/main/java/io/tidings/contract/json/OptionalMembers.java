package io.tidings.contract.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.WireName;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** Writes the members of a JSON object that have a value. */
public final class OptionalMembers {
    private OptionalMembers() {}

    /** Writes nothing for null and for no elements, and text for anything but a number, a flag or JSON. */
    public static void putIfAny(ObjectNode json, String name, @Nullable Object value) {
        if (!(value instanceof Collection<?> elements)) {
            if (value != null) {
                json.set(name, node(value));
            }
        } else if (!elements.isEmpty()) {
            var array = json.putArray(name);
            elements.forEach(each -> array.add(node(each)));
        }
    }

    /** Writes nothing for the value that the member has when it is missing. */
    public static <T> void putUnless(ObjectNode json, String name, T value, T missing) {
        putIfAny(json, name, value.equals(missing) ? null : value);
    }

    private static JsonNode node(Object value) {
        var nodes = JsonNodeFactory.instance;
        return switch (value) {
            case JsonNode node -> node;
            case Integer number -> nodes.numberNode(number);
            case Long number -> nodes.numberNode(number);
            case Double number -> nodes.numberNode(number);
            case Boolean flag -> nodes.booleanNode(flag);
            case WireName word -> nodes.textNode(word.wireName());
            default -> nodes.textNode(value.toString());
        };
    }
}
