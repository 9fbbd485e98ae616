package io.tidings.testbed.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request as an endpoint received it.
 *
 * @param query as it was sent, without the question mark; empty if there is none
 * @param headers by lower-case name
 * @param certificate of the client; null if the server asked for none or the client sent none
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record ReceivedRequest(
        String method,
        String path,
        String query,
        Map<String, List<String>> headers,
        byte[] body,
        Instant received,
        @Nullable X509Certificate certificate) {
    private static final JsonMapper JSON = new JsonMapper();

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

    /** @throws UncheckedIOException when the body is no JSON */
    public JsonNode json() {
        try {
            return JSON.readTree(body);
        } catch (IOException e) {
            throw new UncheckedIOException(text(), e);
        }
    }

    /** All values of a header. */
    public List<String> header(String lowerCaseName) {
        return headers.getOrDefault(lowerCaseName, List.of());
    }
}
