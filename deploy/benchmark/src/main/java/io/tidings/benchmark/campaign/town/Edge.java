package io.tidings.benchmark.campaign.town;

import io.tidings.benchmark.campaign.publish.Roster;
import io.tidings.benchmark.campaign.publish.Subscriber;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** Manages the topic and its subscriptions over HTTP; what ingest does not take now may be taken later. */
public final class Edge {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final String root;
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(PATIENCE)
            .build();

    Edge(int port) {
        root = "http://127.0.0.1:%d/topics/%s".formatted(port, Roster.TOPIC);
    }

    public boolean putTopic() {
        return send("PUT", "", "{\"properties\":{\"inputSchema\":\"CloudEventSchemaV1_0\"}}");
    }

    public boolean put(Subscriber subscriber, String json) {
        return send("PUT", "/eventSubscriptions/" + subscriber.name(), json);
    }

    public boolean delete(Subscriber subscriber) {
        return send("DELETE", "/eventSubscriptions/" + subscriber.name(), "");
    }

    private boolean send(String method, String path, String body) {
        var request = HttpRequest.newBuilder(URI.create(root + path))
                .timeout(PATIENCE)
                .header("authorization", "Bearer " + Instances.TOKEN)
                .header("content-type", "application/json")
                .method(method, BodyPublishers.ofString(body))
                .build();
        try {
            var answer = http.send(request, BodyHandlers.ofString());
            if (answer.statusCode() >= 400 && answer.statusCode() < 500 && answer.statusCode() != 404) {
                throw new IllegalStateException("%s %s: %s".formatted(method, path, answer.body()));
            }
            return answer.statusCode() < 300;
        } catch (IOException e) {
            return false; // ingest is away
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
