package io.tidings.local.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** What somebody who manages and publishes over HTTP sends. */
public final class IngestClient implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final HttpClient client = HttpClient.newHttpClient();
    private final String base;
    private final String adminToken;

    public IngestClient(String base, String adminToken) {
        this.base = base;
        this.adminToken = adminToken;
    }

    public HttpResponse<String> putTopic(String topic, String json) {
        return manage("PUT", "/topics/" + topic, json);
    }

    public HttpResponse<String> putSubscription(String topic, String name, String json) {
        return manage("PUT", "/topics/%s/eventSubscriptions/%s".formatted(topic, name), json);
    }

    public HttpResponse<String> manage(String method, String path, String json) {
        return send(request(path)
                .header("Authorization", "Bearer " + adminToken)
                .header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString(json)));
    }

    public HttpResponse<String> publish(String topic, String json) {
        return send(request("/topics/%s/api/events".formatted(topic))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(json)));
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(base + path)).timeout(PATIENCE);
    }

    private HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return client.send(request.build(), BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException("no response from " + base, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for " + base, e);
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
