package io.tidings.cli.session;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** The members of a request that options were given for. */
public final class Members {
    private Members() {}

    /** @param path such as {@code filter.subjectEndsWith}; not set for null or an empty list */
    public static void put(ObjectNode json, String path, @Nullable Object value) {
        if (value == null || (value instanceof Collection<?> elements && elements.isEmpty())) {
            return;
        }
        int dot = path.indexOf('.');
        if (dot >= 0) {
            put(json.withObjectProperty(path.substring(0, dot)), path.substring(dot + 1), value);
        } else {
            json.set(path, node(value));
        }
    }

    private static JsonNode node(Object value) {
        var nodes = JsonNodeFactory.instance;
        return switch (value) {
            case JsonNode node -> node;
            case Integer number -> nodes.numberNode(number);
            case Double number -> nodes.numberNode(number);
            case Boolean flag -> nodes.booleanNode(flag);
            case Collection<?> elements -> {
                var array = nodes.arrayNode();
                elements.forEach(each -> array.add(node(each)));
                yield array;
            }
            default -> nodes.textNode(value.toString());
        };
    }
}
