package io.tidings.contract.subscription;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.tidings.contract.WireName;
import io.tidings.contract.event.EventKey;
import io.tidings.contract.json.JsonObjectReader;
import io.tidings.contract.subscription.AdvancedFilter.Operand;
import io.tidings.contract.subscription.AdvancedFilter.Range;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The advanced filters of a subscription as JSON (B-MATCH-2, reference §4.4). */
public final class AdvancedFiltersJson {
    public static final String MEMBER = "advancedFilters";

    private static final int MOST_FILTERS = 25;
    private static final int MOST_VALUES = 25;
    private static final int MOST_CHARACTERS = 512;
    private static final String OPERATOR = "operatorType";

    private AdvancedFiltersJson() {}

    public static List<AdvancedFilter> read(JsonObjectReader filter) {
        var objects = filter.objects(MEMBER);
        if (objects.size() > MOST_FILTERS) {
            filter.broken(MEMBER, "must have at most " + MOST_FILTERS + " elements");
        }
        var filters = new ArrayList<AdvancedFilter>();
        for (var object : objects) {
            var each = object.inAnyCase(OPERATOR, "operator", "key", "value", "values");
            advancedFilter(each).ifPresent(filters::add);
            each.refuseOthers();
        }
        int values = filters.stream().mapToInt(each -> each.operand().size()).sum();
        if (values > MOST_VALUES) {
            filter.broken(MEMBER, "must have at most " + MOST_VALUES + " values in all, not " + values);
        }
        return filters;
    }

    private static Optional<AdvancedFilter> advancedFilter(JsonObjectReader filter) {
        var operator = operator(filter);
        var key = key(filter);
        var operand = operator.flatMap(known -> operand(known, filter));
        return key.isEmpty() || operand.isEmpty()
                ? Optional.empty()
                : Optional.of(new AdvancedFilter(operator.orElseThrow(), key, operand.get()));
    }

    private static Optional<FilterOperator> operator(JsonObjectReader filter) {
        var member = filter.has(OPERATOR) || !filter.has("operator") ? OPERATOR : "operator";
        var word = filter.requiredText(member);
        var operator = WireName.inAnyCase(FilterOperator.class, word);
        if (operator.isEmpty()) {
            filter.ignoring("value", "values"); // their rules are unknown without an operator
            if (!word.isBlank()) {
                filter.broken(member, WireName.rule(FilterOperator.class));
            }
        }
        return operator;
    }

    /** Returns an empty text if the key is invalid. */
    private static String key(JsonObjectReader filter) {
        var key = filter.requiredText("key");
        if (key.length() > MOST_CHARACTERS) {
            filter.broken("key", "must have at most " + MOST_CHARACTERS + " characters");
        } else if (!key.isBlank() && EventKey.of(key).isEmpty()) {
            filter.broken(
                    "key",
                    "must be names with dots between them, such as data.city, at most " + EventKey.MOST_NAMES
                            + " of them and none empty");
        } else {
            return key.isBlank() ? "" : key;
        }
        return "";
    }

    private static Optional<Operand> operand(FilterOperator operator, JsonObjectReader filter) {
        return switch (operator.takes()) {
            case NOTHING -> Optional.of(new Operand.Nothing());
            case FLAG -> flag(filter);
            case NUMBER ->
                number(filter, "value", filter.node("value")).map(number -> new Operand.Numbers(List.of(number)));
            case NUMBERS -> numbers(filter).map(Operand.Numbers::new);
            case RANGES -> ranges(filter).map(Operand.Ranges::new);
            case TEXTS -> texts(filter).map(Operand.Texts::new);
        };
    }

    private static Optional<Operand> flag(JsonObjectReader filter) {
        var value = filter.node("value");
        if (value == null || !value.isBoolean()) {
            filter.broken("value", "must be true or false");
            return Optional.empty();
        }
        return Optional.of(new Operand.Flag(value.booleanValue()));
    }

    private static Optional<List<BigDecimal>> numbers(JsonObjectReader filter) {
        return values(filter, "numbers", AdvancedFiltersJson::number);
    }

    private static Optional<List<String>> texts(JsonObjectReader filter) {
        return values(filter, "strings", (_, name, value) -> {
            if (!value.isTextual() || value.textValue().length() > MOST_CHARACTERS) {
                filter.broken(name, "must be a string of at most " + MOST_CHARACTERS + " characters");
                return Optional.empty();
            }
            return Optional.of(value.textValue());
        });
    }

    private static Optional<List<Range>> ranges(JsonObjectReader filter) {
        return values(filter, "ranges", (_, name, value) -> {
            if (!value.isArray() || value.size() != 2) {
                filter.broken(name, "must be an array of two numbers");
                return Optional.empty();
            }
            var low = number(filter, name + "[0]", value.get(0));
            var high = number(filter, name + "[1]", value.get(1));
            if (low.isEmpty() || high.isEmpty()) {
                return Optional.empty();
            }
            if (low.get().compareTo(high.get()) > 0) {
                filter.broken(name, "must begin with the smaller number");
                return Optional.empty();
            }
            return Optional.of(new Range(low.get(), high.get()));
        });
    }

    private static Optional<BigDecimal> number(JsonObjectReader filter, String name, @Nullable JsonNode value) {
        if (value == null || !value.isNumber()) {
            filter.broken(name, "must be a number");
            return Optional.empty();
        }
        return Optional.of(value.decimalValue());
    }

    private interface Element<T> {
        /** Returns empty if the element is invalid. */
        Optional<T> read(JsonObjectReader filter, String name, JsonNode value);
    }

    /** Returns empty if an element is invalid. */
    private static <T> Optional<List<T>> values(JsonObjectReader filter, String kind, Element<T> element) {
        var array = filter.node("values");
        if (array == null || !array.isArray() || array.isEmpty()) {
            filter.broken("values", "must be an array of " + kind + ", at least one");
            return Optional.empty();
        }
        var values = new ArrayList<T>(array.size());
        for (int i = 0; i < array.size(); i++) {
            element.read(filter, "values[" + i + "]", array.get(i)).ifPresent(values::add);
        }
        return values.size() == array.size() ? Optional.of(values) : Optional.empty();
    }

    public static void write(List<AdvancedFilter> filters, ArrayNode json) {
        for (var filter : filters) {
            var object =
                    json.addObject().put(OPERATOR, filter.operator().wireName()).put("key", filter.key());
            switch (filter.operand()) {
                case Operand.Numbers(var numbers)
                when filter.operator().takes() == FilterOperator.Takes.NUMBER ->
                    object.put("value", numbers.getFirst());
                case Operand.Numbers(var numbers) -> numbers.forEach(object.putArray("values")::add);
                case Operand.Ranges(var ranges) -> {
                    var values = object.putArray("values");
                    ranges.forEach(range -> values.addArray().add(range.low()).add(range.high()));
                }
                case Operand.Texts(var texts) -> texts.forEach(object.putArray("values")::add);
                case Operand.Flag(var flag) -> object.put("value", flag);
                case Operand.Nothing() -> {}
            }
        }
    }
}
