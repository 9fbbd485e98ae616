package io.tidings.ingest.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.json.ResourceJson;
import io.tidings.ingest.access.Principal;
import io.tidings.ingest.access.Role;
import io.tidings.ingest.audit.Change;
import io.tidings.ingest.audit.ManagedRequest;
import io.tidings.ingest.http.Body;
import io.tidings.ingest.http.Request;
import io.tidings.ingest.http.Response;
import io.tidings.ingest.manage.Routes;
import java.net.URLEncoder;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/**
 * Tools that read for the assistant of an operator (B-MCP-3). Each asks management with the token of the call, so that it
 * sees what its principal sees, and nothing else.
 */
final class McpTools {
    private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9-]{1,100}");
    private static final int LONGEST_ID = 1_024;
    private static final int LETTERS = 200;
    private static final int EXAMPLES = 3;
    private static final int MARK_BYTES = 12;

    private final Routes management;
    private final RandomGenerator random;

    /** @param management whose changes no tool asks for */
    McpTools(Routes management, RandomGenerator random) {
        this.management = management;
        this.random = random;
    }

    /** Lists nothing to those who may see nothing. */
    McpAnswer list(Principal principal) {
        var json = JsonNodeFactory.instance.objectNode();
        var tools = json.putArray("tools");
        if (principal.refusal(Role.READER, null).isEmpty()) {
            Arrays.stream(McpTool.values()).forEach(tool -> tools.add(tool.json()));
        }
        return new McpAnswer.Result(json);
    }

    McpAnswer call(ObjectNode params, ManagedRequest managed) {
        var name = params.path("name").asText();
        var found = Arrays.stream(McpTool.values())
                .filter(tool -> tool.toolName().equals(name))
                .findFirst();
        if (found.isEmpty()) {
            return failed("name: there is no such tool");
        }
        var arguments = params.path("arguments");
        var tool = found.get();
        var topic = text(tool, "topic", arguments);
        var subscription = text(tool, "subscription", arguments);
        if (tool != McpTool.NEEDS_ATTENTION && !NAME.matcher(topic).matches()) {
            return failed("arguments.topic: must be the name of a topic");
        }
        boolean ofSubscription = tool == McpTool.ENDPOINT_FAILURES || tool == McpTool.DEAD_LETTERS;
        if (ofSubscription && !NAME.matcher(subscription).matches()) {
            return failed("arguments.subscription: must be the name of an event subscription");
        }
        var id = text(tool, "eventId", arguments);
        if (tool == McpTool.EVENT_HISTORY && (id.isEmpty() || id.length() > LONGEST_ID)) {
            return failed("arguments.eventId: must be the id of an event");
        }
        var request = managed.request();
        var ofTopic = "/topics/" + topic;
        audit(tool, topic, subscription, id, managed);
        return switch (tool) {
            case EVENT_HISTORY -> result(get(ofTopic + "/events/" + encoded(id), "", request));
            case NEEDS_ATTENTION -> result(get("/overview", "", request));
            case TRY_FILTER -> result(tried(ofTopic, arguments, request));
            case ENDPOINT_FAILURES -> failures(ofTopic + "/eventSubscriptions/" + subscription, request);
            case DEAD_LETTERS -> letters(ofTopic + "/eventSubscriptions/" + subscription, request);
        };
    }

    /** Returns nothing for what is no parameter of the tool, so that it comes nowhere. */
    private static String text(McpTool tool, String parameter, JsonNode arguments) {
        return tool.parameters().contains(parameter) ? arguments.path(parameter).asText() : "";
    }

    /** Names a topic only if the principal may see it: others read the records of their topics. */
    private static void audit(McpTool tool, String topic, String subscription, String id, ManagedRequest managed) {
        var asked = JsonNodeFactory.instance.objectNode().put("tool", tool.toolName());
        if (!subscription.isEmpty()) {
            asked.put("subscription", subscription);
        }
        if (!id.isEmpty()) {
            asked.put("eventId", id);
        }
        boolean seen = !topic.isEmpty() && managed.refusal(Role.READER, topic).isEmpty();
        managed.changed(seen ? Change.topic(topic) : "mcp", null, asked);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, UTF_8).replace("+", "%20");
    }

    private Response tried(String ofTopic, JsonNode arguments, Request request) {
        var body = JsonNodeFactory.instance.objectNode();
        body.set("filter", arguments.path("filter"));
        body.set("event", arguments.path("event"));
        return ask("POST", ofTopic + "/tryNewFilter", "", body.toString().getBytes(UTF_8), request);
    }

    private McpAnswer failures(String ofSubscription, Request request) {
        var subscription = get(ofSubscription, "", request);
        if (subscription.status() != 200) {
            return result(subscription);
        }
        var failures = get(ofSubscription + "/failures", "", request);
        var properties = json(subscription).path("properties");
        var json = JsonNodeFactory.instance.objectNode();
        for (var member : new String[] {
            "provisioningState", "provisioningError", "paused", "expirationTimeUtc", "warnings", "status"
        }) {
            if (properties.has(member)) {
                json.set(member, properties.get(member));
            }
        }
        json.set("failures", json(failures));
        return data(json, false);
    }

    /** The newest ones, grouped. */
    private McpAnswer letters(String ofSubscription, Request request) {
        var response = get(ofSubscription + "/deadLetters", "top=" + LETTERS, request);
        if (response.status() != 200) {
            return result(response);
        }
        var list = json(response);
        var examples = new TreeMap<String, ArrayNode>();
        var counts = new TreeMap<String, Integer>();
        list.path("value").forEach(letter -> {
            var reason = letter.path("reason").asText();
            counts.merge(reason, 1, Integer::sum);
            var shown = examples.computeIfAbsent(reason, _ -> JsonNodeFactory.instance.arrayNode());
            if (shown.size() < EXAMPLES) {
                shown.add(letter);
            }
        });
        var json = JsonNodeFactory.instance.objectNode();
        var reasons = json.putArray("reasons");
        counts.forEach((reason, count) ->
                reasons.addObject().put("reason", reason).put("count", count).set("newest", examples.get(reason)));
        json.put("complete", !list.has("nextLink"));
        return data(json, false);
    }

    private Response get(String path, String query, Request request) {
        return ask("GET", path, query, new byte[0], request);
    }

    private Response ask(String method, String path, String query, byte[] body, Request request) {
        var asked = new Request(
                method,
                path,
                query,
                request.authority(),
                request.secure(),
                request.remoteAddress(),
                request.headers(),
                () -> new Body.Whole(body));
        return management
                .respond(asked.segments(), asked)
                .orElseThrow(() -> new IllegalStateException("management has no " + path));
    }

    private McpAnswer result(Response response) {
        return data(json(response), response.status() >= 400);
    }

    private static JsonNode json(Response response) {
        return ResourceJson.orMissing(response.bytes());
    }

    private McpAnswer data(JsonNode data, boolean error) {
        var bytes = new byte[MARK_BYTES];
        random.nextBytes(bytes);
        var json = JsonNodeFactory.instance.objectNode();
        json.putArray("content")
                .addObject()
                .put("type", "text")
                .put(
                        "text",
                        QuotedData.of(data.toString(), "data-" + HexFormat.of().formatHex(bytes)));
        json.put("isError", error);
        return new McpAnswer.Result(json);
    }

    private static McpAnswer failed(String message) {
        return new McpAnswer.Failed(McpError.invalidParams(message));
    }
}
