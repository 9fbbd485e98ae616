package io.tidings.acceptance.installation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.tidings.testbed.cluster.ManagementClient;
import io.tidings.testbed.cluster.ManagementClient.Response;

/** Manages one topic and publishes to it over HTTP. */
public final class TopicClient implements AutoCloseable {
    private static final String TOPIC = "orders";

    private final ManagementClient publisher;
    private final ManagementClient management;

    public TopicClient(ProofEnvironment environment) {
        this(
                new ManagementClient(environment.httpPort(), ""),
                new ManagementClient(environment.managementPort(), environment.adminToken()));
    }

    public TopicClient(ManagementClient publisher, ManagementClient management) {
        this.publisher = publisher;
        this.management = management;
    }

    public void createTopic() {
        done(management.putTopic(TOPIC, "{\"properties\":{\"inputSchema\":\"EventGridSchema\"}}"));
    }

    public String key() {
        return done(management.postTopic(TOPIC, "listKeys")).json().path("key1").asText();
    }

    /** Subscribes an endpoint to events of one type. */
    public void subscribe(String name, String endpoint, String type, boolean deadLetters) {
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

    /** True if the endpoint has passed its validation. */
    public boolean inForce(String name) {
        var state = done(management.getSubscription(TOPIC, name)).json().at("/properties/provisioningState");
        return state.asText().equals("Succeeded");
    }

    /** Returns the resource of an event; a missing node if the API knows nothing of it. */
    public JsonNode event(String id) {
        var response = management.manage("GET", "/topics/%s/events/%s".formatted(TOPIC, id), "");
        return response.successful() ? response.json() : MissingNode.getInstance();
    }

    /** The first page of the console as managers get it. */
    public Response console() {
        return management.manage("GET", "/console/", "");
    }

    /** The response to a request for the console at the listener of publishers. */
    public Response consoleOfPublishers() {
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
    public int publish(String key, String events) {
        return publisher.publish(TOPIC, key, events).statusCode();
    }

    @Override
    public void close() {
        management.close();
        publisher.close();
    }
}
