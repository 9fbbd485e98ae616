package io.tidings.contract.json;

import java.util.List;

/** A resource, or every rule that it breaks. */
public sealed interface Validated<T> {
    record Valid<T>(T value) implements Validated<T> {}

    record Invalid<T>(List<Violation> violations) implements Validated<T> {
        public Invalid {
            if (violations.isEmpty()) {
                throw new IllegalArgumentException("invalid without a violation");
            }
            violations = List.copyOf(violations);
        }

        public String sentence() {
            var sentence = new StringBuilder();
            for (var violation : violations) {
                sentence.append(sentence.isEmpty() ? "" : "; ").append(violation);
            }
            return sentence.toString();
        }
    }
}
