package io.tidings.acceptance.crash;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidings.acceptance.installation.KafkaRecords;
import io.tidings.cli.terminal.StopSignal;
import io.tidings.contract.HeaderNames;
import io.tidings.contract.TimeScale;
import io.tidings.contract.Topics;
import io.tidings.local.PartitionGrowth;
import io.tidings.runtime.Program;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.topics.TopicProvisioner;
import io.tidings.testbed.FreePort;
import io.tidings.testbed.broker.LocalBroker;
import io.tidings.testbed.cluster.AgentClient;
import io.tidings.testbed.cluster.ManagementClient;
import io.tidings.testbed.cluster.ServiceProcess;
import io.tidings.testbed.webhook.ReceivedRequest;
import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.ScriptedWebhook;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * A broker, an endpoint and the four programs: three in this JVM, the one to be killed in a process of its own.
 *
 * <p>Events go in by Kafka, but over HTTP when the victim is ingest.
 */
final class CrashTestCluster implements AutoCloseable {
    private static final Topics TOPICS = new Topics(Topics.DEFAULT_PREFIX);
    private static final double SCALE = 0.02;
    private static final Pattern ID = Pattern.compile("\"id\":\"(\\d+)\"");
    private static final int REQUEST = 10;

    private final Path folder;
    private final TestedProgram victim;
    private final double scale;
    private final LocalBroker broker;
    private final ScriptedWebhook webhook;
    private final Producer<byte[], byte[]> producer;
    private final List<Program> programs = new ArrayList<>();
    private final HttpClient http = HttpClient.newHttpClient();
    private final List<String> waiting = new ArrayList<>();
    private final int httpPort;
    private final TestedAgent agent;
    private final ManagementClient management;
    private final ServiceProcess child;

    private CrashTestCluster(
            Path folder, TestedProgram victim, double scale, LocalBroker broker, ScriptedWebhook webhook) {
        this.folder = folder;
        this.victim = victim;
        this.scale = scale;
        this.agent = TestedAgent.in(folder);
        this.broker = broker;
        this.webhook = webhook;
        this.producer = clients().producer(Map.of());
        this.httpPort = FreePort.next();
        this.management = new ManagementClient(httpPort, TestedProgram.ADMIN_TOKEN);
        this.child = victim.process("victim", broker.bootstrapServers(), folder, settings(victim));
    }

    static CrashTestCluster build(Path folder, TestedProgram victim) {
        return build(folder, victim, SCALE);
    }

    /** @param scale of all waits and lives */
    static CrashTestCluster build(Path folder, TestedProgram victim, double scale) {
        var broker = LocalBroker.start(LocalBroker.Settings.in(folder.resolve("kafka")));
        var cluster = new CrashTestCluster(folder, victim, scale, broker, ScriptedWebhook.start());
        cluster.furnish();
        return cluster;
    }

    private void furnish() {
        new TopicProvisioner(clients(), TOPICS).provision(4, 1, Duration.ofMinutes(5), new TimeScale(scale));
        webhook.answers("/hook", ScriptedResponse.computed(request -> ScriptedResponse.status(statusOf(request))));
        webhook.answers("/bad", ScriptedResponse.status(400));
        WrittenRecords.topic(producer);
        subscribe("hook", "placed", "");
        subscribe("bad", "bad", DEAD_LETTERS);
        for (var part : TestedProgram.values()) {
            if (part != victim) {
                programs.add(part.start(broker.bootstrapServers(), folder, settings(part)));
            }
        }
        child.start();
        await().atMost(Duration.ofMinutes(3)).until(() -> programs.stream().allMatch(Program::ready));
        await().atMost(Duration.ofMinutes(3)).until(child::ready);
    }

    static final String DEAD_LETTERS = """
        ,"deadLetterDestination":{"endpointType":"StorageBlob","properties":\
        {"resourceId":"/a/storageAccounts/local","blobContainerName":"dead"}}\
        """;

    private void subscribe(String name, String type, String more) {
        var filter = ",\"filter\":{\"includedEventTypes\":[\"" + type + "\"]}";
        WrittenRecords.subscribe(producer, name, WrittenRecords.webhook(webhook, "/" + name) + filter + more);
    }

    /** Creates a subscription for events of a type that gets the past ones first. */
    void subscribeFromEarliest(String name, String type) {
        webhook.answers("/" + name, ScriptedResponse.status(200));
        var filter = ",\"filter\":{\"includedEventTypes\":[\"" + type + "\"]}";
        WrittenRecords.subscribeFromEarliest(producer, name, WrittenRecords.webhook(webhook, "/" + name) + filter);
    }

    private Map<String, String> settings(TestedProgram part) {
        var settings = new HashMap<String, String>();
        settings.put("time.scale", Double.toString(scale));
        if (part == TestedProgram.INGEST) {
            settings.put("http.port", Integer.toString(httpPort));
            settings.putAll(agent.settings());
        }
        return settings;
    }

    /** An agent that may subscribe to the types of the topic {@code orders}. */
    AgentClient agent() {
        return agent.client();
    }

    /** Declares a type of the topic {@code orders}, so that agents may subscribe to it. */
    void declare(String type) {
        var response = management.manage("PUT", "/topics/orders/eventTypes/" + type, "{\"properties\":{}}");
        if (!response.successful()) {
            throw new IllegalStateException("declaring " + type + ": " + response);
        }
    }

    void answers(String path, ScriptedResponse response) {
        webhook.answers(path, response);
    }

    URI url(String path) {
        return webhook.uri(path);
    }

    /** The same answer to the same attempt, however often it is made. */
    static int statusOf(ReceivedRequest request) {
        int before = Integer.parseInt(request.header("aeg-delivery-count").getFirst());
        return Integer.parseInt(id(request)) % 2 == 0 && before < 2 ? 500 : 200;
    }

    static String id(ReceivedRequest request) {
        return id(request.text());
    }

    static String id(String event) {
        var id = ID.matcher(event);
        if (!id.find()) {
            throw new IllegalArgumentException("no id in " + event);
        }
        return id.group(1);
    }

    List<ReceivedRequest> requests(String path) {
        return webhook.requests(path);
    }

    Path storage() {
        return folder.resolve("blobs");
    }

    /** The path of a subscription in the management API. */
    String path(String subscription) {
        return "/topics/orders/eventSubscriptions/" + subscription;
    }

    JsonNode status(String subscription) {
        return get(path(subscription)).at("/properties/status");
    }

    /** Returns the response of the management API, which is in ingest: it must not be the victim. */
    JsonNode get(String path) {
        var response = management.manage("GET", path, "");
        if (!response.successful()) {
            throw new IllegalStateException("GET " + path + ": " + response);
        }
        return response.json();
    }

    void publish(String type, int from, int to) throws InterruptedException {
        publishMeanwhile(type, from, to);
        publishTheRest();
    }

    /** Publishes while the victim is away: to Kafka, which is there; over HTTP only when it is back. */
    void publishMeanwhile(String type, int from, int to) throws InterruptedException {
        for (int i = from; i < to; i++) {
            waiting.add("{\"id\":\"" + i + "\",\"subject\":\"/o/" + i + "\",\"eventType\":\"" + type
                    + "\",\"eventTime\":\"2026-11-21T09:30:00Z\",\"data\":{\"n\":" + i + "}}");
        }
        if (victim != TestedProgram.INGEST) {
            publishTheRest();
        }
    }

    /** What was not accepted is published again, as every publisher does it. */
    void publishTheRest() throws InterruptedException {
        if (victim == TestedProgram.INGEST) {
            while (!waiting.isEmpty()) {
                var some = List.copyOf(waiting.subList(0, Math.min(REQUEST, waiting.size())));
                if (accepted(some)) {
                    waiting.subList(0, some.size()).clear();
                }
            }
            return;
        }
        for (var event : waiting) {
            var record = new ProducerRecord<byte[], byte[]>(TOPICS.events(), event.getBytes(UTF_8));
            record.headers().add(HeaderNames.TOPIC, "orders".getBytes(UTF_8));
            var _ = producer.send(record);
        }
        producer.flush();
        waiting.clear();
    }

    private boolean accepted(List<String> events) throws InterruptedException {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + httpPort + "/topics/orders/api/events"))
                .header("content-type", "application/json")
                .timeout(Duration.ofSeconds(60))
                .POST(HttpRequest.BodyPublishers.ofString("[" + String.join(",", events) + "]"))
                .build();
        try {
            return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException e) {
            return false; // no answer: published again
        }
    }

    /** Adds partitions, and returns when workers own them. */
    void grow(int partitions) throws InterruptedException {
        new PartitionGrowth(clients(), TOPICS, partitions, _ -> {}, new StopSignal()).run(false);
    }

    void kill() {
        child.kill();
    }

    void restart() {
        child.start();
        await().atMost(Duration.ofMinutes(3)).until(child::ready);
    }

    /** Waits until nobody has anything to do any more: no record of the ladder is beyond what is committed. */
    void settle() {
        await().atMost(Duration.ofMinutes(3)).until(() -> {
            try (var admin = clients().admin()) {
                var committed = admin.listConsumerGroupOffsets(TOPICS.prefix() + "delivery-worker")
                        .partitionsToOffsetAndMetadata()
                        .get();
                return TOPICS.ladder().stream()
                        .flatMap(topic -> records(topic).stream())
                        .allMatch(record -> {
                            var done = committed.get(new TopicPartition(record.topic(), record.partition()));
                            return done != null && record.offset() < done.offset();
                        });
            }
        });
    }

    /** All committed records of a Kafka topic. */
    List<ConsumerRecord<byte[], byte[]>> records(String topic) {
        return KafkaRecords.of(clients(), topic);
    }

    private KafkaClients clients() {
        return KafkaClients.of(broker.bootstrapServers());
    }

    @Override
    public void close() {
        child.kill();
        programs.forEach(Program::close);
        producer.close();
        management.close();
        webhook.close();
        broker.close();
    }
}
