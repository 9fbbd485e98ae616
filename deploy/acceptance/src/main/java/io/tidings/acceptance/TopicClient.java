package io.tidings.acceptance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.tidings.acceptance.installation.ProofEnvironment;
import io.tidings.acceptance.installation.ProofFailed;
import io.tidings.testbed.management.ManagementClient;
import io.tidings.testbed.management.ManagementClient.Response;

/** Manages one topic and publishes to it over HTTP. */
final class TopicClient implements AutoCloseable {
    private static final String TOPIC = "orders";

    private final ManagementClient publisher;
    private final ManagementClient management;

    TopicClient(ProofEnvironment environment) {
        this.publisher = new ManagementClient(environment.httpPort(), "");
        this.management = new ManagementClient(environment.managementPort(), environment.adminToken());
    }

    void createTopic() {
        done(management.putTopic(TOPIC, "{\"properties\":{\"inputSchema\":\"EventGridSchema\"}}"));
    }

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

    /** Whether the endpoint has passed its validation. */
    boolean inForce(String name) {
        var state = done(management.getSubscription(TOPIC, name)).json().at("/properties/provisioningState");
        return state.asText().equals("Succeeded");
    }

    /** What the API says of an event; empty when it knows nothing. */
    JsonNode event(String id) {
        var response = management.manage("GET", "/topics/%s/events/%s".formatted(TOPIC, id), "");
        return response.successful() ? response.json() : MissingNode.getInstance();
    }

    /** The first page of the console as managers get it. */
    Response console() {
        return management.manage("GET", "/console/", "");
    }

    /** The response to a request for the console at the listener of publishers. */
    Response consoleOfPublishers() {
        return publisher.manage("GET", "/console/", "");
    }

    private static Response done(Response response) {
        if (!response.successful()) {
            throw new ProofFailed("ingest does not do what it is asked, but responds %d: %s; read its log"
                    .formatted(response.statusCode(), response.body()));
        }
        return response;
    }

    /** Returns the status of the response; 0 when there was none. */
    int publish(String key, String events) {
        return publisher.publish(TOPIC, key, events).statusCode();
    }

    @Override
    public void close() {
        management.close();
        publisher.close();
    }
}
