package io.tidings.acceptance.installation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidings.local.cluster.LocalCluster;
import io.tidings.local.cluster.LocalOptions;
import io.tidings.local.cluster.LocalPorts;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.testbed.Folders;
import io.tidings.testbed.FreePort;
import io.tidings.testbed.broker.TestTopics;
import io.tidings.testbed.cluster.ManagementClient;
import io.tidings.testbed.webhook.ScriptedWebhook;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.apache.kafka.clients.admin.NewTopic;
import org.jspecify.annotations.Nullable;

/** Everything on this machine on free ports, with an endpoint to deliver to. */
public final class LocalTestCluster implements AutoCloseable {
    public static final Duration PATIENCE = Duration.ofMinutes(2);

    private static final String STORAGE =
            "/subscriptions/x/resourceGroups/y/providers/Microsoft.Storage/storageAccounts/local";

    private final LocalCluster cluster;
    private final ManagementClient ingest;
    private final ScriptedWebhook endpoint;

    /** The one of {@link #shared}. */
    private static final class Shared {
        static final LocalTestCluster MACHINE = started();

        private static LocalTestCluster started() {
            try {
                var folder = Files.createTempDirectory("tidings");
                var endpoint = ScriptedWebhook.start();
                var settings = Map.of(
                        "time.scale", "0.02",
                        "deadletter.delay", "25s",
                        "deadletter.window", "10s",
                        "deadletter.notify.topic", "blobs",
                        "system.events.topic", "operations",
                        "destination.kafka.orders", "shop.orders",
                        "schema.registry.url", endpoint.uri("/registry").toString());
                var machine = start(folder, null, settings, endpoint);
                Runtime.getRuntime().addShutdownHook(new Thread(() -> end(machine, folder), "end-machine"));
                return machine;
            } catch (IOException e) {
                throw new UncheckedIOException("cannot create a folder", e);
            }
        }

        private static void end(LocalTestCluster machine, Path folder) {
            machine.close();
            Folders.delete(folder);
        }
    }

    private LocalTestCluster(LocalCluster cluster, ScriptedWebhook endpoint) {
        this.cluster = cluster;
        this.endpoint = endpoint;
        this.ingest = new ManagementClient(cluster.http(), cluster.adminToken());
    }

    /**
     * One for all tests of this JVM that need no other settings, with waits that are 50 times shorter. Each has topics of
     * its own.
     */
    public static LocalTestCluster shared() {
        return Shared.MACHINE;
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

    /** The TLS context of a client that trusts the certificate of this machine only. */
    public SSLContext trust() {
        try (var in = Files.newInputStream(cluster.certificate().chain())) {
            var store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            store.setCertificateEntry(
                    "localhost", CertificateFactory.getInstance("X.509").generateCertificate(in));
            var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(store);
            var tls = SSLContext.getInstance("TLS");
            tls.init(null, trust.getTrustManagers(), null);
            return tls;
        } catch (IOException | GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    /** Creates a topic of the Event Grid schema. */
    public TestTopic topic(String name) {
        return topic(name, "EventGridSchema");
    }

    public TestTopic topic(String name, String schema) {
        return topicWith(name, "\"inputSchema\": \"" + schema + "\"");
    }

    /** Creates a topic with these members of its properties as JSON. */
    public TestTopic topicWith(String name, String members) {
        var put = ingest.putTopic(name, "{\"properties\": {" + members + "}}");
        assertThat(put.statusCode()).as(put.body()).isEqualTo(201);
        return new TestTopic(this, name);
    }

    /** The first key of publishers. */
    public String key(String topic) {
        return manage("POST", "/topics/" + topic + "/listKeys", "").path("key1").asText();
    }

    public KafkaClients kafka() {
        return KafkaClients.of(cluster.bootstrapServers());
    }

    /** Creates a topic of Kafka, as its owner does. */
    public void kafkaTopic(String name, int partitions) {
        try (var admin = kafka().admin()) {
            TestTopics.create(admin, new NewTopic(name, partitions, (short) 1));
        }
    }

    /** The body of a response of management. */
    public JsonNode get(String path) {
        return manage("GET", path, "");
    }

    /** Manages, which succeeds. */
    public JsonNode manage(String method, String path, String json) {
        var response = ingest.manage(method, path, json);
        assertThat(response.successful())
                .as("%s %s: %s", method, path, response)
                .isTrue();
        return response.json();
    }

    /** Returns the metrics of all programs, as Prometheus reads them. */
    public String metrics() {
        var request = HttpRequest.newBuilder(URI.create(cluster.admin() + "/metrics"));
        try (var client = HttpClient.newHttpClient()) {
            return client.send(request.build(), BodyHandlers.ofString()).body();
        } catch (IOException e) {
            throw new UncheckedIOException("asking for metrics", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while asking for metrics", e);
        }
    }

    /** Subscribes the path of the endpoint, with dead letters, to events whose subject begins so. */
    public void subscribe(String topic, String name, String path, String subject) {
        put(topic, name, webhook(path) + ", " + beginsWith(subject) + ", " + deadLetters("dead-letters"));
    }

    /** The same with so many attempts at most. */
    public void subscribe(String topic, String name, String path, String subject, int attempts) {
        var members = List.of(
                webhook(path),
                beginsWith(subject),
                "\"retryPolicy\": {\"maxDeliveryAttempts\": %d}".formatted(attempts),
                deadLetters("dead-letters"));
        put(topic, name, String.join(", ", members));
    }

    /** Subscribes with these members of the properties as JSON. */
    public void put(String topic, String name, String members) {
        var put = ingest.putSubscription(topic, name, "{\"properties\": {" + members + "}}");
        assertThat(put.statusCode()).as(put.body()).isEqualTo(201);
    }

    /** The member that names the path of the endpoint as the destination. */
    public String webhook(String path) {
        return "\"destination\": {\"endpointType\": \"WebHook\", \"properties\": {\"endpointUrl\": \"%s\"}}"
                .formatted(endpoint.uri(path));
    }

    public static String beginsWith(String subject) {
        return "\"filter\": {\"subjectBeginsWith\": \"" + subject + "\"}";
    }

    public static String deadLetters(String container) {
        return """
            "deadLetterDestination": {"endpointType": "StorageBlob", "properties": \
            {"resourceId": "%s", "blobContainerName": "%s"}}\
            """.formatted(STORAGE, container);
    }

    /** The blobs of a subscription's dead letters, each at the path it must have (B-DLQ-4). */
    public List<Path> blobs(String subscription) {
        return blobs("dead-letters", subscription);
    }

    List<Path> blobs(String containerName, String subscription) {
        var container = cluster.options().deadLetters().resolve(containerName);
        var name = subscription.toUpperCase(Locale.ROOT);
        return BlobFiles.in(container).stream()
                .filter(file -> container
                        .relativize(file)
                        .toString()
                        .matches(name + "/\\d{4}/[1-9]\\d?/[1-9]\\d?/\\d\\d?/[0-9a-f-]{36}\\.json"))
                .toList();
    }

    /** Publishes an event to the topic {@code orders}, which is accepted. */
    public void publish(String id, String subject) {
        new TestTopic(this, "orders").publish(id, subject);
    }

    /** An event with every member that is stamped when absent, so that it is delivered byte for byte. */
    public String order(String id, String subject) {
        return order("orders", id, subject);
    }

    static String order(String topic, String id, String subject) {
        return """
            {"id":"%s","topic":"%s","subject":"%s","eventType":"Order.Placed","eventTime":"2026-11-21T09:30:00Z",\
            "data":{"amount": 42.10, "note":"ü\\u00fc"},"dataVersion":"1.0","metadataVersion":"1"}\
            """.formatted(id, topicId(topic), subject);
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
