package io.tidings.acceptance.browser;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidings.acceptance.installation.LocalTestCluster;
import io.tidings.acceptance.installation.TestTopic;
import io.tidings.runtime.kafka.KafkaFutures;
import io.tidings.testbed.Folders;
import io.tidings.testbed.FreePort;
import io.tidings.testbed.cluster.ManagementClient;
import io.tidings.testbed.webhook.ScriptedWebhook;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Everything on this machine on free ports, as local mode starts it, with an endpoint that does as it is told. */
final class Installation implements AutoCloseable {
    /** A token that may see everything. */
    static final String READER = "the-token-of-a-reader-0123456789";

    /** A token that may also pause, retry and redrive. */
    static final String OPERATOR = "the-token-of-an-operator-0123456789";

    /** The name that subscriptions use for the Kafka topic that they may write to. */
    static final String HUB = "audit";

    /** A Kafka topic that may be the source of any topic. */
    static final String SOURCE = "shop.orders.v1";

    private static final String MANAGEMENT_PORT = "management.port";

    private final Path folder;
    private final LocalTestCluster machine;
    private final String management;
    private final ManagementClient manager;

    private Installation(Path folder, Map<String, String> settings) throws IOException {
        this.folder = folder;
        var tokens = Files.writeString(folder.resolve("tokens"), """
            rita %s reader *
            otto %s operator *
            """.formatted(sha256(READER), sha256(OPERATOR)));
        var all = new HashMap<>(settings);
        all.put("tokens.file", tokens.toString());
        all.put("deadletter.container.all", "*/*");
        all.put("deadletter.container.all.topics", "*");
        machine = LocalTestCluster.start(folder.resolve("data"), all);
        management = settings.containsKey(MANAGEMENT_PORT)
                ? "http://127.0.0.1:" + settings.get(MANAGEMENT_PORT)
                : machine.cluster().http();
        manager = new ManagementClient(management, adminToken());
    }

    /** With waits that are 50 times shorter than those of an installation that people use. */
    static Installation start() {
        return start(Map.of(
                "time.scale",
                "0.02",
                "destination.kafka." + HUB,
                "audit.v1",
                "destination.kafka." + HUB + ".topics",
                "*",
                "source.kafka.shop",
                SOURCE,
                "source.kafka.shop.topics",
                "*"));
    }

    /** With a port of its own for management and the console, without TLS on any. */
    static Installation withManagementApart() {
        var port = Integer.toString(FreePort.next());
        return start(Map.of(MANAGEMENT_PORT, port, "https.port", "none", "tls.certificate", "", "tls.key", ""));
    }

    static Installation start(Map<String, String> settings) {
        try {
            return new Installation(Files.createTempDirectory("tidings"), settings);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String sha256(String token) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(token.getBytes(UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** Where topics are managed, and the console is. */
    String url() {
        return management;
    }

    String adminToken() {
        return machine.cluster().adminToken();
    }

    ScriptedWebhook endpoint() {
        return machine.endpoint();
    }

    void topic(String name) {
        topic(name, "EventGridSchema");
    }

    void topic(String name, String schema) {
        manage("PUT", "/topics/" + name, "{\"properties\": {\"inputSchema\": \"%s\"}}".formatted(schema));
    }

    /** Subscribes the path of the endpoint, with dead letters, to all events of the topic. */
    void subscribe(String topic, String name, String path) {
        subscribe(topic, name, path, "");
    }

    /** The same for events whose subject begins so. */
    void subscribe(String topic, String name, String path, String subject) {
        machine.subscribe(topic, name, path, subject);
    }

    /** Publishes an event of the Event Grid schema. */
    void publish(String topic, String id) {
        publish(topic, id, "/" + topic + "/1");
    }

    void publish(String topic, String id, String subject) {
        publishText(topic, """
            [{"id":"%s","subject":"%s","eventType":"Order.Placed","eventTime":"2026-11-21T09:30:00Z",\
            "data":{"amount":42.10},"dataVersion":"1.0"}]\
            """.formatted(id, subject));
    }

    void publishText(String topic, String events) {
        var response = manager.publish(topic, events);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    }

    /** Writes an event without a type into Kafka, as a publisher may whom no HTTP edge checks. */
    void reject(String topic, String id) {
        rejectText(
                topic,
                "{\"id\":\"%s\",\"subject\":\"/rejected\",\"eventTime\":\"2026-11-21T09:30:00Z\"}".formatted(id));
    }

    void rejectText(String topic, String event) {
        new TestTopic(machine, topic).produce(event);
    }

    /** Writes records into Kafka, all of them before it returns. */
    void write(Collection<ProducerRecord<byte[], byte[]>> records) {
        try (var producer = machine.kafka().producer(Map.of("linger.ms", 20))) {
            var sent = records.stream().map(producer::send).toList();
            producer.flush();
            sent.forEach(each -> KafkaFutures.await(each, "writing"));
        }
    }

    /** Waits until the event's delivery to the subscription has this state. */
    void awaitState(String topic, String id, String subscription, String state) {
        await("%s is %s at %s".formatted(id, state, subscription))
                .until(() -> state(topic, id, subscription), state::equals);
    }

    private String state(String topic, String id, String subscription) {
        var event = manager.manage("GET", "/topics/%s/events/%s".formatted(topic, id), "");
        if (event.statusCode() != 200) {
            return "unknown";
        }
        for (var delivery : event.json().path("records").path(0).path("deliveries")) {
            if (delivery.path("subscription").asText().equals(subscription)) {
                return delivery.path("state").asText();
            }
        }
        return "none";
    }

    /** Publishes an event that the endpoint refuses, and waits for its dead letter. */
    void deadLetter(String topic, String id, String subscription) {
        publish(topic, id);
        awaitState(topic, id, subscription, "DeadLettered");
    }

    /** Returns the response to a request of the administrator that succeeds. */
    JsonNode manage(String method, String path, String json) {
        var response = manager.manage(method, path, json);
        assertThat(response.successful())
                .as("%s %s: %s", method, path, response)
                .isTrue();
        return response.json();
    }

    /** Returns the status of the response to a request with this token. */
    int statusFor(String token, String method, String path, String json) {
        try (var other = new ManagementClient(url(), token)) {
            return other.manage(method, path, json).statusCode();
        }
    }

    @Override
    public void close() {
        manager.close();
        machine.close();
        Folders.delete(folder);
    }
}
