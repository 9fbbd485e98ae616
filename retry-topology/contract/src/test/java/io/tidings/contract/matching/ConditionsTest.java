package io.tidings.contract.matching;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.event.Event;
import io.tidings.contract.event.EventReader;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.event.ParseResult;
import io.tidings.contract.event.TopicIds;
import io.tidings.contract.json.Validated;
import io.tidings.contract.subscription.EventFilter;
import io.tidings.contract.subscription.FilterOperator;
import io.tidings.contract.subscription.Subscription;
import io.tidings.contract.subscription.SubscriptionJson;
import io.tidings.testbed.HostileJson;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** B-MATCH-2: every operator with every value at its key. */
class ConditionsTest {
    private static final EventReader READER = new EventReader(new TopicIds(TopicIds.DEFAULT_FORMAT));
    private static final SubscriptionJson JSON = new SubscriptionJson(new EndpointRules(false));

    /**
     * One row an operator: its operand; a value that passes and one that does not; whether an absent key, null, a value of
     * another type and an object pass; an array that passes and one that does not when arrays are looked into, and whether
     * an array of nothing but another type passes then. When they are not looked into, no array passes except for {@code
     * IsNotNull}.
     */
    private static final String OPERATORS = """
        NumberIn                  | "values":[1,2]        | 2       | 3       | no  | no  | no  | no  | [3,2]       | [3,4]     | no
        NumberNotIn               | "values":[1,2]        | 3       | 2       | yes | yes | yes | yes | [3,4]       | [3,2]     | yes
        NumberLessThan            | "value":5             | 4       | 5       | no  | no  | no  | no  | [6,4]       | [5,6]     | no
        NumberLessThanOrEquals    | "value":5             | 5       | 6       | no  | no  | no  | no  | [6,5]       | [6,7]     | no
        NumberGreaterThan         | "value":5             | 6       | 5       | no  | no  | no  | no  | [4,6]       | [5,4]     | no
        NumberGreaterThanOrEquals | "value":5             | 5       | 4       | no  | no  | no  | no  | [4,5]       | [4,3]     | no
        NumberInRange             | "values":[[1,2],[4,5]]| 5       | 3       | no  | no  | no  | no  | [3,4]       | [3,6]     | no
        NumberNotInRange          | "values":[[1,2],[4,5]]| 3       | 1       | yes | yes | yes | yes | [3,6]       | [3,4]     | yes
        BoolEquals                | "value":true          | true    | false   | no  | no  | no  | no  | [false,true]| [false]   | no
        StringContains            | "values":["bc","x"]   | "aBCd"  | "ab"    | no  | no  | no  | no  | ["a","abc"] | ["a","b"] | no
        StringNotContains         | "values":["bc","x"]   | "ab"    | "aBCd"  | no  | no  | no  | no  | ["a","b"]   | ["a","X"] | no
        StringBeginsWith          | "values":["bc","x"]   | "BCd"   | "abc"   | no  | no  | no  | no  | ["a","xa"]  | ["a","b"] | no
        StringNotBeginsWith       | "values":["bc","x"]   | "abc"   | "BCd"   | no  | no  | no  | no  | ["a","b"]   | ["a","Xa"]| no
        StringEndsWith            | "values":["bc","x"]   | "aBC"   | "bcd"   | no  | no  | no  | no  | ["a","ax"]  | ["a","b"] | no
        StringNotEndsWith         | "values":["bc","x"]   | "bcd"   | "aBC"   | no  | no  | no  | no  | ["a","b"]   | ["a","aX"]| no
        StringIn                  | "values":["bc","x"]   | "BC"    | "b"     | no  | no  | no  | no  | ["a","x"]   | ["a","b"] | no
        StringNotIn               | "values":["bc","x"]   | "b"     | "BC"    | yes | yes | yes | yes | ["a","b"]   | ["a","X"] | yes
        IsNullOrUndefined         | -                     | null    | 1       | yes | yes | no  | no  | -           | [null]    | no
        IsNotNull                 | -                     | "a"     | null    | no  | no  | yes | yes | [null]      | -         | yes
        """;

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', nullValues = "-", quoteCharacter = '\u0000', textBlock = OPERATORS)
    void everyOperatorDecidesAboutEveryKindOfValue(
            String operator,
            String operand,
            String matching,
            String other,
            String absent,
            String isNull,
            String wrongType,
            String object,
            String matchingArray,
            String otherArray,
            String wrongArray) {
        var filter = filter(operator, operand, false);
        var onArrays = filter(operator, operand, true);
        for (var each : new EventFilter[] {filter, onArrays}) {
            assertThat(passes(each, "{\"k\":" + matching + "}")).as("match").isTrue();
            assertThat(passes(each, "{\"k\":" + other + "}")).as("no match").isFalse();
            assertThat(passes(each, "{\"other\":1}")).as("absent").isEqualTo(absent.equals("yes"));
            assertThat(passes(each, "{\"k\":null}")).as("null").isEqualTo(isNull.equals("yes"));
            assertThat(passes(each, "{\"k\":" + ofAnotherType(operator) + "}"))
                    .as("another type")
                    .isEqualTo(wrongType.equals("yes"));
            assertThat(passes(each, "{\"k\":{\"k\":1}}")).as("an object").isEqualTo(object.equals("yes"));
        }
        for (var array : new String[] {matchingArray, otherArray}) {
            if (array != null) {
                assertThat(passes(onArrays, "{\"k\":" + array + "}"))
                        .as("array %s, looked into", array)
                        .isEqualTo(array.equals(matchingArray));
                assertThat(passes(filter, "{\"k\":" + array + "}"))
                        .as("array %s, not looked into", array)
                        .isEqualTo(operator.equals("IsNotNull"));
            }
        }
        for (var array : new String[] {"[]", "[null]", "[" + ofAnotherType(operator) + ",{\"k\":1},[1,\"a\"]]"}) {
            assertThat(passes(onArrays, "{\"k\":" + array + "}"))
                    .as("nothing to ask about in %s", array)
                    .isEqualTo(wrongArray.equals("yes"));
        }
    }

    @Test
    void theTableHasARowForEveryOperator() {
        assertThat(OPERATORS
                        .lines()
                        .map(line -> line.split("\\|", 2)[0].strip())
                        .collect(Collectors.toSet()))
                .isEqualTo(Arrays.stream(FilterOperator.values())
                        .map(FilterOperator::wireName)
                        .collect(Collectors.toSet()));
    }

    private static String ofAnotherType(String operator) {
        return operator.startsWith("String") ? "12" : "\"1\"";
    }

    @ParameterizedTest(name = "{0} {1} passes {2}: {3}")
    @CsvSource(
            delimiter = '|',
            value = {
                "NumberIn | [9007199254740993] | 9007199254740993 | true",
                "NumberIn | [9007199254740993] | 9007199254740992 | false",
                "NumberNotIn | [9007199254740993] | 9007199254740992 | true",
                "NumberIn | [0.1] | 0.1 | true",
                "NumberIn | [0.1] | 0.10 | true",
                "NumberIn | [0.1] | 1e-1 | true",
                "NumberIn | [0.3] | 0.30000000000000004 | false",
                "NumberIn | [5] | 5.0 | true",
                "NumberIn | [5] | 0.5e1 | true",
                "NumberIn | [0] | -0 | true",
                "NumberIn | [0] | -0.0e10 | true",
                "NumberIn | [100] | 1E+2 | true",
                "NumberIn | [18446744073709551616] | 18446744073709551616 | true",
                "NumberIn | [18446744073709551616] | 18446744073709551617 | false",
                "NumberGreaterThan | 9007199254740992 | 9007199254740993 | true",
                "NumberGreaterThan | 1 | 1.0000000000000000001 | true",
                "NumberGreaterThan | 1e999999999 | 1e999999998 | false",
                "NumberGreaterThan | 1e999999998 | 1e999999999 | true",
                "NumberGreaterThan | 0 | 1e-999999999 | true",
                "NumberLessThan | 0 | -1e999999999 | true",
                "NumberInRange | [[-1e999999999,1e999999999]] | 4711 | true",
                "NumberIn | [1e1000] | 10e999 | true",
                "NumberGreaterThan | 0 | 1e99999999999 | false",
                "NumberNotIn | [1] | 1e99999999999 | true",
                "IsNotNull | - | 1e99999999999 | true",
            })
    void numbersCompareExactly(String operator, String operand, String value, boolean passes) {
        var members = operand.equals("-") ? null : (operand.startsWith("[") ? "\"values\":" : "\"value\":") + operand;
        assertThat(passes(filter(operator, members, false), "{\"k\":" + value + "}"))
                .isEqualTo(passes);
    }

    @ParameterizedTest(name = "{0} is {1}: {2}")
    @CsvSource({
        "straße, STRAßE, true",
        "straße, STRASSE, false",
        "ÄÖÜ, äöü, true",
        "Σίσυφος, ΣΊΣΥΦΟΣ, true",
        "FILE, file, true",
        "\uD801\uDC00, \uD801\uDC28, true",
        "a, b, false",
    })
    void caseDoesNotCountInAnyAlphabet(String value, String wanted, boolean passes) {
        var filter = filter("StringIn", "\"values\":[\"" + wanted + "\"]", false);
        assertThat(passes(filter, "{\"k\":\"" + value + "\"}")).isEqualTo(passes);
        assertThat(value.equalsIgnoreCase(wanted)).isEqualTo(passes);
    }

    @Test
    void filtersAreJoinedByAndTheirValuesByOr() {
        var filter = filter("""
            {"operatorType":"NumberIn","key":"data.n","values":[1,2]},
            {"operatorType":"StringIn","key":"subject","values":["/A","/b"]},
            {"operatorType":"NumberIn","key":"data.n","values":[2,3]}\
            """, false);
        assertThat(passes(filter, "{\"n\":2}")).isTrue();
        assertThat(passes(filter, "{\"n\":1}")).isFalse();
        assertThat(passes(filter, "{\"n\":3}")).isFalse();
        assertThat(passes(new EventFilter(List.of("other"), "", "", false, filter.advanced(), false), "{\"n\":2}"))
                .isFalse();
    }

    @ParameterizedTest
    @EnumSource
    @Timeout(20)
    void aHostileValueIsDecidedAboutByEveryOperator(HostileJson hostile) {
        var json = """
            {"specversion":"1.0","id":"1","source":"/shop","type":"placed","data":{"k":%s}}\
            """.formatted(hostile.json()).getBytes(UTF_8);
        if (!(READER.one(EventSchema.CLOUD_EVENTS, "shop", json) instanceof ParseResult.Valid valid)) {
            return;
        }
        for (var row : OPERATORS.lines().toList()) {
            var cells = row.split("\\|", -1);
            var operand = cells[1].strip().equals("-") ? null : cells[1].strip();
            for (boolean onArrays : new boolean[] {false, true}) {
                var filter = filter(cells[0].strip(), operand, onArrays);
                assertThat(Explanation.of(filter, valid.only()).isEmpty())
                        .as(row)
                        .isEqualTo(CompiledFilter.of(filter).passes(valid.only()));
            }
        }
    }

    private static boolean passes(EventFilter filter, String data) {
        return CompiledFilter.of(filter).passes(event(data));
    }

    static Event event(String data) {
        var json = """
            {"specversion":"1.0","id":"1","source":"/shop","type":"placed","subject":"/a","data":%s}\
            """.formatted(data).getBytes(UTF_8);
        return ((ParseResult.Valid) READER.one(EventSchema.CLOUD_EVENTS, "shop", json)).only();
    }

    private static EventFilter filter(String operator, String operand, boolean onArrays) {
        return filter(
                "{\"operatorType\":\"" + operator + "\",\"key\":\"data.k\"" + (operand == null ? "" : "," + operand)
                        + "}",
                onArrays);
    }

    static EventFilter filter(String filters, boolean onArrays) {
        var json = """
            {"properties":{"destination":{"endpointType":"WebHook","properties":{"endpointUrl":"https://example.com/"}},
            "filter":{"enableAdvancedFilteringOnArrays":%s,"advancedFilters":[%s]}}}\
            """.formatted(onArrays, filters).getBytes(UTF_8);
        return switch (JSON.read(new SubscriptionKey("shop", "billing"), json)) {
            case Validated.Valid<Subscription>(var subscription) -> subscription.filter();
            case Validated.Invalid<Subscription> invalid -> throw new AssertionError(invalid.sentence());
        };
    }
}
