package io.tidings.contract.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.WireName;
import org.jspecify.annotations.Nullable;

/** Writes the members of a JSON object that have a value. */
public final class OptionalMembers {
    private OptionalMembers() {}

    /** Writes nothing for null, and text for anything but a number, a flag or JSON. */
    public static void putIfAny(ObjectNode json, String name, @Nullable Object value) {
        switch (value) {
            case null -> {}
            case JsonNode node -> json.set(name, node);
            case Integer number -> json.put(name, number);
            case Long number -> json.put(name, number);
            case Double number -> json.put(name, number);
            case Boolean flag -> json.put(name, flag);
            case WireName word -> json.put(name, word.wireName());
            default -> json.put(name, value.toString());
        }
    }
}
