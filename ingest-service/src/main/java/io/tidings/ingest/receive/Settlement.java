package io.tidings.ingest.receive;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.json.JsonObjectReader;
import io.tidings.contract.json.ResourceJson;
import io.tidings.contract.json.Validated;
import io.tidings.contract.json.Violation;
import io.tidings.ingest.http.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The tokens of a request, and what became of them. */
final class Settlement {
    /** The delays of a release in seconds. */
    private static final Set<String> DELAYS = Set.of("0", "10", "60", "600", "3600");

    private static final int MOST_TOKENS = 1_000;
    private static final String TOKENS = "lockTokens";

    private Settlement() {}

    static Validated<List<String>> tokens(byte[] body) {
        return ResourceJson.validated(body, json -> {
            var violations = new ArrayList<Violation>();
            var tokens = JsonObjectReader.root(json, violations).texts(TOKENS);
            if (violations.isEmpty() && (tokens.isEmpty() || tokens.size() > MOST_TOKENS)) {
                violations.add(new Violation(TOKENS, "must have 1 to " + MOST_TOKENS + " tokens"));
            }
            return violations.isEmpty()
                    ? new Validated.Valid<>(tokens.stream().distinct().toList())
                    : new Validated.Invalid<>(violations);
        });
    }

    /** Returns the action as workers know it, with its delay. */
    static Validated<String> release(Request request) {
        var delay = request.parameter("releaseDelayInSeconds").orElse("0");
        return DELAYS.contains(delay)
                ? new Validated.Valid<>("release&delay=" + delay)
                : new Validated.Invalid<>(
                        List.of(new Violation("releaseDelayInSeconds", "must be 0, 10, 60, 600 or 3600")));
    }

    /** @param results for each token the word of its failure; empty for none, null if nobody could be asked */
    static ObjectNode json(Map<String, @Nullable String> results) {
        var json = JsonNodeFactory.instance.objectNode();
        var succeeded = json.putArray("succeededLockTokens");
        var failed = json.putArray("failedLockTokens");
        results.forEach((token, word) -> {
            if (word != null && word.isEmpty()) {
                succeeded.add(token);
            } else {
                var code = word == null ? "ServiceUnavailable" : word;
                failed.addObject()
                        .put("lockToken", token)
                        .putObject("error")
                        .put("code", code)
                        .put("message", sentence(code));
            }
        });
        return json;
    }

    private static String sentence(String code) {
        return switch (code) {
            case "BadToken" -> "this is no lock token";
            case "TokenLost" -> "the lock has ended, or the event was settled, or the token is of another subscription";
            case "RenewedTooLong" -> "a lock lasts an hour at most; acknowledge or release the event";
            case "ServiceUnavailable" ->
                "the worker that has the event cannot be asked at the moment; repeat the request";
            default -> "the event could not be settled";
        };
    }
}
