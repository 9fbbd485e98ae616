package io.tidings.ingest.validation;

import java.util.Map;
import java.util.Optional;

/** What came back when an endpoint was asked. */
public sealed interface ValidationResponse {
    /**
     * An answer, whatever it says.
     *
     * @param headers first values by lower-case name
     * @param body its beginning
     */
    record Received(int status, Map<String, String> headers, String body) implements ValidationResponse {
        public Received {
            headers = Map.copyOf(headers);
        }

        Optional<String> header(String name) {
            return Optional.ofNullable(headers.get(name));
        }
    }

    /** No answer, for this reason. */
    record Missing(String reason) implements ValidationResponse {}

    /** Nothing was sent, and nothing will be, for this reason. */
    record NotSent(String reason) implements ValidationResponse {}
}
