package io.tidings.ingest.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.event.EventKey;
import io.tidings.contract.json.Violation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The arguments by which an agent selects events of a type: one for each text, number or boolean at the top of the data, as
 * the schema of the type declares it. They become advanced filters of a subscription (B-MATCH-2). Pure.
 */
final class EventArguments {
    private static final int MOST_VALUES = 25;
    private static final int MOST_CHARACTERS = 512;
    private static final int MOST_ARGUMENTS = 100;
    private static final String DATA = "data.";

    /** A range, with the filter of each of its bounds. */
    private static final Map<String, String> BOUNDS = new LinkedHashMap<>();

    static {
        BOUNDS.put("$gt", "NumberGreaterThan");
        BOUNDS.put("$gte", "NumberGreaterThanOrEquals");
        BOUNDS.put("$lt", "NumberLessThan");
        BOUNDS.put("$lte", "NumberLessThanOrEquals");
    }

    private EventArguments() {}

    private enum Kind {
        TEXT,
        NUMBER,
        FLAG
    }

    /** @param data the schema of the data; null if there is none */
    static ObjectNode schema(@Nullable JsonNode data) {
        var json = object().put("type", "object").put("additionalProperties", false);
        var properties = json.putObject("properties");
        kinds(data).forEach((name, kind) -> properties.set(name, schema(kind)));
        return json;
    }

    private static ObjectNode schema(Kind kind) {
        return switch (kind) {
            case TEXT ->
                either(object().put("type", "string").put("maxLength", MOST_CHARACTERS), null)
                        .put(
                                "description",
                                "a text, or several of which one is enough; upper and lower case are equal");
            case NUMBER -> either(object().put("type", "number"), range());
            case FLAG -> object().put("type", "boolean");
        };
    }

    private static ObjectNode either(ObjectNode one, @Nullable ObjectNode range) {
        var json = object();
        var forms = json.putArray("anyOf").add(one);
        forms.addObject()
                .put("type", "array")
                .put("minItems", 1)
                .put("maxItems", MOST_VALUES)
                .set("items", one);
        if (range != null) {
            forms.add(range);
        }
        return json;
    }

    private static ObjectNode range() {
        var json = object().put("type", "object").put("minProperties", 1).put("additionalProperties", false);
        var properties = json.putObject("properties");
        BOUNDS.keySet().forEach(bound -> properties.putObject(bound).put("type", "number"));
        return json;
    }

    private static Map<String, Kind> kinds(@Nullable JsonNode data) {
        var kinds = new LinkedHashMap<String, Kind>();
        if (data == null) {
            return kinds;
        }
        data.path("properties").properties().forEach(property -> {
            var name = property.getKey();
            if (kinds.size() < MOST_ARGUMENTS && canBeKey(name)) {
                kind(property.getValue()).ifPresent(kind -> kinds.put(name, kind));
            }
        });
        return kinds;
    }

    private static boolean canBeKey(String name) {
        return !name.isBlank()
                && name.indexOf('.') < 0
                && name.length() <= MOST_CHARACTERS - DATA.length()
                && EventKey.of(DATA + name).isPresent();
    }

    private static Optional<Kind> kind(JsonNode schema) {
        var hidden = schema.path("x-mcp-filter");
        if (hidden.isBoolean() && !hidden.booleanValue()) {
            return Optional.empty();
        }
        return switch (type(schema.path("type"))) {
            case "string" -> Optional.of(Kind.TEXT);
            case "number", "integer" -> Optional.of(Kind.NUMBER);
            case "boolean" -> Optional.of(Kind.FLAG);
            default -> Optional.empty();
        };
    }

    /** A type that may also be null is still that type. */
    private static String type(JsonNode stated) {
        if (!stated.isArray()) {
            return stated.asText();
        }
        var others = stated.valueStream()
                .map(JsonNode::asText)
                .filter(type -> !type.equals("null"))
                .toList();
        return others.size() == 1 ? others.getFirst() : "";
    }

    /**
     * Returns the advanced filters, as a subscription has them.
     *
     * @param data as for {@link #schema}
     */
    static ArrayNode filters(@Nullable JsonNode data, ObjectNode arguments, List<Violation> violations) {
        var kinds = kinds(data);
        var filters = JsonNodeFactory.instance.arrayNode();
        arguments.properties().forEach(argument -> {
            var name = argument.getKey();
            var kind = kinds.get(name);
            if (kind == null) {
                violations.add(new Violation("arguments." + quoted(name), "is no argument of this event"));
            } else if (!added(kind, DATA + name, argument.getValue(), filters)) {
                violations.add(new Violation("arguments." + name, "must be " + rule(kind)));
            }
        });
        return filters;
    }

    /** Returns whether arguments nest no deeper than those of any event. */
    static boolean areFlat(ObjectNode arguments) {
        return arguments.valueStream().allMatch(value -> value.valueStream().noneMatch(JsonNode::isContainerNode));
    }

    /** Names that are not ours are cut. */
    private static String quoted(String name) {
        return name.length() <= 64 ? name : name.substring(0, 64) + "…";
    }

    private static String rule(Kind kind) {
        return switch (kind) {
            case TEXT ->
                "a string, or an array of 1 to " + MOST_VALUES + " strings, of at most " + MOST_CHARACTERS
                        + " characters";
            case NUMBER -> "a number, an array of 1 to " + MOST_VALUES + " numbers, or an object of " + BOUNDS.keySet();
            case FLAG -> "true or false";
        };
    }

    private static boolean added(Kind kind, String key, JsonNode value, ArrayNode filters) {
        return switch (kind) {
            case TEXT -> addedAny("StringIn", key, value, filters, EventArguments::isText);
            case NUMBER ->
                value instanceof ObjectNode range
                        ? addedRange(key, range, filters)
                        : addedAny("NumberIn", key, value, filters, JsonNode::isNumber);
            case FLAG -> {
                if (value.isBoolean()) {
                    filters.add(filter("BoolEquals", key, "value", value));
                }
                yield value.isBoolean();
            }
        };
    }

    private static boolean isText(JsonNode value) {
        return value.isTextual() && value.textValue().length() <= MOST_CHARACTERS;
    }

    private interface Test {
        boolean holds(JsonNode value);
    }

    private static boolean addedAny(String operator, String key, JsonNode value, ArrayNode filters, Test test) {
        var values = value instanceof ArrayNode array
                ? array
                : JsonNodeFactory.instance.arrayNode().add(value);
        if (values.isEmpty()
                || values.size() > MOST_VALUES
                || !values.valueStream().allMatch(test::holds)) {
            return false;
        }
        filters.add(filter(operator, key, "values", values));
        return true;
    }

    private static boolean addedRange(String key, ObjectNode range, ArrayNode filters) {
        boolean legal = !range.isEmpty()
                && range.properties().stream()
                        .allMatch(bound -> BOUNDS.containsKey(bound.getKey())
                                && bound.getValue().isNumber());
        if (legal) {
            BOUNDS.forEach((bound, operator) -> {
                if (range.has(bound)) {
                    filters.add(filter(operator, key, "value", range.get(bound)));
                }
            });
        }
        return legal;
    }

    private static ObjectNode filter(String operator, String key, String member, JsonNode value) {
        var filter = object().put("operatorType", operator).put("key", key);
        filter.set(member, value);
        return filter;
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }
}
