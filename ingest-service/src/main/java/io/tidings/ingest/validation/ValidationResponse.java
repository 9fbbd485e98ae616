package io.tidings.ingest.validation;

import java.util.Map;
import java.util.Optional;

public sealed interface ValidationResponse {
    /**
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

    record Missing(String reason) implements ValidationResponse {}

    /** Nothing was sent, and nothing will be. */
    record NotSent(String reason) implements ValidationResponse {}
}
