package io.tidings.topology.filter;

import io.tidings.contract.event.Event;
import io.tidings.contract.event.EventKey;
import io.tidings.contract.json.KeyValue;
import io.tidings.contract.json.KeyValue.Other;

/** One advanced filter, made ready to be asked (B-MATCH-2). */
sealed interface Condition {
    /** Where it looks. */
    EventKey key();

    boolean holds(Event event);

    /**
     * Whether anything is there.
     *
     * @param wanted whether something should be
     */
    record Presence(EventKey key, boolean wanted) implements Condition {
        @Override
        public boolean holds(Event event) {
            var value = event.at(key);
            return (value != Other.ABSENT && value != Other.NULL) == wanted;
        }
    }

    /**
     * What is there.
     *
     * <p>What the question does not apply to, {@code null} and values of another type, is as if it were not there.
     *
     * @param wanted the answer that lets an event pass; false for the operators that say Not
     * @param otherwise whether an event passes that has nothing to ask about
     * @param onArrays whether elements are asked about; else an array lets no event pass
     */
    record Comparison(EventKey key, ValueTest question, boolean wanted, boolean otherwise, boolean onArrays)
            implements Condition {
        @Override
        public boolean holds(Event event) {
            return switch (event.at(key)) {
                case KeyValue.Array array -> onArrays && holdsFor(array);
                case KeyValue value ->
                    switch (question.about(value)) {
                        case YES -> wanted;
                        case NO -> !wanted;
                        case NOT_APPLICABLE -> otherwise;
                    };
            };
        }

        /** One element is enough for a yes, and so for a Not to fail. */
        private boolean holdsFor(KeyValue.Array array) {
            boolean result = otherwise;
            for (var element : array.elements()) {
                switch (question.about(element)) {
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
