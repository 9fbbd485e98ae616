package io.tidings.topology.filter;

import io.tidings.contract.json.KeyValue;
import java.math.BigDecimal;
import java.util.function.Predicate;

/** What an advanced filter asks about one value. */
interface ValueTest {
    /** What there is to say about a value. */
    enum Result {
        YES,
        NO,
        /** The value is of another type. */
        NOT_APPLICABLE
    }

    Result about(KeyValue value);

    static ValueTest ofNumber(Predicate<BigDecimal> test) {
        return value ->
                value instanceof KeyValue.Decimal(var number) ? answer(test.test(number)) : Result.NOT_APPLICABLE;
    }

    /** @param test of the text in any case */
    static ValueTest ofText(Predicate<String> test) {
        return value ->
                value instanceof KeyValue.Text(var inAnyCase) ? answer(test.test(inAnyCase)) : Result.NOT_APPLICABLE;
    }

    static ValueTest ofFlag(boolean flag) {
        return value -> value instanceof KeyValue.Bool(var actual) ? answer(actual == flag) : Result.NOT_APPLICABLE;
    }

    private static Result answer(boolean yes) {
        return yes ? Result.YES : Result.NO;
    }
}
