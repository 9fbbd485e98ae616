package io.tidings.ingest.http;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a request is answered with.
 *
 * @param body JSON with a line break at its end; empty for none
 * @param wrongSecret whether the request showed a key, a token or a code that is none: its client waits for the answer
 */
public record Answer(int status, Map<String, String> headers, String body, boolean wrongSecret) {
    private static final Map<String, String> JSON = Map.of("Content-Type", "application/json; charset=utf-8");

    public Answer {
        headers = Map.copyOf(headers);
    }

    private static Answer of(int status, String body) {
        return new Answer(status, JSON, body.endsWith("\n") ? body : body + "\n", status == 401);
    }

    public static Answer empty(int status) {
        return new Answer(status, Map.of(), "", status == 401);
    }

    /** @param body a JSON document */
    public static Answer document(String body) {
        return of(200, body);
    }

    public static Answer json(int status, JsonNode body) {
        return of(status, body.toString());
    }

    /** The problem, and when the same request is worth another try. */
    public static Answer of(Problem problem) {
        var answer = of(problem.status(), problem.json());
        return switch (problem.status()) {
            case 415 -> answer.with("Accept-Encoding", ContentEncoding.KNOWN);
            case 413 -> answer.with("Connection", "close"); // the rest of the request stays unread
            case 503 -> answer.with("Retry-After", "5");
            default -> answer;
        };
    }

    public static Answer methodNotAllowed(String method, String allowed) {
        return of(Problem.of(405, "MethodNotAllowed", method + " is not allowed here; allowed are: " + allowed))
                .with("Allow", allowed);
    }

    public Answer with(String name, String value) {
        var more = new TreeMap<>(headers);
        more.put(name, value);
        return new Answer(status, more, body, wrongSecret);
    }

    /** The same, counted as the answer to a wrong key. */
    public Answer withWrongSecret() {
        return new Answer(status, headers, body, true);
    }
}
