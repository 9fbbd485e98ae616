package io.tidings.runtime.http;

import java.util.Map;
import java.util.Optional;

/** The end of one request. The sentences are for people. */
public sealed interface HttpReply {
    /** @param headers first values by lower-case name */
    record WholeResponse(int status, Map<String, String> headers, String body) implements HttpReply {
        public WholeResponse {
            headers = Map.copyOf(headers);
        }

        public Optional<String> header(String name) {
            return Optional.ofNullable(headers.get(name));
        }

        /** Leaves out what the server sent, which may hold secrets. */
        @Override
        public String toString() {
            return "WholeResponse[" + status + "]";
        }
    }

    record ResponseMissing(String reason, Cause cause) implements HttpReply {}

    /** The reason why there is no response, for programs. */
    enum Cause {
        NOT_REACHED,
        TLS,
        TIMED_OUT,
        TOO_LARGE
    }

    /** The proxy serves nobody for now, so nothing was sent, which says nothing about the server. */
    record ProxyUnavailable(String reason) implements HttpReply {}

    /** Nothing was sent, and nothing will be. */
    record RequestWithheld(String reason) implements HttpReply {}
}
