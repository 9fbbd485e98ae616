package io.tidings.contract.matching;

import io.tidings.contract.event.EventKey;
import io.tidings.contract.json.AnyCase;
import io.tidings.contract.matching.Condition.Comparison;
import io.tidings.contract.matching.Condition.Presence;
import io.tidings.contract.subscription.AdvancedFilter;
import io.tidings.contract.subscription.AdvancedFilter.Operand;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiPredicate;

/** The nineteen operators: the test of each, and its result without a value (reference §4.4). */
final class Conditions {
    private Conditions() {}

    /** Cheap conditions come first: a failed one saves the parsing of deeper values. */
    static List<Condition> of(List<AdvancedFilter> filters, boolean onArrays) {
        return filters.stream()
                .map(filter -> of(filter, onArrays))
                .sorted(Comparator.comparingInt(
                        condition -> condition.key().names().size()))
                .toList();
    }

    private static Condition of(AdvancedFilter filter, boolean onArrays) {
        var key = filter.eventKey();
        var operand = filter.operand();
        return switch (filter.operator()) {
            case IS_NULL_OR_UNDEFINED -> new Presence(key, false);
            case IS_NOT_NULL -> new Presence(key, true);
            case BOOL_EQUALS -> is(key, flag(operand), onArrays);
            case NUMBER_LESS_THAN -> is(key, compared(operand, order -> order < 0), onArrays);
            case NUMBER_LESS_THAN_OR_EQUALS -> is(key, compared(operand, order -> order <= 0), onArrays);
            case NUMBER_GREATER_THAN -> is(key, compared(operand, order -> order > 0), onArrays);
            case NUMBER_GREATER_THAN_OR_EQUALS -> is(key, compared(operand, order -> order >= 0), onArrays);
            case NUMBER_IN -> is(key, anyNumber(operand), onArrays);
            case NUMBER_NOT_IN -> isNot(key, anyNumber(operand), true, onArrays);
            case NUMBER_IN_RANGE -> is(key, anyRange(operand), onArrays);
            case NUMBER_NOT_IN_RANGE -> isNot(key, anyRange(operand), true, onArrays);
            case STRING_CONTAINS -> is(key, anyText(operand, String::contains), onArrays);
            case STRING_NOT_CONTAINS -> isNot(key, anyText(operand, String::contains), false, onArrays);
            case STRING_BEGINS_WITH -> is(key, anyText(operand, String::startsWith), onArrays);
            case STRING_NOT_BEGINS_WITH -> isNot(key, anyText(operand, String::startsWith), false, onArrays);
            case STRING_ENDS_WITH -> is(key, anyText(operand, String::endsWith), onArrays);
            case STRING_NOT_ENDS_WITH -> isNot(key, anyText(operand, String::endsWith), false, onArrays);
            case STRING_IN -> is(key, anyText(operand, String::equals), onArrays);
            case STRING_NOT_IN -> isNot(key, anyText(operand, String::equals), true, onArrays);
        };
    }

    private static Condition is(EventKey key, ValueTest test, boolean onArrays) {
        return new Comparison(key, test, true, false, onArrays);
    }

    /** @param otherwise whether an event without a value passes: Event Grid's documents differ by operator */
    private static Condition isNot(EventKey key, ValueTest test, boolean otherwise, boolean onArrays) {
        return new Comparison(key, test, false, otherwise, onArrays);
    }

    private static ValueTest flag(Operand operand) {
        return ValueTest.ofFlag(((Operand.Flag) operand).flag());
    }

    private interface Order {
        boolean holds(int order);
    }

    private static ValueTest compared(Operand operand, Order wanted) {
        var bound = ((Operand.Numbers) operand).numbers().getFirst();
        return ValueTest.ofNumber(number -> wanted.holds(number.compareTo(bound)));
    }

    private static ValueTest anyNumber(Operand operand) {
        var numbers = ((Operand.Numbers) operand).numbers();
        return ValueTest.ofNumber(number -> numbers.stream().anyMatch(each -> number.compareTo(each) == 0));
    }

    private static ValueTest anyRange(Operand operand) {
        var ranges = ((Operand.Ranges) operand).ranges();
        return ValueTest.ofNumber(number -> ranges.stream().anyMatch(range -> within(number, range)));
    }

    private static boolean within(BigDecimal number, AdvancedFilter.Range range) {
        return range.low().compareTo(number) <= 0 && number.compareTo(range.high()) <= 0;
    }

    /** @param test of the event's text and one of the operand */
    private static ValueTest anyText(Operand operand, BiPredicate<String, String> test) {
        var texts = ((Operand.Texts) operand).texts().stream().map(AnyCase::of).toList();
        return ValueTest.ofText(text -> {
            for (var each : texts) {
                if (test.test(text, each)) {
                    return true;
                }
            }
            return false;
        });
    }
}
