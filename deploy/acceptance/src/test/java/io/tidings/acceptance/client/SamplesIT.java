package io.tidings.acceptance.client;

import static io.tidings.acceptance.installation.LocalTestCluster.PATIENCE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.acceptance.installation.DeployFolder;
import io.tidings.acceptance.installation.LocalTestCluster;
import io.tidings.acceptance.installation.TestTopic;
import io.tidings.contract.Sha256;
import io.tidings.runtime.kafka.KafkaFutures;
import io.tidings.testbed.FreePort;
import io.tidings.testbed.InstalledPython;
import io.tidings.testbed.NodePackages;
import io.tidings.testbed.client.ClientUse;
import io.tidings.testbed.client.Clients;
import io.tidings.testbed.client.RunsClient;
import io.tidings.testbed.process.ChildProcess;
import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.ScriptedWebhook;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The samples, run as they stand in {@code docs/samples}, but those in C#: there is no registry of .NET. */
class SamplesIT {
    private static final Path SAMPLES = DeployFolder.ROOT.resolve("docs/samples");
    private static final NodePackages NODE =
            new NodePackages("clients", "@azure/eventgrid@5.12.0", "cloudevents@10.0.0");

    private static final InstalledPython PYTHON =
            new InstalledPython("on Debian, apt-get install python3-azure", "azure.eventgrid");

    private static final NodePackages AGENT = new NodePackages("mcp", "@ai-sdk/mcp@2.0.99");
    private static final URI AGENTS = URI.create("https://localhost:" + FreePort.next() + "/mcp");
    private static final String ORDER_PLACED = HexFormat.of().formatHex("Order.Placed".getBytes(UTF_8));
    private static final String TOKEN = "the-token-of-bot";

    @TempDir
    static Path folder;

    private static LocalTestCluster machine;

    @BeforeAll
    static void start() throws IOException {
        var registry = ScriptedWebhook.start();
        registry.answers("/registry/schemas/ids/7", new ScriptedResponse.Status(200, Map.of(), """
            {"schema": "{\\"type\\":\\"record\\",\\"name\\":\\"Order\\",\\"fields\\":[\
            {\\"name\\":\\"kind\\",\\"type\\":\\"string\\"},{\\"name\\":\\"amount\\",\\"type\\":\\"int\\"}]}"}\
            """));
        var token = "bot " + HexFormat.of().formatHex(Sha256.of(TOKEN)) + " subscriber orders\n";
        machine = LocalTestCluster.start(
                folder.resolve("data"),
                null,
                Map.of(
                        "auth.required",
                        "true",
                        "webhook.validation",
                        "true",
                        "source.kafka.shop",
                        "shop.orders",
                        "source.kafka.shop.topics",
                        "orders",
                        "schema.registry.url",
                        registry.uri("/registry").toString(),
                        "tokens.file",
                        Files.writeString(folder.resolve("tokens"), token).toString(),
                        "mcp.port",
                        Integer.toString(AGENTS.getPort()),
                        "mcp.url",
                        AGENTS.toString()),
                registry);
    }

    @AfterAll
    static void stop() {
        machine.close();
    }

    @Test
    void theSamplesInJavaPublishAndReceive() {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var line = List.of(java, "-cp", System.getProperty("java.class.path"));
        publishesAndReceives("java", line, List.of("Receive.java", "Publish.java"), Map.of());
    }

    @Test
    void theSamplesInJavaScriptPublishAndReceive() {
        Clients.require(NODE.missing());
        publishesAndReceives("javascript", List.of("node"), List.of("receive.js", "publish.js"), NODE.environment());
    }

    @Test
    @RunsClient(
            value = "azure.eventgrid",
            version = "4.9.2 in Debian 12",
            uses = {ClientUse.PUBLISH, ClientUse.READ})
    void theSamplesInPythonPublishAndReceive() {
        Clients.require(PYTHON.missing());
        publishesAndReceives("python", List.of(PYTHON.interpreter()), List.of("receive.py", "publish.py"), Map.of());
    }

    /** B-MCP: from a Kafka topic whose records are in Avro to an agent that reacts. */
    @Test
    void theAgentReactsToAnOrderThatAKafkaTopicHoldsInAvro() {
        Clients.require(AGENT.missing());
        machine.kafkaTopic("shop.orders", 1);
        machine.topicWith("orders", """
            "tidings": {"source": {"kafkaTopic": "shop.orders", "format": "avro",
            "mapping": {"eventType": {"sourceField": "kind"}}}}\
            """);
        machine.manage("PUT", "/topics/orders/eventTypes/Order.Placed", """
            {"properties": {"dataSchema": {"type": "object", "properties": {"amount": {"type": "number"}}}}}\
            """);
        var all = new HashMap<>(AGENT.environment());
        all.put("PORT", Integer.toString(FreePort.next()));
        all.put("ENDPOINT", AGENTS.toString());
        all.put("TOKEN", TOKEN);
        all.put("NODE_EXTRA_CA_CERTS", machine.cluster().certificate().chain().toString());
        try (var agent = run("javascript", List.of("node"), "agent.js", all);
                var shop = machine.kafka().producer(Map.of())) {
            await().atMost(PATIENCE).until(() -> {
                agent.requireRunning();
                return said(agent).contains("subscribed");
            });
            awaitMatching();
            for (var amount : List.of("50", "54")) { // 40 and 42
                var value = HexFormat.of().parseHex("0000000007" + "18" + ORDER_PLACED + amount);
                KafkaFutures.await(shop.send(new ProducerRecord<>("shop.orders", value)), "writing");
            }
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(said(agent))
                            .containsOnlyOnce("reacting to orders.Order.Placed")
                            .contains("{\"kind\":\"Order.Placed\",\"amount\":42}"));
        }
    }

    /** Events from then on are delivered. */
    private static void awaitMatching() {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(machine.get("/topics/orders/eventSubscriptions")
                                .at("/value/0/properties/provisioningState")
                                .asText())
                        .isEqualTo("Succeeded"));
    }

    /** @param files the one that receives and the one that publishes */
    private static void publishesAndReceives(
            String language, List<String> interpreter, List<String> files, Map<String, String> environment) {
        machine.topic(language, "EventGridSchema");
        int port = FreePort.next();
        var all = new HashMap<>(environment);
        all.put("PORT", Integer.toString(port));
        all.put("ENDPOINT", machine.cluster().http() + "/topics/" + language + "/api/events");
        all.put("KEY", machine.key(language));
        try (var receive = run(language, interpreter, files.getFirst(), all)) {
            await().atMost(PATIENCE).until(() -> {
                receive.requireRunning();
                return said(receive).contains("listening");
            });
            subscribe(language, port);
            try (var publish = run(language, interpreter, files.getLast(), all)) {
                assertThat(publish.exitWithin(PATIENCE)).as(said(publish)).hasValue(0);
                assertThat(said(publish)).contains("published");
            }
            await().atMost(PATIENCE)
                    .untilAsserted(() ->
                            assertThat(said(receive)).containsPattern("Order\\.Placed /orders/1 \\{\"amount\": ?42}"));
        }
    }

    private static ChildProcess run(
            String language, List<String> interpreter, String file, Map<String, String> environment) {
        var line = new ArrayList<>(interpreter);
        line.add(SAMPLES.resolve(language).resolve(file).toString());
        return ChildProcess.start(new ChildProcess.Command(language + "-" + file, line, environment, null), folder);
    }

    private static String said(ChildProcess process) {
        try {
            return Files.readString(folder.resolve(process.name() + ".log"));
        } catch (IOException e) {
            throw new UncheckedIOException("reading the output of " + process.name(), e);
        }
    }

    private static void subscribe(String topic, int port) {
        var samples = new TestTopic(machine, topic);
        samples.put("samples", """
            "destination":{"endpointType":"WebHook","properties":{"endpointUrl":"http://127.0.0.1:%d/"}}\
            """.formatted(port));
        samples.awaitProvisioning("samples", "Succeeded");
    }
}
