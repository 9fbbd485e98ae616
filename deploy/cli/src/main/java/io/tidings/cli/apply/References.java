package io.tidings.cli.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * References such as <code>${env:NAME}</code> in files, which keep secrets out of them.
 *
 * @param unset is told the JSON pointer and the name of each variable that is not set
 */
record References(Map<String, String> environment, BiConsumer<String, String> unset) {
    private static final Pattern REFERENCE = Pattern.compile("\\$\\{env:([A-Za-z_][A-Za-z0-9_]*)}");

    ObjectNode resolved(ObjectNode object, String pointer) {
        var resolved = JsonNodeFactory.instance.objectNode();
        object.properties()
                .forEach(member ->
                        resolved.set(member.getKey(), value(member.getValue(), pointer + "/" + member.getKey())));
        return resolved;
    }

    private JsonNode value(JsonNode json, String pointer) {
        return switch (json) {
            case ObjectNode object -> resolved(object, pointer);
            case ArrayNode array -> {
                var resolved = JsonNodeFactory.instance.arrayNode();
                array.forEach(element -> resolved.add(value(element, pointer + "/" + resolved.size())));
                yield resolved;
            }
            case TextNode text -> TextNode.valueOf(text(text.asText(), pointer));
            default -> json;
        };
    }

    private String text(String text, String pointer) {
        return REFERENCE.matcher(text).replaceAll(reference -> {
            var value = environment.get(reference.group(1));
            if (value == null) {
                unset.accept(pointer, reference.group(1));
            }
            return Matcher.quoteReplacement(value == null ? "" : value);
        });
    }
}
