package io.tidings.contract.json;

import java.math.BigDecimal;
import java.util.List;

/** The value that a filter looks at (B-MATCH-2). */
public sealed interface KeyValue {
    /** @param inAnyCase the text, equal for texts that differ in case only */
    record Text(String inAnyCase) implements KeyValue {}

    /** @param exact as written, whatever the number of digits */
    record Decimal(BigDecimal exact) implements KeyValue {}

    record Bool(boolean value) implements KeyValue {}

    /** The elements are read on demand. */
    final class Array implements KeyValue {
        private final JsonValueView value;

        Array(JsonValueView value) {
            this.value = value;
        }

        /** Leaves out objects and arrays. */
        public List<KeyValue> elements() {
            return value.elements();
        }
    }

    enum Other implements KeyValue {
        ABSENT,
        NULL,
        /** There is a value that cannot be compared: an object, or a number beyond a billion digits. */
        OPAQUE
    }
}
