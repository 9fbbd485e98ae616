package io.tidings.cli.session;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** JSON as paths and values, for people. Pure. */
public final class Flattened {
    private Flattened() {}

    /** Every value that is no object, by its path. Arrays are values. */
    public static Map<String, JsonNode> of(JsonNode json) {
        var leaves = new LinkedHashMap<String, JsonNode>();
        add(json, "", leaves);
        return leaves;
    }

    private static void add(JsonNode json, String path, Map<String, JsonNode> leaves) {
        if (json instanceof ObjectNode object && (!object.isEmpty() || path.isEmpty())) {
            object.properties()
                    .forEach(member -> add(
                            member.getValue(),
                            path.isEmpty() ? member.getKey() : path + "." + member.getKey(),
                            leaves));
        } else {
            leaves.put(path, json);
        }
    }

    /** A value without the quotes of JSON. */
    public static String text(JsonNode value) {
        if (value.isArray() && value.valueStream().allMatch(JsonNode::isTextual)) {
            return value.valueStream().map(JsonNode::asText).collect(Collectors.joining(", "));
        }
        return value.isTextual() ? value.asText() : value.toString();
    }
}
