package io.tidings.topology.filter;

import io.tidings.contract.event.KeyValue;
import java.math.BigDecimal;
import java.util.function.Predicate;

/** What an advanced filter asks about one value. */
interface Question {
    /** What there is to say about a value. */
    enum Answer {
        YES,
        NO,
        /** The value is of another type. */
        NOT_APPLICABLE
    }

    Answer about(KeyValue value);

    static Question ofNumber(Predicate<BigDecimal> test) {
        return value ->
                value instanceof KeyValue.Decimal(var number) ? answer(test.test(number)) : Answer.NOT_APPLICABLE;
    }

    /** @param test of the text in any case */
    static Question ofText(Predicate<String> test) {
        return value ->
                value instanceof KeyValue.Text(var inAnyCase) ? answer(test.test(inAnyCase)) : Answer.NOT_APPLICABLE;
    }

    static Question ofFlag(boolean flag) {
        return value -> value instanceof KeyValue.Bool(var actual) ? answer(actual == flag) : Answer.NOT_APPLICABLE;
    }

    private static Answer answer(boolean yes) {
        return yes ? Answer.YES : Answer.NO;
    }
}
