package io.tidings.ingest.it;

import static io.tidings.ingest.it.Responses.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidings.contract.Topics;
import io.tidings.ingest.IngestConfig;
import io.tidings.ingest.IngestProgram;
import io.tidings.runtime.Settings;
import io.tidings.testbed.broker.SharedBroker;
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
final class IngestFixture implements AutoCloseable {
    static final String TOKEN = "the-manager-of-these-tests";
    static final String ORDERS = "/topics/orders/api/events";

    final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
    final IngestProgram program;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    IngestFixture(String bootstrapServers, Map<String, String> settings) {
        var all = new HashMap<>(Map.of(
                "bootstrap.servers", bootstrapServers,
                "partitions", "2",
                "http.port", "0",
                "admin.token", TOKEN,
                "webhook.validation", "false"));
        all.putAll(settings);
        program = IngestProgram.start(Settings.of(IngestConfig.definitions(), IngestConfig.prefixes(), all), metrics);
    }

    /** With topics of its own on the broker that tests share. */
    static IngestFixture under(Topics topics, Map<String, String> settings) {
        var all = new HashMap<>(settings);
        all.put("topic.prefix", topics.prefix());
        return new IngestFixture(SharedBroker.get().bootstrapServers(), all);
    }

    /** The same, with the topic to which {@link #ORDERS} leads. */
    static IngestFixture withOrders(Topics topics, Map<String, String> settings) {
        var ingest = under(topics, settings);
        assertThat(ingest.manage("PUT", "/topics/orders", "{}").statusCode()).isEqualTo(201);
        return ingest;
    }

    URI uri(String path) {
        return URI.create("http://localhost:" + program.httpPort() + path);
    }

    HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return client.send(request.timeout(Duration.ofSeconds(90)).build(), BodyHandlers.ofString());
        } catch (IOException e) {
            throw new AssertionError("no response", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    HttpResponse<String> manage(String method, String path, String body) {
        return manageAs(TOKEN, method, path, body);
    }

    HttpResponse<String> manageAs(String token, String method, String path, String body, String... headers) {
        var request = HttpRequest.newBuilder(uri(path))
                .header("Authorization", "Bearer " + token)
                .method(method, BodyPublishers.ofString(body));
        return send(headers.length == 0 ? request : request.headers(headers));
    }

    /** One of the two keys of a topic. */
    String key(String topic, int number) {
        return json(manage("POST", "/topics/" + topic + "/listKeys", ""))
                .path("key" + number)
                .textValue();
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
