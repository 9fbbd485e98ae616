package io.tidings.cli.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.tidings.cli.terminal.CommandFailure;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The HTTP interface of management of one installation. Safe for use by many threads. */
public final class ManagementCalls {
    private static final ObjectMapper JSON = ExactNumbers.in(JsonMapper.builder());
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration RESPONSE_TIMEOUT = Duration.ofSeconds(40);
    private static final String NEXT = "nextLink";
    private static final String VALUE = "value";
    private static final String INCOMPLETE = "incomplete";
    private static final String TOP = "%24top=";
    /** The largest page that every list has. */
    private static final int PAGE = 100;

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT_TIMEOUT)
            .build();
    private final Connection connection;

    public ManagementCalls(Connection connection) {
        this.connection = connection;
    }

    public ApiResponse get(String path) {
        return send("GET", path, null, Map.of());
    }

    public ApiResponse put(String path, JsonNode body) {
        return send("PUT", path, body, Map.of());
    }

    /** Creates a resource, and replaces none. */
    public ApiResponse create(String path, JsonNode body) {
        return send("PUT", path, body, Map.of("If-None-Match", "*"));
    }

    /** Replaces that version of a resource. */
    public ApiResponse replace(String path, JsonNode body, String version) {
        return send("PUT", path, body, Map.of("If-Match", version));
    }

    public ApiResponse patch(String path, JsonNode body) {
        return send("PATCH", path, body, Map.of());
    }

    public ApiResponse post(String path, JsonNode body) {
        return send("POST", path, body, Map.of());
    }

    public ApiResponse post(String path) {
        return send("POST", path, null, Map.of());
    }

    public ApiResponse delete(String path) {
        return send("DELETE", path, null, Map.of());
    }

    /**
     * A list with all of its pages, or as many as make up so many elements.
     *
     * @param path with its parameters
     */
    public ObjectNode list(String path, int atMost) {
        return list(path, atMost, this::get);
    }

    /** A list that is the response to a question. */
    public ObjectNode listFor(String path, JsonNode question) {
        return list(path, Integer.MAX_VALUE, page -> post(page, question));
    }

    private static ObjectNode list(String path, int atMost, Function<String, ApiResponse> request) {
        var all = JsonNodeFactory.instance.objectNode();
        var value = all.putArray(VALUE);
        var next = path + (path.contains("?") ? "&" : "?") + TOP + Math.min(atMost, PAGE);
        while (next != null && value.size() < atMost) {
            var page = request.apply(next).required();
            for (var element : page.path(VALUE)) {
                if (value.size() < atMost) {
                    value.add(element);
                }
            }
            if (page.has(INCOMPLETE)) {
                page.path(INCOMPLETE).forEach(all.withArrayProperty(INCOMPLETE)::add);
            }
            next = next(page);
        }
        return all;
    }

    /** Returns the path of the page behind this one; null behind the last. */
    public static @Nullable String next(JsonNode page) {
        var link = page.path(NEXT).asText("");
        return link.isEmpty() ? null : pathAndQuery(link);
    }

    public ObjectNode list(String path) {
        return list(path, Integer.MAX_VALUE);
    }

    /** Without the origin, which names the server as a proxy sees it. */
    private static String pathAndQuery(String link) {
        var uri = URI.create(link);
        return uri.getRawQuery() == null ? uri.getRawPath() : uri.getRawPath() + "?" + uri.getRawQuery();
    }

    /**
     * Publishes events, without the token of management.
     *
     * @param endpoint where the topic takes events
     */
    public ApiResponse publish(URI endpoint, String contentType, String events, @Nullable String key) {
        var request = HttpRequest.newBuilder(endpoint)
                .header("Content-Type", contentType)
                .POST(BodyPublishers.ofString(events, UTF_8));
        if (key != null) {
            request.header("aeg-sas-key", key);
        }
        return send(request);
    }

    private ApiResponse send(String method, String path, @Nullable JsonNode body, Map<String, String> headers) {
        var request = HttpRequest.newBuilder(URI.create(connection.url() + path))
                .header("Content-Type", "application/json")
                .method(
                        method,
                        body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body.toString(), UTF_8));
        headers.forEach(request::header);
        if (connection.token() != null) {
            request.header("Authorization", "Bearer " + connection.token().value());
        }
        return send(request);
    }

    private ApiResponse send(HttpRequest.Builder builder) {
        var request = builder.timeout(RESPONSE_TIMEOUT).build();
        try {
            var response = http.send(request, BodyHandlers.ofString(UTF_8));
            var version = response.headers().firstValue("ETag").orElse(null);
            return new ApiResponse(response.statusCode(), request.uri().getPath(), version, json(response.body()));
        } catch (ConnectException | HttpConnectTimeoutException e) {
            throw CommandFailure.unreachable(
                    "No Tidings listens on %s (%s). Start it with ./deploy/local/up, or name another with --url or --profile."
                            .formatted(origin(request.uri()), connection.origin()));
        } catch (HttpTimeoutException e) {
            throw CommandFailure.unreachable(
                    "%s did not respond within %d seconds: what was asked for may have happened."
                            .formatted(origin(request.uri()), RESPONSE_TIMEOUT.toSeconds()));
        } catch (IOException e) {
            throw CommandFailure.unreachable("The connection to %s failed: %s".formatted(origin(request.uri()), e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw CommandFailure.stopped("Stopped while waiting for " + origin(request.uri()));
        }
    }

    private static String origin(URI uri) {
        return uri.getScheme() + "://" + uri.getAuthority();
    }

    private static JsonNode json(String body) {
        if (body.isBlank()) {
            return JsonNodeFactory.instance.objectNode();
        }
        try {
            return JSON.readTree(body);
        } catch (JsonProcessingException _) { // from a proxy, perhaps
            return TextNode.valueOf(body);
        }
    }
}
