package io.tidings.contract.eventtype;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.harrel.jsonschema.JsonNode;
import dev.harrel.jsonschema.JsonNodeFactory;
import dev.harrel.jsonschema.SimpleType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A value of a tree as the validator reads it. The adapter that comes with the validator writes the path of every value
 * at once, which can take a thousand times the memory of the event. Confined to one thread until it is {@link #complete}.
 */
final class CheckedValue implements JsonNode {
    /** Stands for numbers beyond the range of a double. */
    private static final BigDecimal BEYOND = new BigDecimal(BigInteger.TWO.pow(1024));

    private static final int STEPS_OF_A_CHARACTER = 8;

    private final com.fasterxml.jackson.databind.JsonNode json;
    private final @Nullable CheckedValue parent;
    private final String name;
    private final SimpleType type;
    private @Nullable String pointer;
    private @Nullable List<JsonNode> elements;
    private @Nullable Map<String, JsonNode> members;

    CheckedValue(com.fasterxml.jackson.databind.JsonNode json) {
        this(json, null, "");
    }

    /** @param name of the member, or the index of the element, that it is of its parent */
    private CheckedValue(com.fasterxml.jackson.databind.JsonNode json, @Nullable CheckedValue parent, String name) {
        this.json = json;
        this.parent = parent;
        this.name = name;
        this.type = switch (json.getNodeType()) {
            case OBJECT -> SimpleType.OBJECT;
            case ARRAY -> SimpleType.ARRAY;
            case STRING -> SimpleType.STRING;
            case BOOLEAN -> SimpleType.BOOLEAN;
            case NUMBER -> whole(json) ? SimpleType.INTEGER : SimpleType.NUMBER;
            case NULL, MISSING, BINARY, POJO -> SimpleType.NULL;
        };
    }

    private static boolean whole(com.fasterxml.jackson.databind.JsonNode number) {
        return number.isIntegralNumber() || Math.rint(number.doubleValue()) == number.doubleValue();
    }

    /** Makes all of a tree at once, for it to be read by many threads. */
    CheckedValue complete() {
        switch (type) {
            case OBJECT -> asObject().values().forEach(each -> ((CheckedValue) each).complete());
            case ARRAY -> asArray().forEach(each -> ((CheckedValue) each).complete());
            case NULL, BOOLEAN, STRING, INTEGER, NUMBER -> {}
        }
        return this;
    }

    /** How the validator makes them. */
    static final class Factory implements JsonNodeFactory {
        private static final ObjectReader TREE = new JsonMapper().reader();

        @Override
        public JsonNode wrap(Object node) {
            return node instanceof JsonNode wrapped
                    ? wrapped
                    : new CheckedValue((com.fasterxml.jackson.databind.JsonNode) node);
        }

        /** Reads the schema of schemas. */
        @Override
        public JsonNode create(String rawJson) {
            try {
                return new CheckedValue(TREE.readTree(rawJson));
            } catch (JsonProcessingException e) {
                throw new IllegalArgumentException(e);
            }
        }
    }

    @Override
    public String getJsonPointer() {
        if (pointer == null) {
            pointer = parent == null ? "" : parent.getJsonPointer() + "/" + JsonNode.encodeJsonPointer(name);
            Steps.take((long) STEPS_OF_A_CHARACTER * pointer.length());
        }
        return pointer;
    }

    @Override
    public SimpleType getNodeType() {
        return type;
    }

    @Override
    public boolean asBoolean() {
        return json.booleanValue();
    }

    @Override
    public String asString() {
        return json.asText();
    }

    @Override
    public BigInteger asInteger() {
        return json.isIntegralNumber() ? json.bigIntegerValue() : asNumber().toBigInteger();
    }

    @Override
    public BigDecimal asNumber() {
        if (json.isIntegralNumber()) {
            return json.decimalValue();
        }
        double number = json.doubleValue(); // exact numbers may have exponents that take for ever
        if (Double.isInfinite(number)) {
            return number > 0 ? BEYOND : BEYOND.negate();
        }
        return BigDecimal.valueOf(number);
    }

    @Override
    public List<JsonNode> asArray() {
        if (elements == null) {
            var all = new ArrayList<JsonNode>(json.size());
            json.forEach(each -> all.add(new CheckedValue(each, this, Integer.toString(all.size()))));
            elements = all;
        }
        return elements;
    }

    @Override
    public Map<String, JsonNode> asObject() {
        if (members == null) {
            var all = LinkedHashMap.<String, JsonNode>newLinkedHashMap(json.size());
            json.properties()
                    .forEach(each -> all.put(each.getKey(), new CheckedValue(each.getValue(), this, each.getKey())));
            members = all;
        }
        return members;
    }

    /** Numbers are equal by their value, as JSON Schema compares them. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof CheckedValue value
                && type == value.type
                && switch (type) {
                    case OBJECT -> asObject().equals(value.asObject());
                    case ARRAY -> asArray().equals(value.asArray());
                    case INTEGER -> asInteger().equals(value.asInteger());
                    case NULL, BOOLEAN, STRING, NUMBER -> json.equals(value.json);
                };
    }

    @Override
    public int hashCode() {
        return switch (type) {
            case OBJECT -> asObject().hashCode();
            case ARRAY -> asArray().hashCode();
            case INTEGER -> asInteger().hashCode();
            case NULL, BOOLEAN, STRING, NUMBER -> json.hashCode();
        };
    }
}
