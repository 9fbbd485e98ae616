package io.tidings.contract.matching;

import io.tidings.contract.json.KeyValue;
import java.math.BigDecimal;
import java.util.function.Predicate;

/** The test of an advanced filter on one value. */
interface ValueTest {
    enum Result {
        YES,
        NO,
        /** The value is of another type. */
        NOT_APPLICABLE
    }

    Result about(KeyValue value);

    static ValueTest ofNumber(Predicate<BigDecimal> test) {
        return value ->
                value instanceof KeyValue.Decimal(var number) ? result(test.test(number)) : Result.NOT_APPLICABLE;
    }

    /** @param test of the text in any case */
    static ValueTest ofText(Predicate<String> test) {
        return value ->
                value instanceof KeyValue.Text(var inAnyCase) ? result(test.test(inAnyCase)) : Result.NOT_APPLICABLE;
    }

    static ValueTest ofFlag(boolean flag) {
        return value -> value instanceof KeyValue.Bool(var actual) ? result(actual == flag) : Result.NOT_APPLICABLE;
    }

    private static Result result(boolean yes) {
        return yes ? Result.YES : Result.NO;
    }
}
