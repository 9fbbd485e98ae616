package io.tidings.testbed.webhook;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * A request as an endpoint saw it.
 *
 * @param query what stands after the question mark as it was sent, empty if there is none
 * @param headers by lower-case name
 */
@SuppressWarnings("ArrayRecordComponent") // equality is not asked for, and a list of bytes would serve nobody
public record ReceivedRequest(
        String method, String path, String query, Map<String, List<String>> headers, byte[] body, Instant received) {
    public ReceivedRequest {
        headers = Map.copyOf(headers);
        body = body.clone();
    }

    @Override
    public byte[] body() {
        return body.clone();
    }

    public String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    /** All values of the header, none if it was not sent. */
    public List<String> header(String lowerCaseName) {
        return headers.getOrDefault(lowerCaseName, List.of());
    }
}
