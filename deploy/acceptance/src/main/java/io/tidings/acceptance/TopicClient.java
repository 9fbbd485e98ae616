package io.tidings.acceptance;

import io.tidings.acceptance.installation.ProofEnvironment;
import io.tidings.acceptance.installation.ProofFailed;
import io.tidings.testbed.management.ManagementClient;
import io.tidings.testbed.management.ManagementClient.Response;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** Manages one topic and publishes to it over HTTP. */
final class TopicClient implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(15);
    private static final String TOPIC = "orders";

    private final HttpClient publisher = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(PATIENCE)
            .build();
    private final URI publishing;
    private final ManagementClient management;

    TopicClient(ProofEnvironment environment) {
        this.publishing =
                URI.create("http://127.0.0.1:%d/topics/%s/api/events".formatted(environment.httpPort(), TOPIC));
        this.management = new ManagementClient(environment.managementPort(), environment.adminToken());
    }

    void createTopic() {
        done(management.putTopic(TOPIC, "{\"properties\":{\"inputSchema\":\"EventGridSchema\"}}"));
    }

    /** The key that publishers send. */
    String key() {
        return done(management.postTopic(TOPIC, "listKeys")).json().path("key1").asText();
    }

    /** Subscribes an endpoint to events of one type. */
    void subscribe(String name, String endpoint, String type, boolean deadLetters) {
        var letters = deadLetters
                ? ",\"deadLetterDestination\":{\"endpointType\":\"StorageBlob\",\"properties\":{\"resourceId\":"
                        + "\"/subscriptions/x/resourceGroups/y/providers/Microsoft.Storage/storageAccounts/here\","
                        + "\"blobContainerName\":\"dead-letters\"}}"
                : "";
        done(management.putSubscription(
                TOPIC,
                name,
                "{\"properties\":{\"destination\":{\"endpointType\":\"WebHook\",\"properties\":{\"endpointUrl\":\""
                        + endpoint + "\"}},\"filter\":{\"includedEventTypes\":[\"" + type + "\"]}" + letters + "}}"));
    }

    /** Whether the endpoint has consented. */
    boolean inForce(String name) {
        var state = done(management.getSubscription(TOPIC, name)).json().at("/properties/provisioningState");
        return state.asText().equals("Succeeded");
    }

    private static Response done(Response response) {
        if (!response.successful()) {
            throw new ProofFailed("ingest does not do what it is asked, but responds %d: %s; read its log"
                    .formatted(response.statusCode(), response.body()));
        }
        return response;
    }

    /** @return the status of the response; 0 when there was none */
    int publish(String key, String events) {
        var request = HttpRequest.newBuilder(publishing)
                .timeout(PATIENCE)
                .header("aeg-sas-key", key)
                .header("content-type", "application/json")
                .POST(BodyPublishers.ofString(events))
                .build();
        try {
            return publisher.send(request, BodyHandlers.discarding()).statusCode();
        } catch (IOException e) {
            return 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 0;
        }
    }

    @Override
    public void close() {
        management.close();
        publisher.close();
    }
}
