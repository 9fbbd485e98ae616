package io.tidings.acceptance.security;

import static io.tidings.acceptance.installation.LocalTestCluster.PATIENCE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidings.contract.TimeScale;
import io.tidings.contract.Topics;
import io.tidings.local.cluster.LocalProgram;
import io.tidings.runtime.Program;
import io.tidings.runtime.kafka.KafkaFutures;
import io.tidings.runtime.topics.TopicProvisioner;
import io.tidings.testbed.FreePort;
import io.tidings.testbed.cluster.ManagementClient;
import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.ScriptedWebhook;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AccessControlEntryFilter;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kafka topics whose owners allow Tidings nothing at first, and take back what they allowed (B-SOURCE-1, B-DEST-3). */
class SecuredForeignTopicsIT {
    private static final List<String> PROGRAMS = List.of("ingest-service", "topology", "delivery-worker");
    private static final String MATCHER = "topology";
    private static final String WORKER = "delivery-worker";
    private static final double SCALE = 0.01;
    private static final String TOKEN = "the-manager-of-these-tests";
    private static final String ORDERS = "their.orders";
    private static final String PAYMENTS = "their.payments";
    private static final String COPIES = "their.copies";

    @TempDir
    private Path folder;

    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private final ScriptedWebhook endpoint = ScriptedWebhook.start();
    private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
    private final int httpPort = FreePort.next();
    private SecuredBroker broker;
    private Admin owner;
    private ManagementClient ingest;

    @BeforeEach
    void start() throws Exception {
        var users = LocalProgram.all().stream().map(LocalProgram::name).toList();
        broker = opened(SecuredBroker.start(folder, users));
        owner = opened(broker.operator().admin());
        new TopicProvisioner(broker.operator(), new Topics(Topics.DEFAULT_PREFIX))
                .provision(2, 1, Duration.ZERO, new TimeScale(SCALE));
        KafkaFutures.await(owner.createAcls(AccessTable.read().bindings(users)).all(), "allowing what is needed");
        var topics = Stream.of(ORDERS, PAYMENTS, COPIES)
                .map(each -> new NewTopic(each, Optional.of(1), Optional.empty()))
                .toList();
        KafkaFutures.await(owner.createTopics(topics).all(), "creating the topics of others");
        var programs = LocalProgram.all().stream()
                .filter(service -> PROGRAMS.contains(service.name()))
                .map(service -> opened(service.start(settings(service.name()), metrics)))
                .toList();
        await().atMost(PATIENCE).until(() -> programs.stream().allMatch(Program::ready));
        ingest = opened(new ManagementClient("http://localhost:" + httpPort, TOKEN));
        endpoint.answers("/orders", ScriptedResponse.status(200));
        endpoint.answers("/payments", ScriptedResponse.status(200));
    }

    @AfterEach
    void stop() throws Exception {
        while (!opened.isEmpty()) {
            opened.pop().close();
        }
        endpoint.close();
    }

    @Test
    void aSourceIsReadWhileItsOwnerAllowsItAndHindersNoOther() {
        allow(ORDERS, AclOperation.READ, MATCHER);
        source("orders", ORDERS);
        source("payments", PAYMENTS);
        write(PAYMENTS);
        write(ORDERS);
        awaitRequests("/orders", 1);
        await().atMost(PATIENCE).ignoreExceptions().until(() -> missing("payments") == 1);
        allow(PAYMENTS, AclOperation.READ, MATCHER);
        awaitRequests("/payments", 1);
        assertThat(missing("payments")).isZero();
        forbid(PAYMENTS);
        write(PAYMENTS);
        await().atMost(PATIENCE).until(() -> missing("payments") == 1);
        write(ORDERS);
        awaitRequests("/orders", 2);
        assertThat(endpoint.requests("/payments")).hasSize(1);
    }

    @Test
    void aDestinationIsWrittenWhenItsOwnerAllowsItAndWebhooksDoNotWait() {
        assertThat(ingest.putTopic("orders", "{}").statusCode()).isEqualTo(201);
        subscribe("orders", "copy", """
            {"endpointType":"EventHub","properties":{"resourceId":\
            "/subscriptions/1/resourceGroups/g/providers/Microsoft.EventHub/namespaces/n/eventhubs/copies"}}\
            """);
        subscribe("orders", "hook", webhook("/orders"));
        assertThat(ingest.publish("orders", """
            [{"id":"1","subject":"/o","eventType":"placed","eventTime":"2026-11-21T09:30:00Z","dataVersion":"1"}]\
            """).statusCode()).isEqualTo(200);
        awaitRequests("/orders", 1);
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(
                                ingest.getSubscription("orders", "copy").body())
                        .contains("Unauthorized"));
        allow(COPIES, AclOperation.DESCRIBE, WORKER);
        allow(COPIES, AclOperation.DESCRIBE_CONFIGS, WORKER);
        allow(COPIES, AclOperation.WRITE, WORKER);
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(
                                ingest.getSubscription("orders", "copy").body())
                        .contains("\"delivered\":1"));
    }

    private void source(String topic, String kafkaTopic) {
        assertThat(ingest.putTopic(topic, """
            {"properties":{"tidings":{"source":{"kafkaTopic":"%s","format":"json","start":"earliest"}}}}\
            """.formatted(kafkaTopic)).statusCode())
                .isEqualTo(201);
        subscribe(topic, "hook", webhook("/" + topic));
    }

    private void subscribe(String topic, String name, String destination) {
        var response = ingest.putSubscription(topic, name, "{\"properties\":{\"destination\":" + destination + "}}");
        assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
    }

    private String webhook(String path) {
        return "{\"endpointType\":\"WebHook\",\"properties\":{\"endpointUrl\":\"" + endpoint.uri(path) + "\"}}";
    }

    private void write(String kafkaTopic) {
        try (var producer = broker.operator().producer(Map.of())) {
            var _ = producer.send(new ProducerRecord<>(kafkaTopic, "{\"n\":1}".getBytes(UTF_8)));
        }
    }

    private void awaitRequests(String path, int count) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(endpoint.requests(path)).hasSize(count));
    }

    private double missing(String topic) {
        return metrics.get("tidings.source.missing").tag("topic", topic).gauge().value();
    }

    private void allow(String kafkaTopic, AclOperation operation, String user) {
        var binding = new AclBinding(
                new ResourcePattern(ResourceType.TOPIC, kafkaTopic, PatternType.LITERAL),
                new AccessControlEntry("User:" + user, "*", operation, AclPermissionType.ALLOW));
        KafkaFutures.await(owner.createAcls(List.of(binding)).all(), "allowing " + operation);
    }

    private void forbid(String kafkaTopic) {
        var all = new ResourcePattern(ResourceType.TOPIC, kafkaTopic, PatternType.LITERAL).toFilter();
        var filter = new AclBindingFilter(all, AccessControlEntryFilter.ANY);
        KafkaFutures.await(owner.deleteAcls(List.of(filter)).all(), "taking back what was allowed");
    }

    private <T extends AutoCloseable> T opened(T part) {
        opened.push(part);
        return part;
    }

    private Map<String, String> settings(String user) {
        var settings = new HashMap<>(Map.of(
                "bootstrap.servers",
                broker.bootstrapServers(),
                "time.scale",
                Double.toString(SCALE),
                "http.port",
                Integer.toString(httpPort),
                "admin.token",
                TOKEN,
                "auth.required",
                "false",
                "webhook.validation",
                "false",
                "endpoint.allow.http",
                "true",
                "endpoint.allow.networks",
                "127.0.0.0/8,::1/128",
                "destination.kafka.copies",
                COPIES));
        settings.put("timeline.enabled", "false");
        settings.put("streams.state.dir", folder.resolve("matching").toString());
        broker.login(user).forEach((name, value) -> settings.put("kafka." + name, value));
        return settings;
    }
}
