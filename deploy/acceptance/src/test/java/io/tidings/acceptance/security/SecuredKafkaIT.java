package io.tidings.acceptance.security;

import static io.tidings.acceptance.installation.LocalTestCluster.PATIENCE;
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
import io.tidings.testbed.cluster.ManagementClient;
import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.ScriptedWebhook;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The pipeline on a broker with TLS, SCRAM and an authorizer, as {@code deploy/kubernetes/strimzi} has it, each program
 * with the access that docs/security.md lists.
 */
class SecuredKafkaIT {
    private static final List<String> PROGRAMS =
            LocalProgram.all().stream().map(LocalProgram::name).toList();
    private static final double SCALE = 0.01;
    private static final String NOBODY = "nobody";
    private static final String TOKEN = "the-manager-of-these-tests";

    @TempDir
    Path folder;

    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private final ScriptedWebhook endpoint = ScriptedWebhook.start();
    private final int httpPort = FreePort.next();
    private SecuredBroker broker;

    @BeforeEach
    void start() throws IOException {
        broker = SecuredBroker.start(
                folder, Stream.concat(PROGRAMS.stream(), Stream.of(NOBODY)).toList());
        opened.push(broker);
        new TopicProvisioner(broker.operator(), new Topics(Topics.DEFAULT_PREFIX))
                .provision(2, 1, Duration.ZERO, new TimeScale(SCALE));
        try (var admin = broker.operator().admin()) {
            KafkaFutures.await(
                    admin.createAcls(AccessTable.read().bindings(PROGRAMS)).all(), "allowing what is needed");
        }
    }

    @AfterEach
    void stop() throws Exception {
        while (!opened.isEmpty()) {
            opened.pop().close();
        }
        endpoint.close();
    }

    @Test
    void thePipelineNeedsNoMoreThanTheTableSays() throws Exception {
        var metrics = new SimpleMeterRegistry();
        var programs = LocalProgram.all().stream()
                .map(service -> opened(service.start(settings(service.name()), metrics)))
                .toList();
        await().atMost(PATIENCE).until(() -> programs.stream().allMatch(Program::ready));
        try (var ingest = new ManagementClient("http://localhost:" + httpPort, TOKEN)) {
            endpoint.answers(
                    "/hook", ScriptedResponse.status(500), ScriptedResponse.status(200), ScriptedResponse.status(400));
            assertThat(ingest.putTopic("orders", "{}").statusCode()).isEqualTo(201);
            assertThat(ingest.putSubscription("orders", "billing", subscription("/hook"))
                            .statusCode())
                    .isEqualTo(201);
            assertThat(ingest.putTopic("operations", "{\"properties\":{\"inputSchema\":\"CloudEventSchemaV1_0\"}}")
                            .statusCode())
                    .isEqualTo(201);
            assertThat(ingest.putSubscription("operations", "on-call", subscription("/on-call"))
                            .statusCode())
                    .isEqualTo(201);
            awaitSystemEvents();
            publish(ingest, "1");
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(endpoint.requests("/hook"))
                            .as("sent, and again")
                            .hasSize(2));
            publish(ingest, "2");
            await().atMost(PATIENCE).untilAsserted(() -> assertThat(blobs()).contains("\"2\"", "BadRequest"));
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
                    .untilAsserted(() -> assertThat(endpoint.requests("/hook"))
                            .as("once more")
                            .hasSize(4));
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(
                                    ingest.manage("GET", "/overview", "").body())
                            .as("the timeline, the storages and the group of the topology may be asked")
                            .contains("\"available\":true")
                            .doesNotContain("incomplete"));
        }
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
                "deadletter.storage",
                folder.resolve("blobs").toUri().toString(),
                "deadletter.create.containers",
                "true"));
        settings.put("deadletter.delay", "10s");
        settings.put("deadletter.window", "10s");
        settings.put("system.events.topic", "operations");
        settings.put("streams.state.dir", folder.resolve("matching").toString());
        settings.put("timeline.state.dir", folder.resolve("timeline").toString());
        broker.login(user).forEach((name, value) -> settings.put("kafka." + name, value));
        return settings;
    }

    /** Earlier conditions are not announced. */
    private void awaitSystemEvents() {
        var conditions = new TopicPartition(new Topics(Topics.DEFAULT_PREFIX).conditions(), 0);
        try (var consumer = broker.operator().consumer(Map.of())) {
            await().atMost(PATIENCE)
                    .until(() -> consumer.endOffsets(List.of(conditions)).getOrDefault(conditions, 0L) > 0);
        }
    }

    private String subscription(String path) {
        return """
            {"properties":{"destination":{"endpointType":"WebHook","properties":{"endpointUrl":"%s"}},
             "deadLetterDestination":{"endpointType":"StorageBlob","properties":{
              "resourceId":"/storageAccounts/archive","blobContainerName":"dead"}}}}\
            """.formatted(endpoint.uri(path));
    }

    private static void publish(ManagementClient ingest, String id) {
        var event = """
            [{"id":"%s","subject":"/o","eventType":"placed","eventTime":"2026-11-21T09:30:00Z","dataVersion":"1"}]\
            """.formatted(id);
        assertThat(ingest.publish("orders", event).statusCode()).isEqualTo(200);
    }

    private String blobs() throws IOException {
        var text = new StringBuilder();
        for (var file : BlobFiles.in(folder.resolve("blobs"))) {
            text.append(Files.readString(file));
        }
        return text.toString();
    }
}
