package io.tidings.ingest.http;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a request is answered with.
 *
 * @param body JSON; empty for none
 */
public record Answer(int status, Map<String, String> headers, String body) {
    private static final Map<String, String> JSON = Map.of("Content-Type", "application/json; charset=utf-8");

    public Answer {
        headers = Map.copyOf(headers);
    }

    public static Answer empty(int status) {
        return new Answer(status, Map.of(), "");
    }

    public static Answer json(int status, JsonNode body) {
        return new Answer(status, JSON, body.toString());
    }

    /** The problem, and when the same request is worth another try. */
    public static Answer of(Problem problem) {
        var answer = new Answer(problem.status(), JSON, problem.json());
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
        return new Answer(status, more, body);
    }
}
