package io.tidings.cli.listen;

import java.util.Map;
import java.util.Optional;

/**
 * A request as the endpoint received it.
 *
 * @param headers by lower-case name
 */
record IncomingRequest(String method, String path, Map<String, String> headers, String body) {
    IncomingRequest {
        headers = Map.copyOf(headers);
    }

    Optional<String> header(String lowerCaseName) {
        return Optional.ofNullable(headers.get(lowerCaseName));
    }
}
