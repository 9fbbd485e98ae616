package io.tidings.contract.subscription;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.json.Validated;
import io.tidings.contract.json.Violation;
import io.tidings.contract.subscription.AdvancedFilter.Operand;
import io.tidings.contract.subscription.AdvancedFilter.Range;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** B-MATCH-2 and B-SUB-1: what the advanced filters of a subscription may say. */
class AdvancedFiltersJsonTest {
    private static final SubscriptionKey BILLING = new SubscriptionKey("shop", "billing");

    private final SubscriptionJson json = new SubscriptionJson(new EndpointRules(false));

    @Test
    void everyKindOfOperandIsRead() {
        assertThat(filters("""
            {"operatorType":"NumberNotIn","key":"data.n","values":[1,2.50]},
            {"operatorType":"NumberLessThan","key":"Data.N","value":9007199254740993},
            {"operatorType":"NumberInRange","key":"data.n","values":[[1,2],[3.14,3.14]]},
            {"operatorType":"BoolEquals","key":"data.b","value":false},
            {"operatorType":"StringIn","key":"subject","values":["a",""]},
            {"operatorType":"IsNotNull","key":"data.a.b.c"}\
            """))
                .containsExactly(
                        new AdvancedFilter(
                                FilterOperator.NUMBER_NOT_IN,
                                "data.n",
                                new Operand.Numbers(List.of(number("1"), number("2.50")))),
                        new AdvancedFilter(
                                FilterOperator.NUMBER_LESS_THAN,
                                "Data.N",
                                new Operand.Numbers(List.of(number("9007199254740993")))),
                        new AdvancedFilter(
                                FilterOperator.NUMBER_IN_RANGE,
                                "data.n",
                                new Operand.Ranges(List.of(
                                        new Range(number("1"), number("2")),
                                        new Range(number("3.14"), number("3.14"))))),
                        new AdvancedFilter(FilterOperator.BOOL_EQUALS, "data.b", new Operand.Flag(false)),
                        new AdvancedFilter(FilterOperator.STRING_IN, "subject", new Operand.Texts(List.of("a", ""))),
                        new AdvancedFilter(FilterOperator.IS_NOT_NULL, "data.a.b.c", new Operand.Nothing()));
    }

    @Test
    void aSubscriptionIsWrittenAsItWasRead() {
        var given = """
            [{"operatorType":"NumberIn","key":"data.N","values":[0.10,12345678901234567890.5]},\
            {"operatorType":"NumberGreaterThan","key":"data.n","value":9007199254740993},\
            {"operatorType":"NumberNotInRange","key":"data.n","values":[[-1,1],[2,3]]},\
            {"operatorType":"BoolEquals","key":"data.b","value":true},\
            {"operatorType":"StringNotContains","key":"Subject","values":["A","b"]},\
            {"operatorType":"IsNullOrUndefined","key":"data.x"}]\
            """;
        var subscription = valid(given);
        var filter = SubscriptionJson.write(subscription).at("/properties/filter");
        assertThat(filter.get("advancedFilters")).hasToString(given);
        assertThat(filter.get("enableAdvancedFilteringOnArrays").booleanValue()).isTrue();
        assertThat(valid(filter.get("advancedFilters").toString())).isEqualTo(subscription);
    }

    @ParameterizedTest
    @EnumSource(FilterOperator.class)
    void everyOperatorIsReadInAnyCaseAndWrittenAsTheDocumentsSpellIt(FilterOperator operator) {
        var values = switch (operator.takes()) {
            case NUMBER -> ",\"value\":1";
            case NUMBERS -> ",\"values\":[1]";
            case RANGES -> ",\"values\":[[1,2]]";
            case FLAG -> ",\"value\":true";
            case TEXTS -> ",\"values\":[\"a\"]";
            case NOTHING -> "";
        };
        for (var spelling : List.of(
                operator.wireName(),
                operator.wireName().toLowerCase(Locale.ROOT),
                operator.wireName().toUpperCase(Locale.ROOT))) {
            var subscription = valid("[{\"operatorType\":\"" + spelling + "\",\"key\":\"k\"" + values + "}]");
            assertThat(SubscriptionJson.write(subscription)
                            .at("/properties/filter/advancedFilters/0/operatorType")
                            .textValue())
                    .isEqualTo(operator.wireName());
        }
    }

    @Test
    void thereAreNineteenOperators() {
        assertThat(FilterOperator.values()).hasSize(19);
    }

    @Test
    void membersAreUnderstoodInAnyCaseButNotTwice() {
        var filters = filters("{\"OperatorType\":\"StringIn\",\"Key\":\"k\",\"VALUES\":[\"a\"]}");
        assertThat(filters("{\"Operator\":\"StringIn\",\"Key\":\"k\",\"Values\":[\"a\"]}"))
                .isEqualTo(filters);
        assertThat(filters).hasSize(1);
        assertThat(violations("[{\"operatorType\":\"IsNotNull\",\"key\":\"k\",\"Key\":\"l\"}]"))
                .containsExactly(new Violation("properties.filter.advancedFilters[0].Key", "is not a known member"));
        assertThat(violations("[{\"operatorType\":\"IsNotNull\",\"Operator\":\"StringIn\",\"key\":\"k\"}]"))
                .extracting(Violation::path)
                .containsExactly("properties.filter.advancedFilters[0].operator");
    }

    @Test
    void everyViolationIsReportedAtOnceWithItsPath() {
        assertThat(violations("""
            ["x",
            {"operatorType":"NumberIn","key":"k","values":[1,"2",true]},
            {"operatorType":"NumberLessThan","key":"k","values":[1]},
            {"operatorType":"NumberInRange","key":"k","values":[1,[2],[3,"4"],[6,5]]},
            {"operatorType":"BoolEquals","key":"k","value":"true"},
            {"operatorType":"StringIn","key":"k","values":[]},
            {"operatorType":"StringContains","key":"k","value":"a"},
            {"operatorType":"IsNotNull","key":"k","values":["a"]},
            {"operatorType":"StringMatches","key":"k","values":["a"]},
            {"key":"a..b","values":["a"]},
            {"operatorType":"IsNotNull"}]
            """))
                .extracting(Violation::path)
                .map(path -> path.replace("properties.filter.advancedFilters", ""))
                .containsExactlyInAnyOrder(
                        "[0]",
                        "[1].values[1]",
                        "[1].values[2]",
                        "[2].value",
                        "[2].values",
                        "[3].values[0]",
                        "[3].values[1]",
                        "[3].values[2][1]",
                        "[3].values[3]",
                        "[4].value",
                        "[5].values",
                        "[6].values",
                        "[6].value",
                        "[7].values",
                        "[8].operatorType",
                        "[9].operatorType",
                        "[9].key",
                        "[10].key");
    }

    @Test
    void anErrorAboutAnUnknownOperatorListsAllOperators() {
        assertThat(violations("[{\"operatorType\":\"StringMatches\",\"key\":\"k\"}]"))
                .singleElement()
                .satisfies(violation -> assertThat(violation.rule())
                        .contains("StringNotContains")
                        .contains("IsNullOrUndefined"));
    }

    @Test
    void thereAreAtMost25FiltersAnd25ValuesInAll() {
        assertThat(valid(array(25, "{\"operatorType\":\"BoolEquals\",\"key\":\"k\",\"value\":true}"))
                        .filter()
                        .advanced())
                .hasSize(25);
        assertThat(violations(array(26, "{\"operatorType\":\"IsNotNull\",\"key\":\"k\"}")))
                .containsExactly(new Violation("properties.filter.advancedFilters", "must have at most 25 elements"));
        var thirteen = "{\"operatorType\":\"NumberInRange\",\"key\":\"k\",\"values\":%s}".formatted(array(13, "[1,2]"));
        assertThat(violations("[" + thirteen + "," + thirteen + "]"))
                .containsExactly(new Violation(
                        "properties.filter.advancedFilters", "must have at most 25 values in all, not 26"));
    }

    @Test
    void aValueHasAtMost512Characters() {
        var filter = "[{\"operatorType\":\"StringIn\",\"key\":\"k\",\"values\":[\"%s\"]}]";
        assertThat(valid(filter.formatted("x".repeat(512))).filter().advanced()).hasSize(1);
        assertThat(violations(filter.formatted("x".repeat(513))))
                .extracting(Violation::path)
                .containsExactly("properties.filter.advancedFilters[0].values[0]");
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "data, true",
        "data.a.b, true",
        "a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p, true",
        "a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q, false",
        ".a, false",
        "a., false",
        "a. .b, false",
        "' ', false",
    })
    void aKeyIsNamesWithADotBetweenThem(String key, boolean legal) {
        var filter = "[{\"operatorType\":\"IsNotNull\",\"key\":\"" + key + "\"}]";
        if (legal) {
            assertThat(valid(filter).filter().advanced()).hasSize(1);
        } else {
            assertThat(violations(filter))
                    .extracting(Violation::path)
                    .containsExactly("properties.filter.advancedFilters[0].key");
        }
    }

    @Test
    void aKeyHasAtMost512Characters() {
        var filter = "[{\"operatorType\":\"IsNotNull\",\"key\":\"%s\"}]";
        assertThat(valid(filter.formatted("k".repeat(512))).filter().advanced()).hasSize(1);
        assertThat(violations(filter.formatted("k".repeat(513))))
                .extracting(Violation::rule)
                .containsExactly("must have at most 512 characters");
    }

    @Test
    void aNumberWithAnExponentBeyondAllBoundsIsRefused() {
        assertThat(violations("[{\"operatorType\":\"NumberIn\",\"key\":\"k\",\"values\":[1e99999999999]}]"))
                .extracting(Violation::path)
                .containsExactly("");
        assertThat(valid("[{\"operatorType\":\"NumberIn\",\"key\":\"k\",\"values\":[1e999999999]}]")
                        .filter()
                        .advanced())
                .hasSize(1);
    }

    @Test
    void anOperandFitsItsOperator() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new AdvancedFilter(FilterOperator.STRING_IN, "k", new Operand.Flag(true)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new AdvancedFilter(
                        FilterOperator.NUMBER_LESS_THAN,
                        "k",
                        new Operand.Numbers(List.of(BigDecimal.ONE, BigDecimal.TWO))));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new AdvancedFilter(FilterOperator.IS_NOT_NULL, "", new Operand.Nothing()));
        assertThatIllegalArgumentException().isThrownBy(() -> new Range(BigDecimal.TWO, BigDecimal.ONE));
        assertThat(Arrays.stream(FilterOperator.values())
                        .filter(operator -> fits(operator, new Operand.Texts(List.of("a"))))
                        .count())
                .isEqualTo(8);
    }

    private static boolean fits(FilterOperator operator, Operand operand) {
        try {
            return new AdvancedFilter(operator, "k", operand).operator() == operator;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static String array(int size, String element) {
        return IntStream.range(0, size).mapToObj(_ -> element).collect(Collectors.joining(",", "[", "]"));
    }

    private static BigDecimal number(String text) {
        return new BigDecimal(text);
    }

    private List<AdvancedFilter> filters(String filters) {
        return valid("[" + filters + "]").filter().advanced();
    }

    private Subscription valid(String filters) {
        var read = json.read(BILLING, subscription(filters));
        assertThat(read).isInstanceOf(Validated.Valid.class);
        return ((Validated.Valid<Subscription>) read).value();
    }

    private List<Violation> violations(String filters) {
        var read = json.read(BILLING, subscription(filters));
        assertThat(read).isInstanceOf(Validated.Invalid.class);
        return ((Validated.Invalid<Subscription>) read).violations();
    }

    private static byte[] subscription(String filters) {
        return """
            {"properties":{"destination":{"endpointType":"WebHook","properties":{"endpointUrl":"https://example.com/"}},
            "filter":{"enableAdvancedFilteringOnArrays":true,"advancedFilters":%s}}}\
            """.formatted(filters).getBytes(UTF_8);
    }
}
