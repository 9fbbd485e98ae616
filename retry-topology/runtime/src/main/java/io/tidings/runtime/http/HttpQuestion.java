package io.tidings.runtime.http;

import java.net.URI;
import java.util.Map;

/**
 * One request.
 *
 * @param headers by lower-case name
 * @param body empty for none
 */
public record HttpQuestion(String method, URI url, Map<String, String> headers, String body) {
    public HttpQuestion {
        headers = Map.copyOf(headers);
    }

    /** Leaves out the headers and the body, which may hold secrets. */
    @Override
    public String toString() {
        return "HttpQuestion[" + method + " " + url.getHost() + "]";
    }
}
