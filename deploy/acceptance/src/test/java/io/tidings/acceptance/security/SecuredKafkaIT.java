package io.tidings.acceptance.security;

import static io.tidings.acceptance.installation.LocalTestCluster.PATIENCE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidings.acceptance.installation.BlobFiles;
import io.tidings.contract.RetryTier;
import io.tidings.contract.TimeScale;
import io.tidings.contract.Topics;
import io.tidings.local.cluster.LocalProgram;
import io.tidings.runtime.InvalidSettings;
import io.tidings.runtime.Program;
import io.tidings.runtime.kafka.KafkaFutures;
import io.tidings.runtime.topics.TopicProvisioner;
import io.tidings.testbed.FreePort;
import io.tidings.testbed.broker.TestTopics;
import io.tidings.testbed.cluster.ManagementClient;
import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.ScriptedWebhook;
import java.io.IOException;
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
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AccessControlEntryFilter;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The pipeline on a broker with TLS, SCRAM and an authorizer, as {@code deploy/kubernetes/strimzi} has it, each program
 * with the access that docs/security.md lists, beside Kafka topics whose owners allow Tidings nothing at first, and take back
 * what they allowed (B-SOURCE-1, B-DEST-3).
 */
class SecuredKafkaIT {
    private static final List<String> PROGRAMS =
            LocalProgram.all().stream().map(LocalProgram::name).toList();
    private static final String MATCHER = "topology";
    private static final String WORKER = "delivery-worker";
    private static final double SCALE = 0.01;
    private static final String NOBODY = "nobody";
    private static final String TOKEN = "the-manager-of-these-tests";
    private static final String ORDERS = "their.orders";
    private static final String PAYMENTS = "their.payments";
    private static final String COPIES = "their.copies";
    private static final String DEAD_LETTERS = """
        ,"deadLetterDestination":{"endpointType":"StorageBlob","properties":{\
        "resourceId":"/storageAccounts/archive","blobContainerName":"dead"}}\
        """;

    @TempDir
    static Path folder;

    private static final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private static final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
    private static final int httpPort = FreePort.next();
    private static ScriptedWebhook endpoint;
    private static SecuredBroker broker;
    private static Admin owner;
    private static List<Program> programs;
    private static ManagementClient ingest;

    @BeforeAll
    static void start() throws IOException {
        endpoint = opened(ScriptedWebhook.start());
        broker = opened(SecuredBroker.start(
                folder, Stream.concat(PROGRAMS.stream(), Stream.of(NOBODY)).toList()));
        owner = opened(broker.operator().admin());
        new TopicProvisioner(broker.operator(), new Topics(Topics.DEFAULT_PREFIX))
                .provision(2, 1, Duration.ZERO, new TimeScale(SCALE));
        KafkaFutures.await(
                owner.createAcls(AccessTable.read().bindings(PROGRAMS)).all(), "allowing what is needed");
        var topics = Stream.of(ORDERS, PAYMENTS, COPIES)
                .map(each -> new NewTopic(each, Optional.of(1), Optional.empty()))
                .toArray(NewTopic[]::new);
        TestTopics.create(owner, topics);
        programs = LocalProgram.all().stream()
                .map(service -> opened(service.start(settings(service.name()), metrics)))
                .toList();
        await().atMost(PATIENCE).until(() -> programs.stream().allMatch(Program::ready));
        ingest = opened(new ManagementClient("http://localhost:" + httpPort, TOKEN));
    }

    @AfterAll
    static void stop() throws Exception {
        while (!opened.isEmpty()) {
            opened.pop().close();
        }
    }

    private static <T extends AutoCloseable> T opened(T part) {
        opened.push(part);
        return part;
    }

    @Test
    void thePipelineNeedsNoMoreThanTheTableSays() throws Exception {
        endpoint.answers(
                "/hook", ScriptedResponse.status(500), ScriptedResponse.status(200), ScriptedResponse.status(400));
        topic("orders", "");
        subscribe("orders", "billing", webhook("/hook") + DEAD_LETTERS);
        topic("operations", "\"inputSchema\":\"CloudEventSchemaV1_0\"");
        subscribe("operations", "on-call", webhook("/on-call") + DEAD_LETTERS);
        awaitSystemEvents();
        publish("orders", "1");
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(endpoint.requests("/hook"))
                        .as("sent, and again")
                        .hasSize(2));
        publish("orders", "2");
        await().atMost(PATIENCE)
                .untilAsserted(() ->
                        assertThat(BlobFiles.text(folder.resolve("blobs"))).contains("\"2\"", "BadRequest"));
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(endpoint.requests("/on-call"))
                        .as("an event about the dead letter")
                        .isNotEmpty());
        endpoint.answers("/hook", ScriptedResponse.status(200));
        var redrive = ingest.manage("POST", "/jobs", """
            {"kind":"redrive","topic":"orders","subscription":"billing"}\
            """).json().path("id").textValue();
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(
                                ingest.manage("GET", "/jobs/" + redrive, "").body())
                        .contains("\"state\":\"Done\"", "\"written\":1"));
        await().atMost(PATIENCE)
                .untilAsserted(() ->
                        assertThat(endpoint.requests("/hook")).as("once more").hasSize(4));
        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(ingest.manage("GET", "/overview", "").body())
                                .as("the timeline, the storages and the group of the topology may be asked")
                                .contains("\"available\":true")
                                .doesNotContain("incomplete"));
        assertThat(programs)
                .allSatisfy(program ->
                        assertThat(program.ended().toCompletableFuture()).isNotDone());
    }

    /** The worker does so every minute, which is too long to wait for. */
    @Test
    void theWorkerMayPurgeWhatIsDelivered() {
        var topics = new Topics(Topics.DEFAULT_PREFIX);
        var begin = RecordsToDelete.beforeOffset(0);
        var purged = new HashMap<TopicPartition, RecordsToDelete>();
        purged.put(new TopicPartition(topics.deliveries(), 0), begin);
        for (var tier : RetryTier.values()) {
            purged.put(new TopicPartition(topics.retry(tier), 0), begin);
        }
        try (var worker = broker.clients("delivery-worker").admin();
                var ingest = broker.clients("ingest-service").admin()) {
            assertThatCode(() -> KafkaFutures.await(worker.deleteRecords(purged).all(), "purging"))
                    .doesNotThrowAnyException();
            assertThatThrownBy(() ->
                            KafkaFutures.await(ingest.deleteRecords(purged).all(), "purging"))
                    .isInstanceOf(TopicAuthorizationException.class);
        }
    }

    @Test
    void whoHasNoAccessIsToldWhichHeNeeds() {
        var worker = LocalProgram.all().stream()
                .filter(service -> service.name().equals("delivery-worker"))
                .findFirst()
                .orElseThrow();
        assertThatThrownBy(() -> worker.start(settings(NOBODY), new SimpleMeterRegistry()))
                .isInstanceOf(InvalidSettings.class)
                .hasMessageContaining("docs/security.md");
    }

    @Test
    void aSourceIsReadWhileItsOwnerAllowsItAndHindersNoOther() {
        allow(ORDERS, AclOperation.READ, MATCHER);
        source("sales", ORDERS);
        source("payments", PAYMENTS);
        write(PAYMENTS);
        write(ORDERS);
        awaitRequests("/sales", 1);
        await().atMost(PATIENCE).ignoreExceptions().until(() -> missing("payments") == 1);
        allow(PAYMENTS, AclOperation.READ, MATCHER);
        awaitRequests("/payments", 1);
        assertThat(missing("payments")).isZero();
        forbid(PAYMENTS);
        write(PAYMENTS);
        await().atMost(PATIENCE).until(() -> missing("payments") == 1);
        write(ORDERS);
        awaitRequests("/sales", 2);
        assertThat(endpoint.requests("/payments")).hasSize(1);
    }

    @Test
    void aDestinationIsWrittenWhenItsOwnerAllowsItAndWebhooksDoNotWait() {
        topic("copied", "");
        subscribe("copied", "copy", """
            "destination":{"endpointType":"EventHub","properties":{"resourceId":\
            "/subscriptions/1/resourceGroups/g/providers/Microsoft.EventHub/namespaces/n/eventhubs/copies"}}\
            """);
        subscribe("copied", "hook", webhook("/copied"));
        publish("copied", "1");
        awaitRequests("/copied", 1);
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(
                                ingest.getSubscription("copied", "copy").body())
                        .contains("Unauthorized"));
        allow(COPIES, AclOperation.DESCRIBE, WORKER);
        allow(COPIES, AclOperation.DESCRIBE_CONFIGS, WORKER);
        allow(COPIES, AclOperation.WRITE, WORKER);
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(
                                ingest.getSubscription("copied", "copy").body())
                        .contains("\"delivered\":1"));
    }

    private static void source(String topic, String kafkaTopic) {
        topic(topic, """
            "tidings":{"source":{"kafkaTopic":"%s","format":"json","start":"earliest"}}\
            """.formatted(kafkaTopic));
        subscribe(topic, "hook", webhook("/" + topic));
    }

    /** @param members of its properties as JSON */
    private static void topic(String name, String members) {
        var response = ingest.putTopic(name, "{\"properties\":{" + members + "}}");
        assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
    }

    private static void subscribe(String topic, String name, String members) {
        var response = ingest.putSubscription(topic, name, "{\"properties\":{" + members + "}}");
        assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
    }

    private static String webhook(String path) {
        return "\"destination\":{\"endpointType\":\"WebHook\",\"properties\":{\"endpointUrl\":\"%s\"}}"
                .formatted(endpoint.uri(path));
    }

    private static void publish(String topic, String id) {
        var event = """
            [{"id":"%s","subject":"/o","eventType":"placed","eventTime":"2026-11-21T09:30:00Z","dataVersion":"1"}]\
            """.formatted(id);
        assertThat(ingest.publish(topic, event).statusCode()).isEqualTo(200);
    }

    private static void write(String kafkaTopic) {
        try (var producer = broker.operator().producer(Map.of())) {
            var _ = producer.send(new ProducerRecord<>(kafkaTopic, "{\"n\":1}".getBytes(UTF_8)));
        }
    }

    private static void awaitRequests(String path, int count) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(endpoint.requests(path)).hasSize(count));
    }

    private static double missing(String topic) {
        return metrics.get("tidings.source.missing").tag("topic", topic).gauge().value();
    }

    private static void allow(String kafkaTopic, AclOperation operation, String user) {
        var binding = new AclBinding(
                new ResourcePattern(ResourceType.TOPIC, kafkaTopic, PatternType.LITERAL),
                new AccessControlEntry("User:" + user, "*", operation, AclPermissionType.ALLOW));
        KafkaFutures.await(owner.createAcls(List.of(binding)).all(), "allowing " + operation);
    }

    private static void forbid(String kafkaTopic) {
        var all = new ResourcePattern(ResourceType.TOPIC, kafkaTopic, PatternType.LITERAL).toFilter();
        var filter = new AclBindingFilter(all, AccessControlEntryFilter.ANY);
        KafkaFutures.await(owner.deleteAcls(List.of(filter)).all(), "taking back what was allowed");
    }

    private static Map<String, String> settings(String user) {
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
                "deadletter.storage",
                folder.resolve("blobs").toUri().toString(),
                "deadletter.create.containers",
                "true"));
        settings.put("deadletter.delay", "10s");
        settings.put("deadletter.window", "10s");
        settings.put("system.events.topic", "operations");
        settings.put("destination.kafka.copies", COPIES);
        settings.put("streams.state.dir", folder.resolve("matching").toString());
        settings.put("timeline.state.dir", folder.resolve("timeline").toString());
        broker.login(user).forEach((name, value) -> settings.put("kafka." + name, value));
        return settings;
    }

    /** Earlier conditions are not announced. */
    private static void awaitSystemEvents() {
        var conditions = new TopicPartition(new Topics(Topics.DEFAULT_PREFIX).conditions(), 0);
        try (var consumer = broker.operator().consumer(Map.of())) {
            await().atMost(PATIENCE)
                    .until(() -> consumer.endOffsets(List.of(conditions)).getOrDefault(conditions, 0L) > 0);
        }
    }
}
