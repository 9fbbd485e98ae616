package io.tidings.testbed.cluster;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/** An agent, or the assistant of an operator, that asks ingest over MCP. Safe for use by many threads. */
public final class AgentClient implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String VERSION = "2026-07-28";
    private static final String META = "io.modelcontextprotocol/";
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int SERVER_ERROR = 500;

    private final HttpClient http;
    private final URI url;
    private final String token;

    public AgentClient(URI url, String token) {
        this(HttpClient.newBuilder(), url, token);
    }

    /** @param trust for https */
    public AgentClient(SSLContext trust, URI url, String token) {
        this(HttpClient.newBuilder().sslContext(trust), url, token);
    }

    private AgentClient(HttpClient.Builder http, URI url, String token) {
        this.http = http.version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(PATIENCE)
                .build();
        this.url = url;
        this.token = token;
    }

    /**
     * Returns the result of a call.
     *
     * @param params as JSON
     * @throws IllegalStateException if there is none
     */
    public JsonNode call(String method, String params) {
        return tried(method, params).orElseThrow(() -> new IllegalStateException(url + " does not serve " + method));
    }

    /**
     * The same, but empty if the server is not there, or cannot serve now.
     *
     * @throws IllegalStateException if the call is refused
     */
    public Optional<JsonNode> tried(String method, String params) {
        try {
            var response = http.send(request(method, (ObjectNode) JSON.readTree(params)), BodyHandlers.ofString());
            if (response.statusCode() >= SERVER_ERROR) {
                return Optional.empty();
            }
            var result = JSON.readTree(response.body()).path("result");
            if (!result.isObject()) {
                throw new IllegalStateException("%s %s: %s".formatted(method, params, response.body()));
            }
            return Optional.of(result);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("no JSON: " + params, e);
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for " + url, e);
        }
    }

    private HttpRequest request(String method, ObjectNode params) {
        params.putObject("_meta").put(META + "protocolVersion", VERSION).putObject(META + "clientCapabilities");
        var body = JSON.createObjectNode().put("jsonrpc", "2.0").put("id", 1).put("method", method);
        body.set("params", params);
        var request = HttpRequest.newBuilder(url)
                .header("Authorization", "Bearer " + token)
                .header("MCP-Protocol-Version", VERSION)
                .header("Mcp-Method", method)
                .header("Content-Type", "application/json")
                .timeout(PATIENCE)
                .POST(BodyPublishers.ofString(body.toString()));
        if (params.has("name")) {
            request.header("Mcp-Name", params.path("name").asText());
        }
        return request.build();
    }

    @Override
    public void close() {
        http.close();
    }
}
