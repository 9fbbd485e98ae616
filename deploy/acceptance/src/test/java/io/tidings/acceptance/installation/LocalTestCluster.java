package io.tidings.acceptance.installation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.local.cluster.LocalCluster;
import io.tidings.local.cluster.LocalOptions;
import io.tidings.local.cluster.LocalPorts;
import io.tidings.testbed.FreePort;
import io.tidings.testbed.cluster.ManagementClient;
import io.tidings.testbed.webhook.ScriptedWebhook;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Everything on this machine on free ports, with an endpoint to deliver to. */
public final class LocalTestCluster implements AutoCloseable {
    public static final Duration PATIENCE = Duration.ofMinutes(2);

    private static final String STORAGE =
            "/subscriptions/x/resourceGroups/y/providers/Microsoft.Storage/storageAccounts/local";

    private final LocalCluster cluster;
    private final ManagementClient ingest;
    private final ScriptedWebhook endpoint;

    private LocalTestCluster(LocalCluster cluster, ScriptedWebhook endpoint) {
        this.cluster = cluster;
        this.endpoint = endpoint;
        this.ingest = new ManagementClient(cluster.http(), cluster.adminToken());
    }

    public static LocalTestCluster start(Path folder, Map<String, String> settings) {
        return start(folder, null, settings);
    }

    public static LocalTestCluster start(Path folder, @Nullable String bootstrap, Map<String, String> settings) {
        return start(folder, bootstrap, settings, ScriptedWebhook.start());
    }

    /** With an endpoint that is there already; it is closed with the rest. */
    public static LocalTestCluster start(
            Path folder, @Nullable String bootstrap, Map<String, String> settings, ScriptedWebhook endpoint) {
        return new LocalTestCluster(
                LocalCluster.start(new LocalOptions(folder, freePorts(), bootstrap, settings)), endpoint);
    }

    public static LocalPorts freePorts() {
        return new LocalPorts(FreePort.next(), FreePort.next(), FreePort.next(), FreePort.next());
    }

    public LocalCluster cluster() {
        return cluster;
    }

    public ManagementClient edge() {
        return ingest;
    }

    public ScriptedWebhook endpoint() {
        return endpoint;
    }

    public void topic(String name, String schema) {
        assertThat(ingest.putTopic(name, "{\"properties\": {\"inputSchema\": \"%s\"}}".formatted(schema))
                        .statusCode())
                .isEqualTo(201);
    }

    /** Subscribes the path of the endpoint, with dead letters, to events whose subject begins so. */
    public void subscribe(String topic, String name, String path, String subject, int attempts) {
        subscribe(topic, name, path, subject, "{\"maxDeliveryAttempts\": %d}".formatted(attempts));
    }

    /** The same with a retry policy as JSON. */
    public void subscribe(String topic, String name, String path, String subject, String policy) {
        put(topic, name, path, subject, "\"retryPolicy\": " + policy);
    }

    /** The same with a retry profile as JSON. */
    public void subscribeWithProfile(String topic, String name, String path, String subject, String profile) {
        put(topic, name, path, subject, "\"tidings\": {\"retry\": " + profile + "}");
    }

    private void put(String topic, String name, String path, String subject, String member) {
        var json = """
            {"properties": {
              "destination": {"endpointType": "WebHook", "properties": {"endpointUrl": "%s"}},
              "filter": {"subjectBeginsWith": "%s"},
              %s,
              "deadLetterDestination": {"endpointType": "StorageBlob", "properties": {
                "resourceId": "%s", "blobContainerName": "dead-letters"}}}}\
            """.formatted(endpoint.uri(path), subject, member, STORAGE);
        assertThat(ingest.putSubscription(topic, name, json).statusCode()).isEqualTo(201);
    }

    /** The blobs of a subscription's dead letters, each at the path it must have (B-DLQ-4). */
    public List<Path> blobs(String subscription) {
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
    public String order(String id, String subject) {
        return """
            {"id":"%s","topic":"%s","subject":"%s","eventType":"Order.Placed","eventTime":"2026-11-21T09:30:00Z",\
            "data":{"amount": 42.10, "note":"ü\\u00fc"},"dataVersion":"1.0","metadataVersion":"1"}\
            """.formatted(id, topicId("orders"), subject);
    }

    public static String topicId(String topic) {
        return "/subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/tidings/providers/Microsoft.EventGrid/topics/"
                + topic;
    }

    @Override
    public void close() {
        ingest.close();
        cluster.close();
        endpoint.close();
    }
}
