package io.tidings.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.testbed.FreePort;
import io.tidings.testbed.Receiver;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Everything on this machine on free ports, with an endpoint to deliver to. */
final class OneMachine implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofMinutes(2);

    private static final String STORAGE =
            "/subscriptions/x/resourceGroups/y/providers/Microsoft.Storage/storageAccounts/local";

    private final LocalCluster cluster;
    private final EdgeClient edge;
    private final Receiver endpoint;

    private OneMachine(LocalCluster cluster, Receiver endpoint) {
        this.cluster = cluster;
        this.endpoint = endpoint;
        this.edge = new EdgeClient(cluster.http(), cluster.adminToken());
    }

    static OneMachine start(Path folder, Map<String, String> settings) {
        return start(folder, null, settings);
    }

    static OneMachine start(Path folder, @Nullable String bootstrap, Map<String, String> settings) {
        return start(folder, bootstrap, settings, Receiver.start());
    }

    /** With an endpoint that is there already; it is closed with the rest. */
    static OneMachine start(Path folder, @Nullable String bootstrap, Map<String, String> settings, Receiver endpoint) {
        return new OneMachine(LocalCluster.start(new LocalOptions(folder, freePorts(), bootstrap, settings)), endpoint);
    }

    static LocalPorts freePorts() {
        return new LocalPorts(FreePort.next(), FreePort.next(), FreePort.next(), FreePort.next());
    }

    LocalCluster cluster() {
        return cluster;
    }

    EdgeClient edge() {
        return edge;
    }

    Receiver endpoint() {
        return endpoint;
    }

    void topic(String name, String schema) {
        assertThat(edge.putTopic(name, "{\"properties\": {\"inputSchema\": \"%s\"}}".formatted(schema))
                        .statusCode())
                .isEqualTo(201);
    }

    /** Subscribes the path of the endpoint, with dead letters, to events whose subject begins so. */
    void subscribe(String topic, String name, String path, String subject, int attempts) {
        subscribe(topic, name, path, subject, "{\"maxDeliveryAttempts\": %d}".formatted(attempts));
    }

    /** The same with a retry policy as JSON. */
    void subscribe(String topic, String name, String path, String subject, String policy) {
        var json = """
            {"properties": {
              "destination": {"endpointType": "WebHook", "properties": {"endpointUrl": "%s"}},
              "filter": {"subjectBeginsWith": "%s"},
              "retryPolicy": %s,
              "deadLetterDestination": {"endpointType": "StorageBlob", "properties": {
                "resourceId": "%s", "blobContainerName": "dead-letters"}}}}\
            """.formatted(endpoint.uri(path), subject, policy, STORAGE);
        assertThat(edge.putSubscription(topic, name, json).statusCode()).isEqualTo(201);
    }

    /** The blobs of a subscription's dead letters, each at the path it must have (B-DLQ-4). */
    List<Path> blobs(String subscription) {
        var container = cluster.options().deadLetters().resolve("dead-letters");
        var name = subscription.toUpperCase(Locale.ROOT);
        return BlobFiles.in(container).stream()
                .filter(file -> container
                        .relativize(file)
                        .toString()
                        .matches(name + "/\\d{4}/[1-9]\\d?/[1-9]\\d?/\\d\\d?/[0-9a-f-]{36}\\.json"))
                .toList();
    }

    /** An event with every member that is stamped when absent, so that it is delivered byte for byte. */
    String order(String id, String subject) {
        return """
            {"id":"%s","topic":"%s","subject":"%s","eventType":"Order.Placed","eventTime":"2026-11-21T09:30:00Z",\
            "data":{"amount": 42.10, "note":"ü\\u00fc"},"dataVersion":"1.0","metadataVersion":"1"}\
            """.formatted(id, topicId("orders"), subject);
    }

    static String topicId(String topic) {
        return "/subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/tidings/providers/Microsoft.EventGrid/topics/"
                + topic;
    }

    @Override
    public void close() {
        edge.close();
        cluster.close();
        endpoint.close();
    }
}
