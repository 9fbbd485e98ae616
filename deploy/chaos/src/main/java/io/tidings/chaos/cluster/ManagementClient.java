package io.tidings.chaos.cluster;

import io.tidings.chaos.archive.HistoryArchive;
import io.tidings.chaos.history.SubscriptionChange;
import io.tidings.chaos.history.SubscriptionChange.Kind;
import io.tidings.chaos.service.ServiceProcesses;
import io.tidings.chaos.subscriber.ChaosEvents;
import io.tidings.chaos.subscriber.ChaosSchema;
import io.tidings.chaos.subscriber.Subscriber;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.function.IntPredicate;

/**
 * Manages topics and subscriptions over HTTP, and writes down what it changes; what ingest does not take now may be
 * taken later.
 */
public final class ManagementClient {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int REDIRECTION = 300;
    private static final int BAD = 400;
    private static final int NOT_FOUND = 404;
    private static final int BROKEN = 500;

    private final String root;
    private final HistoryArchive archive;
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(PATIENCE)
            .build();

    ManagementClient(int port, HistoryArchive archive) {
        root = "http://127.0.0.1:%d/topics/".formatted(port);
        this.archive = archive;
    }

    /** Creates a topic for each schema. */
    public boolean putTopics() {
        for (var schema : ChaosSchema.values()) {
            var json = "{\"properties\":{\"inputSchema\":\"%s\"}}".formatted(schema.wireName());
            if (!send("PUT", ChaosEvents.topic(schema), json, ManagementClient::done)) {
                return false;
            }
        }
        return true;
    }

    public boolean put(Subscriber subscriber, String json) {
        return change(Kind.PUT, subscriber, json, ManagementClient::done);
    }

    /** What is not there is deleted. */
    public boolean delete(Subscriber subscriber) {
        return change(Kind.DELETE, subscriber, "", status -> done(status) || status == NOT_FOUND);
    }

    private boolean change(Kind kind, Subscriber subscriber, String json, IntPredicate good) {
        var asked = Instant.now();
        boolean told = send(
                kind.name(), "%s/eventSubscriptions/%s".formatted(subscriber.topic(), subscriber.name()), json, good);
        archive.write(subscriber.name(), new SubscriptionChange(kind, asked, Instant.now(), told));
        return told;
    }

    private static boolean done(int status) {
        return status < REDIRECTION;
    }

    private boolean send(String method, String path, String body, IntPredicate good) {
        var request = HttpRequest.newBuilder(URI.create(root + path))
                .timeout(PATIENCE)
                .header("authorization", "Bearer " + ServiceProcesses.TOKEN)
                .header("content-type", "application/json")
                .method(method, BodyPublishers.ofString(body))
                .build();
        try {
            var answer = http.send(request, BodyHandlers.ofString());
            if (answer.statusCode() >= BAD && answer.statusCode() < BROKEN && answer.statusCode() != NOT_FOUND) {
                throw new IllegalStateException("%s %s: %s".formatted(method, path, answer.body()));
            }
            return good.test(answer.statusCode());
        } catch (IOException e) {
            return false; // ingest is away
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
