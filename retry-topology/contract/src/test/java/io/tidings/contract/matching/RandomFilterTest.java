package io.tidings.contract.matching;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.tidings.contract.subscription.FilterOperator;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** B-MATCH-2: a compiled filter says what one says that reads the documents' table over a whole tree. */
class RandomFilterTest {
    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();
    private static final List<String> NAMES = List.of("a", "b", "C", "é");
    private static final List<String> NUMBERS = List.of(
            "0", "1", "1.0", "2", "-1", "0.1", "0.10", "1e2", "100", "9007199254740993", "9007199254740992", "1e400");
    private static final List<String> TEXTS = List.of("", "a", "A", "ab", "bA", "abc", "É", "é1", "1", "true");

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void aCompiledFilterSaysWhatANaiveOneSays(long seed) throws IOException {
        var random = new Random(seed);
        int passed = 0;
        for (int round = 0; round < 200; round++) {
            boolean onArrays = random.nextBoolean();
            var filters = filters(random);
            var filter = ConditionsTest.filter(filters, onArrays);
            var compiled = CompiledFilter.of(filter);
            var naive = JSON.readTree("[" + filters + "]");
            for (int i = 0; i < 20; i++) {
                var event = ConditionsTest.event(random.nextInt(10) == 0 ? value(random, 0) : object(random, 0));
                boolean passes = compiled.passes(event);
                assertThat(passes)
                        .as("%s, on arrays: %s, of %s", filters, onArrays, new String(event.json(), UTF_8))
                        .isEqualTo(passesAll(naive, JSON.readTree(event.json()), onArrays));
                assertThat(Explanation.of(filter, event).isEmpty())
                        .as("no explanation of %s, on arrays: %s", filters, onArrays)
                        .isEqualTo(passes);
                passed += passes ? 1 : 0;
            }
        }
        assertThat(passed).as("events that passed").isBetween(400, 3600);
    }

    private static String filters(Random random) {
        return IntStream.rangeClosed(0, random.nextInt(2))
                .mapToObj(_ -> filter(random))
                .collect(Collectors.joining(","));
    }

    private static String filter(Random random) {
        var operator = pick(List.of(FilterOperator.values()), random);
        var operand = switch (operator.takes()) {
            case NUMBER -> ",\"value\":" + pick(NUMBERS, random);
            case NUMBERS -> ",\"values\":" + some(random, () -> pick(NUMBERS, random));
            case RANGES -> ",\"values\":" + some(random, () -> range(random));
            case FLAG -> ",\"value\":" + random.nextBoolean();
            case TEXTS -> ",\"values\":" + some(random, () -> quoted(pick(TEXTS, random)));
            case NOTHING -> "";
        };
        return "{\"operatorType\":\"%s\",\"key\":\"%s\"%s}".formatted(operator.wireName(), key(random), operand);
    }

    private static String key(Random random) {
        if (random.nextInt(5) == 0) {
            return pick(List.of("subject", "Type", "time", "data"), random);
        }
        var key = new StringBuilder("data");
        for (int depth = random.nextInt(2); depth >= 0; depth--) {
            var name = pick(NAMES, random);
            key.append('.').append(random.nextBoolean() ? name : name.toUpperCase(Locale.ROOT));
        }
        return key.toString();
    }

    private static String range(Random random) {
        var ends = Stream.of(pick(NUMBERS, random), pick(NUMBERS, random))
                .map(BigDecimal::new)
                .sorted()
                .toList();
        return "[" + ends.getFirst() + "," + ends.getLast() + "]";
    }

    private static String value(Random random, int depth) {
        return switch (random.nextInt(8)) {
            case 0 -> "null";
            case 1 -> String.valueOf(random.nextBoolean());
            case 2, 3 -> pick(NUMBERS, random);
            case 4, 5 -> quoted(pick(TEXTS, random));
            case 6 -> depth > 3 ? "1" : list(random, () -> value(random, depth + 1));
            default -> depth > 3 ? "{}" : object(random, depth);
        };
    }

    private static String object(Random random, int depth) {
        var names = new ArrayList<>(NAMES);
        Collections.shuffle(names, random);
        return names.stream()
                .limit(1 + random.nextInt(NAMES.size()))
                .map(name -> quoted(name) + ":" + value(random, depth + 1))
                .collect(Collectors.joining(", ", "{", "}"));
    }

    private static String some(Random random, Supplier<String> element) {
        return Stream.generate(element).limit(1 + random.nextInt(3)).collect(Collectors.joining(",", "[", "]"));
    }

    private static String list(Random random, Supplier<String> element) {
        return Stream.generate(element).limit(random.nextInt(4)).collect(Collectors.joining(" ,", "[", " ]"));
    }

    private static <T> T pick(List<T> list, Random random) {
        return list.get(random.nextInt(list.size()));
    }

    private static String quoted(String text) {
        return "\"" + text + "\"";
    }

    // The naive one: the documents' sentences over a tree, filter by filter and value by value.

    private static boolean passesAll(JsonNode filters, JsonNode event, boolean onArrays) {
        return StreamSupport.stream(filters.spliterator(), false).allMatch(filter -> passes(filter, event, onArrays));
    }

    private static boolean passes(JsonNode filter, JsonNode event, boolean onArrays) {
        var operator = filter.get("operatorType").textValue();
        var found = find(filter.get("key").textValue(), event);
        boolean nothing = found.isMissingNode() || found.isNull();
        if (operator.equals("IsNullOrUndefined") || operator.equals("IsNotNull")) {
            return nothing == operator.equals("IsNullOrUndefined");
        }
        if (found.isArray() && !onArrays) {
            return false;
        }
        var values = new ArrayList<JsonNode>();
        (found.isArray() ? found : List.of(found)).forEach(value -> {
            boolean asked = operator.startsWith("Number")
                    ? value.isNumber()
                    : operator.startsWith("Bool") ? value.isBoolean() : value.isTextual();
            if (asked) {
                values.add(value);
            }
        });
        if (values.isEmpty()) {
            return List.of("NumberNotIn", "NumberNotInRange", "StringNotIn").contains(operator);
        }
        var positive = operator.replace("Not", "");
        boolean any =
                values.stream().anyMatch(value -> operands(filter).anyMatch(operand -> is(positive, value, operand)));
        return any == operator.equals(positive);
    }

    private static Stream<JsonNode> operands(JsonNode filter) {
        return filter.has("value")
                ? Stream.of(filter.get("value"))
                : StreamSupport.stream(filter.get("values").spliterator(), false);
    }

    private static boolean is(String operator, JsonNode value, JsonNode operand) {
        return switch (operator) {
            case "NumberIn" -> order(value, operand) == 0;
            case "NumberLessThan" -> order(value, operand) < 0;
            case "NumberLessThanOrEquals" -> order(value, operand) <= 0;
            case "NumberGreaterThan" -> order(value, operand) > 0;
            case "NumberGreaterThanOrEquals" -> order(value, operand) >= 0;
            case "NumberInRange" -> order(value, operand.get(0)) >= 0 && order(value, operand.get(1)) <= 0;
            case "BoolEquals" -> value.booleanValue() == operand.booleanValue();
            case "StringContains" -> places(value, operand).anyMatch(_ -> true);
            case "StringBeginsWith" -> places(value, operand).anyMatch(place -> place == 0);
            case "StringEndsWith" -> places(value, operand).anyMatch(place -> place + length(operand) == length(value));
            case "StringIn" -> value.textValue().equalsIgnoreCase(operand.textValue());
            default -> throw new AssertionError(operator);
        };
    }

    private static int order(JsonNode value, JsonNode operand) {
        return value.decimalValue().subtract(operand.decimalValue()).signum();
    }

    private static IntStream places(JsonNode value, JsonNode operand) {
        return IntStream.rangeClosed(0, length(value) - length(operand))
                .filter(place -> value.textValue().regionMatches(true, place, operand.textValue(), 0, length(operand)));
    }

    private static int length(JsonNode text) {
        return text.textValue().length();
    }

    private static JsonNode find(String key, JsonNode event) {
        var found = event;
        for (var name : key.split("\\.", -1)) {
            JsonNode next = MissingNode.getInstance();
            for (var member : found.properties()) {
                if (member.getKey().equalsIgnoreCase(name)) {
                    next = member.getValue();
                }
            }
            found = next;
        }
        return found;
    }
}
