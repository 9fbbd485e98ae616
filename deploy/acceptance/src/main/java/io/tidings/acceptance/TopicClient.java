package io.tidings.acceptance;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidings.acceptance.installation.ProofEnvironment;
import io.tidings.acceptance.installation.ProofFailed;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** What somebody who manages one topic and publishes to it sends over HTTP. */
final class TopicClient implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(15);
    private static final String TOPIC = "/topics/orders";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(PATIENCE)
            .build();
    private final String publishing;
    private final String management;
    private final String adminToken;

    TopicClient(ProofEnvironment environment) {
        this.publishing = "http://127.0.0.1:" + environment.httpPort() + TOPIC;
        this.management = "http://127.0.0.1:" + environment.managementPort() + TOPIC;
        this.adminToken = environment.adminToken();
    }

    void createTopic() {
        managed("PUT", "", "{\"properties\":{\"inputSchema\":\"EventGridSchema\"}}");
    }

    /** The key that publishers send. */
    String key() {
        return json(managed("POST", "/listKeys", "")).path("key1").asText();
    }

    /** Subscribes an endpoint to events of one type. */
    void subscribe(String name, String endpoint, String type, boolean deadLetters) {
        var letters = deadLetters
                ? ",\"deadLetterDestination\":{\"endpointType\":\"StorageBlob\",\"properties\":{\"resourceId\":"
                        + "\"/subscriptions/x/resourceGroups/y/providers/Microsoft.Storage/storageAccounts/here\","
                        + "\"blobContainerName\":\"dead-letters\"}}"
                : "";
        managed(
                "PUT",
                "/eventSubscriptions/" + name,
                "{\"properties\":{\"destination\":{\"endpointType\":\"WebHook\",\"properties\":{\"endpointUrl\":\""
                        + endpoint + "\"}},\"filter\":{\"includedEventTypes\":[\"" + type + "\"]}" + letters + "}}");
    }

    /** Whether the endpoint has consented. */
    boolean inForce(String name) {
        var state = json(managed("GET", "/eventSubscriptions/" + name, "")).at("/properties/provisioningState");
        return state.asText().equals("Succeeded");
    }

    private String managed(String method, String path, String body) {
        var answer = send(HttpRequest.newBuilder(URI.create(management + path))
                .header("authorization", "Bearer " + adminToken)
                .header("content-type", "application/json")
                .method(method, BodyPublishers.ofString(body)));
        if (answer.statusCode() >= 300) {
            throw new ProofFailed(
                    "%s %s is answered by %d: %s".formatted(method, path, answer.statusCode(), answer.body()));
        }
        return answer.body();
    }

    /** @return the status of the answer; 0 when there was none */
    int publish(String key, String events) {
        try {
            return send(HttpRequest.newBuilder(URI.create(publishing + "/api/events"))
                            .header("aeg-sas-key", key)
                            .header("content-type", "application/json")
                            .POST(BodyPublishers.ofString(events)))
                    .statusCode();
        } catch (ProofFailed _) {
            return 0;
        }
    }

    private HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return client.send(request.timeout(PATIENCE).build(), BodyHandlers.ofString());
        } catch (IOException e) {
            throw new ProofFailed("ingest does not answer at " + publishing + "; read its log", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ProofFailed("interrupted while asking ingest", e);
        }
    }

    private static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new ProofFailed("ingest answered no JSON: " + text, e);
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
