package io.tidings.contract.json;

import java.math.BigDecimal;
import java.util.List;

/** What an event has where a filter looks (B-MATCH-2). */
public sealed interface KeyValue {
    /** @param inAnyCase the text, equal for texts that differ in case only */
    record Text(String inAnyCase) implements KeyValue {}

    /** @param exact as written, whatever the number of digits */
    record Decimal(BigDecimal exact) implements KeyValue {}

    record Bool(boolean value) implements KeyValue {}

    /** Its elements are read when they are asked for. */
    final class Array implements KeyValue {
        private final JsonValueView value;

        Array(JsonValueView value) {
            this.value = value;
        }

        /** Those that are neither objects nor arrays. */
        public List<KeyValue> elements() {
            return value.elements();
        }
    }

    enum Other implements KeyValue {
        ABSENT,
        NULL,
        /** Something is there, but nothing to compare with: an object, or a number beyond a billion digits. */
        OPAQUE
    }
}
