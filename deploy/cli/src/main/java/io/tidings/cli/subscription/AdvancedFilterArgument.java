package io.tidings.cli.subscription;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;

/** {@code --advanced-filter KEY OPERATOR VALUE…}, as Azure's command line has it. Pure. */
final class AdvancedFilterArgument {
    private static final String USAGE =
            "--advanced-filter needs KEY OPERATOR VALUE…, such as data.amount NumberGreaterThan 100";

    private AdvancedFilterArgument() {}

    /**
     * The filter as JSON. The server knows which operators exist.
     *
     * @throws IllegalArgumentException with a message for people
     */
    static ObjectNode json(List<String> words) {
        if (words.size() < 2) {
            throw new IllegalArgumentException(USAGE);
        }
        var operator = words.get(1);
        var values = words.subList(2, words.size());
        var filter = JsonNodeFactory.instance
                .objectNode()
                .put("operatorType", operator)
                .put("key", words.getFirst());
        switch (operator.toLowerCase(Locale.ROOT)) {
            case "isnullorundefined", "isnotnull" -> require(values.isEmpty(), operator + " takes no value");
            case "boolequals" -> filter.put("value", flag(single(operator, values)));
            case "numberlessthan", "numberlessthanorequals", "numbergreaterthan", "numbergreaterthanorequals" ->
                filter.put("value", number(single(operator, values)));
            case "numberin", "numbernotin" ->
                several(filter, values).forEach((array, value) -> array.add(number(value)));
            case "numberinrange", "numbernotinrange" ->
                several(filter, values).forEach(AdvancedFilterArgument::addRange);
            default -> several(filter, values).forEach(ArrayNode::add);
        }
        return filter;
    }

    /** The values of a filter, and the array that takes them. */
    private record Values(ArrayNode array, List<String> values) {
        interface Adding {
            void add(ArrayNode array, String value);
        }

        void forEach(Adding adding) {
            values.forEach(value -> adding.add(array, value));
        }
    }

    private static Values several(ObjectNode filter, List<String> values) {
        require(!values.isEmpty(), USAGE);
        return new Values(filter.putArray("values"), values);
    }

    private static String single(String operator, List<String> values) {
        require(values.size() == 1, operator + " takes one value");
        return values.getFirst();
    }

    private static void addRange(ArrayNode array, String range) {
        var ends = range.split(",", -1);
        require(ends.length == 2, "a range is such as 1,10 and not: " + range);
        array.addArray().add(number(ends[0])).add(number(ends[1]));
    }

    private static BigDecimal number(String text) {
        try {
            return new BigDecimal(text.strip());
        } catch (NumberFormatException _) {
            throw new IllegalArgumentException("not a number: " + text);
        }
    }

    private static boolean flag(String text) {
        require(text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false"), "neither true nor false: " + text);
        return Boolean.parseBoolean(text);
    }

    private static void require(boolean rule, String message) {
        if (!rule) {
            throw new IllegalArgumentException(message);
        }
    }
}
