package io.tidings.local;

import static io.tidings.local.OneMachine.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidings.contract.TimeScale;
import io.tidings.contract.Topics;
import io.tidings.runtime.InvalidSettings;
import io.tidings.runtime.Program;
import io.tidings.runtime.kafka.KafkaAnswer;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.kafka.TopicProvisioner;
import io.tidings.testbed.Answer;
import io.tidings.testbed.FreePort;
import io.tidings.testbed.LocalBroker;
import io.tidings.testbed.Receiver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The pipeline on a broker with SASL and an authorizer, each program with the access that docs/security.md lists. */
class SecuredKafkaIT {
    private static final List<String> PROGRAMS =
            Service.all().stream().map(Service::name).toList();
    private static final double SCALE = 0.01;
    private static final String OPERATOR = "operator";
    private static final String TOKEN = "manager";

    @TempDir
    Path folder;

    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private final Receiver endpoint = Receiver.start();
    private final int httpPort = FreePort.next();
    private LocalBroker broker;

    @BeforeEach
    void start() throws IOException {
        broker = LocalBroker.start(secured());
        opened.push(broker);
        new TopicProvisioner(clients(OPERATOR), new Topics(Topics.DEFAULT_PREFIX))
                .provision(2, 1, Duration.ZERO, new TimeScale(SCALE));
        try (var admin = clients(OPERATOR).admin()) {
            KafkaAnswer.await(
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
    void thePipelineNeedsNoMoreThanTheTableSays() {
        var metrics = new SimpleMeterRegistry();
        var programs = Service.all().stream()
                .map(service -> opened(service.start(settings(service.name()), metrics)))
                .toList();
        await().atMost(PATIENCE).until(() -> programs.stream().allMatch(Program::ready));
        try (var edge = new EdgeClient("http://localhost:" + httpPort, TOKEN)) {
            endpoint.answers("/hook", Answer.status(500), Answer.status(200), Answer.status(400));
            assertThat(edge.putTopic("orders", "{}").statusCode()).isEqualTo(201);
            assertThat(edge.putSubscription("orders", "billing", subscription()).statusCode())
                    .isEqualTo(201);
            publish(edge, "1");
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(endpoint.requests("/hook"))
                            .as("sent, and again")
                            .hasSize(2));
            publish(edge, "2");
            await().atMost(PATIENCE).untilAsserted(() -> assertThat(blobs()).contains("\"2\"", "BadRequest"));
        }
        assertThat(programs)
                .allSatisfy(program ->
                        assertThat(program.ended().toCompletableFuture()).isNotDone());
    }

    @Test
    void whoHasNoAccessIsToldWhichHeNeeds() {
        var worker = Service.all().stream()
                .filter(service -> service.name().equals("delivery-worker"))
                .findFirst()
                .orElseThrow();
        assertThatThrownBy(() -> worker.start(settings("nobody"), new SimpleMeterRegistry()))
                .isInstanceOf(InvalidSettings.class)
                .hasMessageContaining("docs/security.md");
    }

    private <T extends AutoCloseable> T opened(T part) {
        opened.push(part);
        return part;
    }

    /** The controller's listener is the broker's own; clients come by the other and must say who they are. */
    private LocalBroker.Settings secured() {
        var users = "user_nobody=\"nobody\" "
                + PROGRAMS.stream()
                        .map(name -> "user_" + name + "=\"" + name + "\"")
                        .collect(Collectors.joining(" "));
        return LocalBroker.Settings.in(folder.resolve("kafka"))
                .with("listener.security.protocol.map", "PLAINTEXT:SASL_PLAINTEXT,CONTROLLER:PLAINTEXT")
                .with("sasl.enabled.mechanisms", "PLAIN")
                .with("sasl.mechanism.inter.broker.protocol", "PLAIN")
                .with(
                        "listener.name.plaintext.plain.sasl.jaas.config",
                        login(OPERATOR).replace(";", "") + " user_" + OPERATOR + "=\"" + OPERATOR + "\" " + users + ";")
                .with("authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer")
                .with("super.users", "User:" + OPERATOR + ";User:ANONYMOUS");
    }

    private static String login(String user) {
        return "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"%s\" password=\"%s\";"
                .formatted(user, user);
    }

    private static Map<String, String> secured(String user) {
        return Map.of(
                "security.protocol", "SASL_PLAINTEXT", "sasl.mechanism", "PLAIN", "sasl.jaas.config", login(user));
    }

    private KafkaClients clients(String user) {
        return new KafkaClients(broker.bootstrapServers(), secured(user), Map.of(), Map.of(), Map.of());
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
        settings.put("streams.state.dir", folder.resolve("matching").toString());
        secured(user).forEach((name, value) -> settings.put("kafka." + name, value));
        return settings;
    }

    private String subscription() {
        return """
            {"properties":{"destination":{"endpointType":"WebHook","properties":{"endpointUrl":"%s"}},
             "deadLetterDestination":{"endpointType":"StorageBlob","properties":{
              "resourceId":"/storageAccounts/archive","blobContainerName":"dead"}}}}\
            """.formatted(endpoint.uri("/hook"));
    }

    private static void publish(EdgeClient edge, String id) {
        var event = """
            [{"id":"%s","subject":"/o","eventType":"placed","eventTime":"2026-11-21T09:30:00Z","dataVersion":"1"}]\
            """.formatted(id);
        assertThat(edge.publish("orders", event).statusCode()).isEqualTo(200);
    }

    private String blobs() throws IOException {
        var text = new StringBuilder();
        if (Files.isDirectory(folder.resolve("blobs"))) {
            try (var files = Files.walk(folder.resolve("blobs"))) {
                for (var file :
                        files.filter(each -> each.toString().endsWith(".json")).toList()) {
                    text.append(Files.readString(file));
                }
            }
        }
        return text.toString();
    }
}
