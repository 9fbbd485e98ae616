package io.tidings.ingest.http;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.TreeMap;

/**
 * @param body JSON with a line break at its end; empty for none
 * @param wrongSecret whether the request had an invalid key, token or code, so that the response is delayed
 */
public record Response(int status, Map<String, String> headers, String body, boolean wrongSecret) {
    private static final Map<String, String> JSON = Map.of("Content-Type", "application/json; charset=utf-8");

    public Response {
        headers = Map.copyOf(headers);
    }

    private static Response of(int status, String body) {
        return new Response(status, JSON, body.endsWith("\n") ? body : body + "\n", status == 401);
    }

    public static Response empty(int status) {
        return new Response(status, Map.of(), "", status == 401);
    }

    public static Response document(String body) {
        return of(200, body);
    }

    public static Response json(int status, JsonNode body) {
        return of(status, body.toString());
    }

    /** Adds the headers that say when to repeat the request. */
    public static Response of(ApiError error) {
        var response = of(error.status(), error.json());
        return switch (error.status()) {
            case 415 -> response.with("Accept-Encoding", ContentEncoding.KNOWN);
            case 413 -> response.with("Connection", "close"); // the rest of the request stays unread
            case 503 -> response.with("Retry-After", "5");
            default -> response;
        };
    }

    public static Response methodNotAllowed(String method, String allowed) {
        return of(ApiError.of(405, "MethodNotAllowed", method + " is not allowed here; allowed are: " + allowed))
                .with("Allow", allowed);
    }

    public Response with(String name, String value) {
        var more = new TreeMap<>(headers);
        more.put(name, value);
        return new Response(status, more, body, wrongSecret);
    }

    public Response withWrongSecret() {
        return new Response(status, headers, body, true);
    }
}
