package io.tidings.ingest.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.TreeMap;

/**
 * @param bytes the body, not to be changed: JSON with a line break at its end, or a file; empty for none
 * @param wrongSecret whether the request had an invalid key, token or code, so that the response is delayed
 * @param ifLost what is to be done if the client cannot be sent this
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Response(int status, Map<String, String> headers, byte[] bytes, boolean wrongSecret, Runnable ifLost) {
    private static final String AUTHENTICATE = "WWW-Authenticate";
    private static final String BEARER = "Bearer realm=\"tidings\"";
    private static final Map<String, String> JSON = Map.of("Content-Type", "application/json; charset=utf-8");

    public Response {
        headers = Map.copyOf(headers);
    }

    private Response(int status, Map<String, String> headers, byte[] bytes, boolean wrongSecret) {
        this(status, headers, bytes, wrongSecret, () -> {});
    }

    private static Response of(int status, String body) {
        return new Response(status, JSON, (body.endsWith("\n") ? body : body + "\n").getBytes(UTF_8), status == 401);
    }

    public static Response empty(int status) {
        return new Response(status, Map.of(), new byte[0], status == 401);
    }

    /** @param content not to be changed */
    public static Response file(String contentType, byte[] content) {
        return new Response(200, Map.of("Content-Type", contentType), content, false);
    }

    public static Response document(String body) {
        return of(200, body);
    }

    public static Response json(int status, JsonNode body) {
        return of(status, body.toString());
    }

    /** Adds the headers that say what is wrong, and when or with what to repeat the request. */
    public static Response of(ApiError error) {
        var response = of(error.status(), error.json()).with("x-ms-error-code", error.code());
        return switch (error.status()) {
            case 401 -> response.with(AUTHENTICATE, BEARER);
            case 403 -> response.with(AUTHENTICATE, BEARER + ", error=\"insufficient_scope\"");
            case 415 -> response.with("Accept-Encoding", ContentEncoding.KNOWN);
            case 413 -> response.with("Connection", "close"); // the rest of the request stays unread
            case 429 -> response.with("Retry-After", "60");
            case 503 -> response.with("Retry-After", "5");
            default -> response;
        };
    }

    public static Response methodNotAllowed(String method, String allowed) {
        return of(ApiError.of(405, "MethodNotAllowed", method + " is not allowed here; allowed are: " + allowed))
                .with("Allow", allowed);
    }

    public Response with(String name, String value) {
        return withAll(Map.of(name, value));
    }

    /** Returns this response with another status. */
    public Response with(int other) {
        return new Response(other, headers, bytes, wrongSecret, ifLost);
    }

    public Response withAll(Map<String, String> others) {
        var all = new TreeMap<>(headers);
        all.putAll(others);
        return new Response(status, all, bytes, wrongSecret, ifLost);
    }

    public Response withWrongSecret() {
        return new Response(status, headers, bytes, true, ifLost);
    }

    public Response ifLost(Runnable other) {
        return new Response(status, headers, bytes, wrongSecret, other);
    }

    /** Returns the body of a response that is text. */
    public String body() {
        return new String(bytes, UTF_8);
    }
}
