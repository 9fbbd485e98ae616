/** MCP Events for agents, and tools that read for an operator's assistant (B-MCP). */
@NullMarked
package io.tidings.ingest.mcp;

import org.jspecify.annotations.NullMarked;
