package io.tidings.ingest.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.secret.CanonicalOrigin;
import io.tidings.ingest.access.ManagerAuth;
import io.tidings.ingest.access.Principal;
import io.tidings.ingest.access.Role;
import io.tidings.ingest.access.TokenCheck;
import io.tidings.ingest.audit.ManagedRequest;
import io.tidings.ingest.audit.ManagerAccess;
import io.tidings.ingest.http.ApiError;
import io.tidings.ingest.http.Body;
import io.tidings.ingest.http.Request;
import io.tidings.ingest.http.Response;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The listener for agents: MCP over HTTP, one request and one response, without sessions (B-MCP).
 *
 * <pre>
 *   token, role ──> calls a minute ──> envelope ──┬── events/subscribe ──> AgentSubscriptions ──> subscriptions
 *                                                 ├── events/poll ───────> EventPoll ◄── events
 *                                                 └── tools/call ────────> McpTools ──> routes of management
 * </pre>
 */
public final class McpApi {
    private static final Logger log = LoggerFactory.getLogger(McpApi.class);
    private static final String PATH = "/mcp";
    private static final String WELL_KNOWN = "/.well-known/oauth-protected-resource";
    private static final String EXTENSION = "io.modelcontextprotocol/events";
    private static final String AUTHENTICATE = "WWW-Authenticate";
    private static final int CATALOGUE_MILLIS = 60_000;

    private final McpSettings settings;
    private final @Nullable URI issuer;
    private final ManagerAuth auth;
    private final ManagerAccess access;
    private final AgentEvents events;
    private final AgentSubscriptions subscriptions;
    private final EventPoll poll;
    private final McpTools tools;
    private final MinuteCounts calls;
    private final Clock clock;

    /** @param issuer null if no tokens of one are accepted */
    McpApi(
            McpSettings settings,
            @Nullable URI issuer,
            ManagerAuth auth,
            ManagerAccess access,
            AgentEvents events,
            AgentSubscriptions subscriptions,
            EventPoll poll,
            McpTools tools,
            Clock clock) {
        this.settings = settings;
        this.issuer = issuer;
        this.auth = auth;
        this.access = access;
        this.events = events;
        this.subscriptions = subscriptions;
        this.poll = poll;
        this.tools = tools;
        this.calls = new MinuteCounts(settings.callsPerMinute());
        this.clock = clock;
    }

    public Response respond(Request request) {
        var path = request.path();
        if (path.equals(WELL_KNOWN) || path.startsWith(WELL_KNOWN + "/")) {
            return request.method().equals("GET")
                    ? Response.json(200, resource())
                    : Response.methodNotAllowed(request.method(), "GET");
        }
        if (!path.equals(PATH)) {
            return Response.of(ApiError.notFound("this port is for agents only, at " + PATH));
        }
        if (!request.method().equals("POST")) {
            return Response.methodNotAllowed(request.method(), "POST");
        }
        if (isForeign(request)) {
            return Response.of(ApiError.of(403, "Forbidden", "the Origin is not that of this server"));
        }
        return switch (auth.check(request, clock.instant())) {
            case TokenCheck.Refused(var error) -> refused(error);
            case TokenCheck.Accepted(var principal) -> respond(request, principal);
        };
    }

    /** A web page that a person looks at must not use a server on the person's machine. */
    private boolean isForeign(Request request) {
        var own = CanonicalOrigin.of(settings.url());
        return request.header("origin")
                .filter(origin -> !originOf(origin).equals(own))
                .isPresent();
    }

    private static Optional<CanonicalOrigin> originOf(String header) {
        try {
            return CanonicalOrigin.of(new URI(header));
        } catch (URISyntaxException _) {
            return Optional.empty();
        }
    }

    private Response refused(ApiError error) {
        var response = Response.of(error);
        return switch (error.status()) {
            case 401 -> response.with(AUTHENTICATE, challenge());
            case 403 -> response.with(AUTHENTICATE, challenge() + ", error=\"insufficient_scope\"");
            default -> response;
        };
    }

    private String challenge() {
        var url = settings.url();
        return "Bearer resource_metadata=\"" + url.resolve("/").toString().replaceFirst("/$", "") + WELL_KNOWN
                + url.getRawPath() + "\"";
    }

    private ObjectNode resource() {
        var json = JsonNodeFactory.instance
                .objectNode()
                .put("resource", settings.url().toString());
        var servers = json.putArray("authorization_servers");
        if (issuer != null) {
            servers.add(issuer.toString());
        }
        json.putArray("bearer_methods_supported").add("header");
        return json.put("resource_name", "Tidings");
    }

    private Response respond(Request request, Principal principal) {
        if (principal.refusal(Role.SUBSCRIBER, null).isPresent()
                && principal.refusal(Role.READER, null).isPresent()) {
            return refused(ApiError.of(
                    403,
                    "Forbidden",
                    "this needs the role subscriber, or reader for the tools; your token has neither"));
        }
        if (!calls.take(AgentId.principal(principal), clock.instant())) {
            return Response.of(ApiError.of(
                    429, "TooManyCalls", "more calls in a minute than mcp.calls.per.minute, " + calls.permits()));
        }
        return switch (request.body().get()) {
            case Body.Whole(var bytes) -> respond(McpRequest.parse(bytes, request), request, principal);
            case Body.Malformed(var error) -> Response.of(error);
            case Body.TooLarge() ->
                failed(JsonNodeFactory.instance.nullNode(), McpError.tooLarge(McpRequest.MOST_BYTES));
        };
    }

    private Response respond(McpRequest.Parsed parsed, Request request, Principal principal) {
        return switch (parsed) {
            case McpRequest.Parsed.Notification _ -> Response.empty(202);
            case McpRequest.Parsed.Wrong(var id, var error) -> failed(id, error);
            case McpRequest.Parsed.Call(var call) ->
                access.admitted(
                        new ManagedRequest(request, principal, "mcp " + call.method(), Map.of(), clock),
                        managed -> respond(call, managed));
        };
    }

    private Response respond(McpRequest call, ManagedRequest managed) {
        try {
            return switch (answer(call, managed)) {
                case McpAnswer.Failed(var error) -> failed(call.id(), error);
                case McpAnswer.Result(var json) -> {
                    json.put("resultType", "complete");
                    var body = JsonNodeFactory.instance.objectNode().put("jsonrpc", "2.0");
                    body.set("id", call.id());
                    body.set("result", json);
                    yield Response.json(200, body);
                }
            };
        } catch (KafkaException e) {
            log.warn("a call of an agent failed, request {}: {}", managed.id(), e.getMessage());
            return Response.of(ApiError.unavailable("Kafka does not respond at the moment; try again"));
        }
    }

    private McpAnswer answer(McpRequest call, ManagedRequest managed) {
        return switch (call.method()) {
            case "server/discover" -> discovered();
            case "events/list" -> listed(call.params(), managed.principal());
            case "events/subscribe" -> subscriptions.subscribe(call.params(), managed);
            case "events/unsubscribe" -> subscriptions.unsubscribe(call.params(), managed);
            case "events/poll" -> poll.poll(call.params(), managed.principal());
            case "tools/list" -> tools.list(managed.principal());
            case "tools/call" -> tools.call(call.params(), managed);
            default -> new McpAnswer.Failed(McpError.unknownMethod(call.method()));
        };
    }

    private static McpAnswer discovered() {
        var json = JsonNodeFactory.instance.objectNode();
        json.putArray("supportedVersions").add(McpRequest.VERSION);
        var capabilities = json.putObject("capabilities");
        capabilities.putObject("events");
        capabilities.putObject("tools");
        capabilities.putObject("extensions").putObject(EXTENSION);
        var version = McpApi.class.getPackage().getImplementationVersion();
        json.putObject("_meta")
                .putObject("io.modelcontextprotocol/serverInfo")
                .put("name", "tidings")
                .put("version", version == null ? "0" : version);
        return cached(json);
    }

    private McpAnswer listed(ObjectNode params, Principal principal) {
        var cursor = params.path("cursor");
        var behind = cursor.isTextual() ? cursor.textValue() : ""; // null is none, and no name
        var offered = events.of(principal).stream()
                .filter(each -> each.name().compareTo(behind) > 0)
                .limit(AgentEvents.PAGE + 1L)
                .toList();
        var json = JsonNodeFactory.instance.objectNode();
        var array = json.putArray("events");
        offered.stream().limit(AgentEvents.PAGE).forEach(each -> array.add(each.json()));
        if (offered.size() > AgentEvents.PAGE) {
            json.put("nextCursor", offered.get(AgentEvents.PAGE - 1).name());
        }
        return cached(json);
    }

    private static McpAnswer cached(ObjectNode json) {
        return new McpAnswer.Result(json.put("ttlMs", CATALOGUE_MILLIS).put("cacheScope", "private"));
    }

    private static Response failed(JsonNode id, McpError error) {
        return Response.json(error.status(), error.body(id));
    }
}
