package io.tidings.ingest.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** The answer to a call. */
sealed interface McpAnswer {
    record Result(ObjectNode json) implements McpAnswer {}

    record Failed(McpError error) implements McpAnswer {}
}
