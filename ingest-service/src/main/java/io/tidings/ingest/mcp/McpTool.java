package io.tidings.ingest.mcp;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;

/** A tool for the assistant of an operator. All of them read. */
enum McpTool {
    EVENT_HISTORY(
            "What happened to an event: its attempts, outcomes and where it waits, or which filters it did not pass.",
            List.of("topic", "eventId")),
    ENDPOINT_FAILURES(
            "Why deliveries of a subscription fail: the health of its endpoint, and the failures of a day in groups.",
            List.of("topic", "subscription")),
    NEEDS_ATTENTION("What needs a person now, in all topics that you may see.", List.of()),
    DEAD_LETTERS(
            "The latest dead letters of a subscription by reason, with examples.", List.of("topic", "subscription")),
    TRY_FILTER(
            "Whether an event passes a filter, and if not, why. Nothing is changed.",
            List.of("topic", "filter", "event"));

    private final String description;
    private final List<String> parameters;

    McpTool(String description, List<String> parameters) {
        this.description = description;
        this.parameters = parameters;
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
        for (var parameter : parameters) {
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
