package io.tidings.cli.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.tidings.cli.terminal.CommandFailure;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** References such as <code>${env:NAME}</code> in files, which keep secrets out of them. */
final class References {
    private static final Pattern REFERENCE = Pattern.compile("\\$\\{env:([A-Za-z_][A-Za-z0-9_]*)}");

    private References() {}

    static ObjectNode resolved(ObjectNode object, Map<String, String> environment) {
        var resolved = JsonNodeFactory.instance.objectNode();
        object.properties().forEach(member -> resolved.set(member.getKey(), value(member.getValue(), environment)));
        return resolved;
    }

    private static JsonNode value(JsonNode json, Map<String, String> environment) {
        return switch (json) {
            case ObjectNode object -> resolved(object, environment);
            case ArrayNode array -> {
                var resolved = JsonNodeFactory.instance.arrayNode();
                array.forEach(element -> resolved.add(value(element, environment)));
                yield resolved;
            }
            case TextNode text -> TextNode.valueOf(text(text.asText(), environment));
            default -> json;
        };
    }

    private static String text(String text, Map<String, String> environment) {
        return REFERENCE
                .matcher(text)
                .replaceAll(reference ->
                        Matcher.quoteReplacement(Optional.ofNullable(environment.get(reference.group(1)))
                                .orElseThrow(() -> CommandFailure.usage(
                                        "A file refers to the environment variable %s, which is not set."
                                                .formatted(reference.group(1))))));
    }
}
