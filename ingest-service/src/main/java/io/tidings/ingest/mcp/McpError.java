package io.tidings.ingest.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.json.Violation;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * An error of JSON-RPC.
 *
 * @param status of the response that has it
 * @param data null if there is none
 */
record McpError(
        int status, int code, String message, @Nullable ObjectNode data) {
    private static final int INVALID_REQUEST = -32600;
    private static final int INVALID_PARAMS = -32602;

    static McpError notJson() {
        return new McpError(400, -32700, "the body is not JSON", null);
    }

    static McpError invalidRequest(String message) {
        return new McpError(400, INVALID_REQUEST, message, null);
    }

    static McpError tooLarge(int most) {
        return new McpError(413, INVALID_REQUEST, "the body has more than " + most + " bytes", null);
    }

    static McpError unknownMethod(String method) {
        return new McpError(404, -32601, "there is no method " + method, null);
    }

    /** A header that is missing, or says something else than the body. */
    static McpError wrongHeader(String message) {
        return new McpError(400, -32020, message, null);
    }

    static McpError unknownVersion(String requested) {
        var data = object().put("requested", requested);
        data.putArray("supported").add(McpRequest.VERSION);
        return new McpError(400, -32022, "this server speaks the revision " + McpRequest.VERSION, data);
    }

    /** Part of the request itself is missing, before any method is asked. */
    static McpError missing(String message) {
        return new McpError(400, INVALID_PARAMS, message, null);
    }

    static McpError invalidParams(String message) {
        return new McpError(200, INVALID_PARAMS, message, null);
    }

    static McpError invalidParams(List<Violation> violations) {
        return invalidParams(violations.stream().map(Violation::toString).collect(Collectors.joining("; ")));
    }

    /** Also said of an event type that exists, if the principal may not know. */
    static McpError noEvent(String name) {
        return new McpError(200, -32011, "there is no event " + name, object().put("kind", "event"));
    }

    static McpError forbidden(String message) {
        return new McpError(200, -32012, message, null);
    }

    static McpError exhausted(String limit, int most) {
        return new McpError(
                200,
                -32013,
                "the limit " + limit + " is reached",
                object().put("limit", limit).put("max", most));
    }

    static McpError unsupported(String feature, JsonNode value) {
        var data = object().put("feature", feature);
        data.set("value", value);
        return new McpError(200, -32014, "this server does not support this " + feature, data);
    }

    static McpError callback(String reason) {
        return new McpError(200, -32015, "the callback did not pass its verification", object().put("reason", reason));
    }

    ObjectNode body(JsonNode id) {
        var body = object().put("jsonrpc", "2.0");
        body.set("id", id);
        body.set("error", json());
        return body;
    }

    /** The error itself. */
    ObjectNode json() {
        var error = object().put("code", code).put("message", message);
        if (data != null) {
            error.set("data", data);
        }
        return error;
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }
}
