package io.tidings.ingest;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidings.runtime.Settings;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** An ingest service in this JVM and a client of it. */
final class Ingest implements AutoCloseable {
    static final String TOKEN = "manager";
    static final String ORDERS = "/topics/orders/api/events";

    final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
    final IngestProgram program;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    Ingest(String bootstrapServers, Map<String, String> settings) {
        var all = new HashMap<>(Map.of(
                "bootstrap.servers", bootstrapServers,
                "partitions", "2",
                "http.port", "0",
                "admin.token", TOKEN,
                "webhook.validation", "false"));
        all.putAll(settings);
        program = IngestProgram.start(Settings.of(IngestConfig.definitions(), IngestConfig.prefixes(), all), metrics);
    }

    URI uri(String path) {
        return URI.create("http://localhost:" + program.httpPort() + path);
    }

    HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return client.send(request.timeout(Duration.ofSeconds(90)).build(), BodyHandlers.ofString());
        } catch (IOException e) {
            throw new AssertionError("no answer", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    HttpResponse<String> manage(String method, String path, String body) {
        return send(HttpRequest.newBuilder(uri(path))
                .header("Authorization", "Bearer " + TOKEN)
                .method(method, BodyPublishers.ofString(body)));
    }

    HttpResponse<String> post(String path, String body, String... headers) {
        var request = HttpRequest.newBuilder(uri(path)).POST(BodyPublishers.ofString(body));
        return send(headers.length == 0 ? request : request.headers(headers));
    }

    @Override
    public void close() {
        program.close();
    }
}
