package io.tidings.contract.matching;

import io.tidings.contract.event.Event;
import io.tidings.contract.event.EventKey;
import io.tidings.contract.json.KeyValue;
import io.tidings.contract.json.KeyValue.Other;

/** One advanced filter, compiled (B-MATCH-2). */
sealed interface Condition {
    EventKey key();

    boolean holds(Event event);

    /** @param wanted whether there should be a value */
    record Presence(EventKey key, boolean wanted) implements Condition {
        @Override
        public boolean holds(Event event) {
            var value = event.at(key);
            return (value != Other.ABSENT && value != Other.NULL) == wanted;
        }
    }

    /**
     * Compares a value. A missing value, {@code null} and a value of another type have no result.
     *
     * @param wanted the result that lets an event pass; false for the operators with Not
     * @param otherwise whether an event without a result passes
     * @param onArrays whether elements are compared; otherwise an event with an array never passes
     */
    record Comparison(EventKey key, ValueTest test, boolean wanted, boolean otherwise, boolean onArrays)
            implements Condition {
        @Override
        public boolean holds(Event event) {
            return switch (event.at(key)) {
                case KeyValue.Array array -> onArrays && holdsFor(array);
                case KeyValue value ->
                    switch (test.about(value)) {
                        case YES -> wanted;
                        case NO -> !wanted;
                        case NOT_APPLICABLE -> otherwise;
                    };
            };
        }

        /** One matching element is enough, and so a Not fails with it. */
        private boolean holdsFor(KeyValue.Array array) {
            boolean result = otherwise;
            for (var element : array.elements()) {
                switch (test.about(element)) {
                    case YES -> {
                        return wanted;
                    }
                    case NO -> result = !wanted;
                    case NOT_APPLICABLE -> {}
                }
            }
            return result;
        }
    }
}
