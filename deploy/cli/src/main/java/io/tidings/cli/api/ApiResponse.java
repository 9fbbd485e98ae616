package io.tidings.cli.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.cli.terminal.CommandFailure;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The response of management to a request.
 *
 * @param path of the request
 * @param version its ETag, for resources
 */
public record ApiResponse(int status, String path, @Nullable String version, JsonNode body) {
    private static final int NO_CONTENT = 204;
    private static final int REDIRECTION = 300;
    private static final int NOT_FOUND = 404;
    private static final int UNAUTHORIZED = 401;

    public boolean successful() {
        return status < REDIRECTION;
    }

    public boolean notFound() {
        return status == NOT_FOUND;
    }

    /** Returns whether a DELETE found something. */
    public boolean deleted() {
        return successful() && status != NO_CONTENT;
    }

    /** The body of a success; a refusal ends the command. */
    public JsonNode required() {
        if (successful()) {
            return body;
        }
        throw notFound() ? CommandFailure.notFound(refusal(), path) : CommandFailure.refused(refusal());
    }

    /** The same as an object. */
    public ObjectNode requiredObject() {
        if (required() instanceof ObjectNode object) {
            return object;
        }
        throw CommandFailure.refused("The server responded " + status + " without an object: " + body);
    }

    /** The body, or nothing if the resource does not exist; another refusal ends the command. */
    public Optional<ObjectNode> ifFound() {
        return notFound() ? Optional.empty() : Optional.of(requiredObject());
    }

    public String refusal() {
        var error = body.path("error");
        var message = error.path("message").asText(body.isTextual() ? body.asText() : "no reason was given");
        var text = new StringBuilder()
                .append(status)
                .append(' ')
                .append(error.path("code").asText(""))
                .append(": ")
                .append(message);
        for (var detail : error.path("details")) {
            var more = detail.path("message").asText("");
            if (!more.isEmpty() && !message.contains(more)) {
                text.append("\n  ").append(more);
            }
        }
        if (status == UNAUTHORIZED) {
            text.append("\n"
                    + "Give a token with --token-file, or keep one with: tidings profile add NAME --url URL"
                    + " --token-file FILE. TIDINGS_TOKEN is sent to the address in TIDINGS_URL only.");
        }
        return text.toString();
    }
}
