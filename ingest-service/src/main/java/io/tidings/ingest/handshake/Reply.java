package io.tidings.ingest.handshake;

import java.util.Map;
import java.util.Optional;

/** What came back when an endpoint was asked. */
public sealed interface Reply {
    /**
     * An answer, whatever it says.
     *
     * @param headers first values by lower-case name
     * @param body its beginning
     */
    record Answered(int status, Map<String, String> headers, String body) implements Reply {
        public Answered {
            headers = Map.copyOf(headers);
        }

        Optional<String> header(String name) {
            return Optional.ofNullable(headers.get(name));
        }
    }

    /** No answer, for this reason. */
    record Missing(String reason) implements Reply {}

    /** Nothing was sent, and nothing will be, for this reason. */
    record Forbidden(String reason) implements Reply {}
}
