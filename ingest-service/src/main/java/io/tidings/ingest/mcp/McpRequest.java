package io.tidings.ingest.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.json.ResourceJson;
import io.tidings.ingest.http.Request;

/**
 * A call of JSON-RPC, which its headers repeat. Pure.
 *
 * @param id a string or a number
 */
record McpRequest(JsonNode id, String method, ObjectNode params) {
    /** The one revision of MCP that this server speaks. */
    static final String VERSION = "2026-07-28";

    static final int MOST_BYTES = 256 * 1024;
    private static final int LONGEST_ID = 256;
    private static final String META_VERSION = "io.modelcontextprotocol/protocolVersion";
    private static final String META_CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";

    /** The meaning of a body. */
    sealed interface Parsed {
        record Call(McpRequest request) implements Parsed {}

        record Notification() implements Parsed {}

        /** @param id of the call that is wrong; null of JSON if it cannot be told */
        record Wrong(JsonNode id, McpError error) implements Parsed {}
    }

    static Parsed parse(byte[] body, Request http) {
        if (body.length > MOST_BYTES) {
            return wrong(NullNode.instance, McpError.tooLarge(MOST_BYTES));
        }
        var json = ResourceJson.orMissing(body);
        if (json.isMissingNode()) {
            return wrong(NullNode.instance, McpError.notJson());
        }
        if (!json.isObject()
                || !json.path("jsonrpc").asText().equals("2.0")
                || !json.path("method").isTextual()) {
            return wrong(NullNode.instance, McpError.invalidRequest("the body must be one request of JSON-RPC 2.0"));
        }
        var id = json.path("id");
        if (id.isMissingNode()) {
            return new Parsed.Notification();
        }
        if (!isId(id)) {
            return wrong(
                    NullNode.instance,
                    McpError.invalidRequest("id must be a whole number, or a string of at most " + LONGEST_ID));
        }
        var params = json.path("params");
        if (!params.isMissingNode() && !params.isObject()) {
            return wrong(id, McpError.invalidRequest("params must be an object"));
        }
        return checked(
                new McpRequest(
                        id,
                        json.path("method").textValue(),
                        params instanceof ObjectNode object ? object : JsonNodeFactory.instance.objectNode()),
                http);
    }

    private static boolean isId(JsonNode id) {
        return id.isTextual() ? id.textValue().length() <= LONGEST_ID : id.canConvertToLong() && id.isIntegralNumber();
    }

    private static Parsed checked(McpRequest request, Request http) {
        var version = http.header("mcp-protocol-version").orElse("");
        if (version.isEmpty()) {
            return wrong(request.id, McpError.wrongHeader("the header MCP-Protocol-Version is missing"));
        }
        if (!version.equals(VERSION)) {
            return wrong(request.id, McpError.unknownVersion(version));
        }
        if (http.header("mcp-method").filter(request.method::equals).isEmpty()) {
            return wrong(request.id, McpError.wrongHeader("the header Mcp-Method must be the method of the body"));
        }
        var meta = request.params.path("_meta");
        var stated = meta.path(META_VERSION);
        if (!stated.isTextual()) {
            return wrong(request.id, McpError.missing("params._meta must have " + META_VERSION));
        }
        if (!stated.textValue().equals(version)) {
            return wrong(
                    request.id, McpError.wrongHeader("the header MCP-Protocol-Version must be that of params._meta"));
        }
        if (!meta.path(META_CAPABILITIES).isObject()) {
            return wrong(request.id, McpError.missing("params._meta must have " + META_CAPABILITIES));
        }
        boolean namesTool = request.method.equals("tools/call");
        if (namesTool
                && http.header("mcp-name")
                        .filter(request.params.path("name").asText()::equals)
                        .isEmpty()) {
            return wrong(request.id, McpError.wrongHeader("the header Mcp-Name must be the name in params"));
        }
        return new Parsed.Call(request);
    }

    private static Parsed wrong(JsonNode id, McpError error) {
        return new Parsed.Wrong(id, error);
    }
}
