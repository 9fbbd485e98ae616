package io.tidings.acceptance.kafka;

import static io.tidings.acceptance.installation.LocalTestCluster.PATIENCE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidings.acceptance.installation.BlobFiles;
import io.tidings.contract.Topics;
import io.tidings.local.cluster.LocalProgram;
import io.tidings.runtime.Program;
import io.tidings.runtime.kafka.KafkaFutures;
import io.tidings.testbed.FreePort;
import io.tidings.testbed.cluster.ManagementClient;
import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.ScriptedWebhook;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * All four programs on the oldest and on the newest broker that Tidings is tested with: everything that asks something
 * of a broker happens once: retries and dead letters in transactions, a source, a restart.
 */
class BrokerVersionsIT {
    private static final String TOKEN = "the-manager-of-these-tests";
    private static final String FOREIGN = "their.orders";

    @TempDir
    private Path folder;

    private final ScriptedWebhook endpoint = ScriptedWebhook.start();
    private final int httpPort = FreePort.next();

    @Test
    void theOldestBrokerDoesAllThatIsAskedOfIt() throws Exception {
        deliverRetryDeadLetterAndReadASource("oldest");
    }

    @Test
    void theNewestBrokerDoesAllThatIsAskedOfIt() throws Exception {
        deliverRetryDeadLetterAndReadASource("newest");
    }

    private void deliverRetryDeadLetterAndReadASource(String version) throws Exception {
        try (endpoint;
                var broker = OtherBroker.start(version, folder);
                var admin = broker.clients().admin();
                var ingest = new ManagementClient("http://localhost:" + httpPort, TOKEN)) {
            KafkaFutures.await(
                    admin.createTopics(List.of(new NewTopic(FOREIGN, 1, (short) 1)))
                            .all(),
                    "creating a topic");
            var programs = started(broker);
            endpoint.answers("/hook", ScriptedResponse.status(500), ScriptedResponse.status(200));
            endpoint.answers("/gone", ScriptedResponse.status(400));
            topicAndSubscription(ingest, "orders", "{}", "/hook");
            topicAndSubscription(ingest, "returns", "{}", "/gone");
            topicAndSubscription(ingest, "shop", """
                {"properties":{"tidings":{"source":{"kafkaTopic":"their.orders","format":"json","start":"earliest"}}}}\
                """, "/shop");
            endpoint.answers("/shop", ScriptedResponse.status(200));
            publish(ingest, "orders", "1");
            awaitRequests("/hook", 2);
            publish(ingest, "returns", "2");
            await().atMost(PATIENCE).untilAsserted(() -> assertThat(blobs()).contains("\"2\"", "BadRequest"));
            try (var producer = broker.clients().producer(Map.of())) {
                var _ = producer.send(new ProducerRecord<>(FOREIGN, "{\"n\":1}".getBytes(UTF_8)));
            }
            awaitRequests("/shop", 1);
            stop(programs);
            var restarted = started(broker);
            publish(ingest, "orders", "3");
            awaitRequests("/hook", 3);
            await().atMost(PATIENCE).until(() -> committed(admin));
            stop(restarted);
        }
    }

    private List<Program> started(OtherBroker broker) {
        var programs = LocalProgram.all().stream()
                .map(service -> service.start(settings(broker.bootstrap()), new SimpleMeterRegistry()))
                .toList();
        await().atMost(PATIENCE).until(() -> programs.stream().allMatch(Program::ready));
        return programs;
    }

    private static void stop(List<Program> programs) {
        programs.forEach(Program::close);
        assertThat(programs)
                .allSatisfy(program ->
                        assertThat(program.ended().toCompletableFuture()).isCompleted());
    }

    /** Everything in deliveries is finished, so nothing is sent twice after the next start. */
    private static boolean committed(Admin admin) {
        var topics = new Topics(Topics.DEFAULT_PREFIX);
        var offsets = KafkaFutures.await(
                admin.listConsumerGroupOffsets(topics.prefix() + "delivery-worker")
                        .partitionsToOffsetAndMetadata(),
                "offsets");
        return offsets.entrySet().stream()
                        .filter(each -> each.getKey().topic().equals(topics.deliveries()))
                        .mapToLong(each -> each.getValue().offset())
                        .sum()
                >= 4;
    }

    private void topicAndSubscription(ManagementClient ingest, String topic, String body, String path) {
        assertThat(ingest.putTopic(topic, body).statusCode()).isEqualTo(201);
        var subscription = """
            {"properties":{"destination":{"endpointType":"WebHook","properties":{"endpointUrl":"%s"}},
             "deadLetterDestination":{"endpointType":"StorageBlob","properties":{
              "resourceId":"/storageAccounts/archive","blobContainerName":"dead"}}}}\
            """.formatted(endpoint.uri(path));
        assertThat(ingest.putSubscription(topic, "all", subscription).statusCode())
                .isEqualTo(201);
    }

    private static void publish(ManagementClient ingest, String topic, String id) {
        var event = """
            [{"id":"%s","subject":"/o","eventType":"placed","eventTime":"2026-11-21T09:30:00Z","dataVersion":"1"}]\
            """.formatted(id);
        await().atMost(PATIENCE)
                .untilAsserted(() ->
                        assertThat(ingest.publish(topic, event).statusCode()).isEqualTo(200));
    }

    private void awaitRequests(String path, int count) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(endpoint.requests(path)).hasSize(count));
    }

    private Map<String, String> settings(String bootstrap) {
        var settings = new HashMap<>(Map.of(
                "bootstrap.servers",
                bootstrap,
                "partitions",
                "2",
                "time.scale",
                "0.01",
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
                "127.0.0.0/8,::1/128"));
        settings.put("replication.factor", "1");
        settings.put("deadletter.storage", folder.resolve("blobs").toUri().toString());
        settings.put("deadletter.create.containers", "true");
        settings.put("deadletter.delay", "1s");
        settings.put("deadletter.window", "1s");
        settings.put("streams.state.dir", folder.resolve("matching").toString());
        settings.put("timeline.state.dir", folder.resolve("timeline").toString());
        return settings;
    }

    private String blobs() throws IOException {
        var text = new StringBuilder();
        for (var file : BlobFiles.in(folder.resolve("blobs"))) {
            text.append(Files.readString(file));
        }
        return text.toString();
    }
}
