package io.tidings.testbed.cluster;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** Manages topics and subscriptions over HTTP with the admin token, and publishes. Safe for use by many threads. */
public final class ManagementClient implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(15);

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(PATIENCE)
            .build();
    private final String base;
    private final String token;

    /** @param base scheme, host and port of ingest */
    public ManagementClient(String base, String token) {
        this.base = base;
        this.token = token;
    }

    /** @param port of ingest's management API on this machine */
    public ManagementClient(int port, String token) {
        this("http://127.0.0.1:" + port, token);
    }

    /**
     * The response of ingest.
     *
     * @param statusCode {@link #NONE} when there is no response
     */
    public record Response(int statusCode, String body) {
        public static final int NONE = 0;

        private static final ObjectMapper JSON = new ObjectMapper();
        private static final int REDIRECTION = 300;
        private static final int CLIENT_ERROR = 400;
        private static final int NOT_FOUND = 404;
        private static final int SERVER_ERROR = 500;

        public boolean successful() {
            return statusCode != NONE && statusCode < REDIRECTION;
        }

        public boolean notFound() {
            return statusCode == NOT_FOUND;
        }

        /** True if ingest would refuse the same request again. */
        public boolean refused() {
            return statusCode >= CLIENT_ERROR && statusCode < SERVER_ERROR && !notFound();
        }

        /** @throws IllegalStateException when the body is no JSON */
        public JsonNode json() {
            try {
                return JSON.readTree(body);
            } catch (JsonProcessingException e) {
                throw new IllegalStateException("ingest responded no JSON: " + body, e);
            }
        }
    }

    public Response putTopic(String topic, String json) {
        return manage("PUT", topic(topic), json);
    }

    /** @param action such as {@code listKeys} */
    public Response postTopic(String topic, String action) {
        return manage("POST", topic(topic) + "/" + action, "");
    }

    public Response putSubscription(String topic, String name, String json) {
        return manage("PUT", subscription(topic, name), json);
    }

    public Response getSubscription(String topic, String name) {
        return manage("GET", subscription(topic, name), "");
    }

    public Response deleteSubscription(String topic, String name) {
        return manage("DELETE", subscription(topic, name), "");
    }

    /** @param action such as {@code listKeys}, of a queue */
    public Response postSubscription(String topic, String name, String action) {
        return manage("POST", subscription(topic, name) + "/" + action, "");
    }

    private static String topic(String topic) {
        return "/topics/" + topic;
    }

    private static String subscription(String topic, String name) {
        return topic(topic) + "/eventSubscriptions/" + name;
    }

    public Response manage(String method, String path, String json) {
        return send(HttpRequest.newBuilder(URI.create(base + path))
                .header("authorization", "Bearer " + token)
                .header("content-type", "application/json")
                .method(method, BodyPublishers.ofString(json)));
    }

    /**
     * Asks for something of a queue.
     *
     * @param action such as {@code receive}, with its parameters
     * @param key of receivers
     */
    public Response askQueue(String topic, String name, String action, String key, String json) {
        return send(HttpRequest.newBuilder(
                        URI.create("%s%s/eventsubscriptions/%s:%s".formatted(base, topic(topic), name, action)))
                .header("authorization", "SharedAccessKey " + key)
                .header("content-type", "application/json")
                .POST(BodyPublishers.ofString(json)));
    }

    /** Publishes events of the Event Grid schema, without a key. */
    public Response publish(String topic, String json) {
        return send(publishing(topic, json));
    }

    /** Publishes events of the Event Grid schema. */
    public Response publish(String topic, String key, String json) {
        return send(publishing(topic, json).header("aeg-sas-key", key));
    }

    private HttpRequest.Builder publishing(String topic, String json) {
        return HttpRequest.newBuilder(URI.create(base + topic(topic) + "/api/events"))
                .header("content-type", "application/json")
                .POST(BodyPublishers.ofString(json));
    }

    private Response send(HttpRequest.Builder request) {
        try {
            var response = http.send(request.timeout(PATIENCE).build(), BodyHandlers.ofString());
            return new Response(response.statusCode(), response.body());
        } catch (IOException e) {
            return new Response(Response.NONE, "no response from %s: %s".formatted(base, e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Response(Response.NONE, "interrupted while waiting for " + base);
        }
    }

    @Override
    public void close() {
        http.close();
    }
}
