package io.tidings.ingest.mcp;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;

/** A tool for the assistant of an operator. All of them read. */
enum McpTool {
    EVENT_HISTORY(
            "What happened to an event: its attempts, outcomes and where it waits, or which filters it did not pass."),
    ENDPOINT_FAILURES(
            "Why deliveries of a subscription fail: the health of its endpoint, and the failures of a day in groups."),
    NEEDS_ATTENTION("What needs a person now, in all topics that you may see."),
    DEAD_LETTERS("The latest dead letters of a subscription by reason, with examples."),
    TRY_FILTER("Whether an event passes a filter, and if not, why. Nothing is changed.");

    private final String description;

    McpTool(String description) {
        this.description = description;
    }

    List<String> parameters() {
        return switch (this) {
            case EVENT_HISTORY -> List.of("topic", "eventId");
            case ENDPOINT_FAILURES, DEAD_LETTERS -> List.of("topic", "subscription");
            case NEEDS_ATTENTION -> List.of();
            case TRY_FILTER -> List.of("topic", "filter", "event");
        };
    }

    /** The name on the wire. */
    String toolName() {
        return name().toLowerCase(Locale.ROOT);
    }

    ObjectNode json() {
        var json = JsonNodeFactory.instance.objectNode().put("name", toolName()).put("description", description);
        var schema = json.putObject("inputSchema").put("type", "object").put("additionalProperties", false);
        var properties = schema.putObject("properties");
        var required = schema.putArray("required");
        for (var parameter : parameters()) {
            boolean object = parameter.equals("filter") || parameter.equals("event");
            properties.putObject(parameter).put("type", object ? "object" : "string");
            required.add(parameter);
        }
        json.putObject("annotations")
                .put("readOnlyHint", true)
                .put("destructiveHint", false)
                .put("openWorldHint", false);
        return json;
    }
}
