package io.tidings.acceptance.security;

import static io.tidings.acceptance.installation.LocalTestCluster.PATIENCE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import io.tidings.acceptance.installation.BlobFiles;
import io.tidings.acceptance.installation.LocalTestCluster;
import io.tidings.acceptance.monitoring.SpanCollector;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.testbed.webhook.ScriptedResponse;
import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** B-DEL-5: secrets go to the endpoint, and stand in nothing that the system writes, on whatever way of an event. */
class PlantedSecretsIT {
    private static final String HEADER = "planted-header-4711";
    private static final String QUERY = "planted-query-4712";
    private static final String REFUSED = "planted-refused-4713";
    private static final String COLLECTOR = "planted-collector-4714";
    private static final String SIGNING = "whsec_cGxhbnRlZC1zaWduaW5nLTQ3MTUtcGxhbnRlZA==";

    private static final String CLIENT = "planted-client-4716";
    private static final String TOKEN = "planted-admin-token-4717";

    @TempDir
    Path folder;

    private final Logger ours = (Logger) LoggerFactory.getLogger("io.tidings");
    private final ByteArrayOutputStream log = new ByteArrayOutputStream();
    private final OutputStreamAppender<ILoggingEvent> appender = new OutputStreamAppender<>();

    @BeforeEach
    void logEverything() {
        var encoder = new PatternLayoutEncoder();
        encoder.setContext(ours.getLoggerContext());
        encoder.setPattern("%level %logger %msg %kvp %mdc%n%ex{full}");
        encoder.start();
        appender.setContext(ours.getLoggerContext());
        appender.setEncoder(encoder);
        appender.setOutputStream(log);
        appender.start();
        ours.setLevel(Level.TRACE);
        ((Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME)).addAppender(appender);
    }

    @AfterEach
    void logLess() {
        ((Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME)).detachAppender(appender);
        ours.setLevel(null);
    }

    @Test
    void plantedSecretsAreFoundInNothingThatWasWritten() throws Exception {
        var answers = new ArrayList<String>();
        String written;
        var secrets = new ArrayList<>(List.of(HEADER, QUERY, REFUSED, COLLECTOR, SIGNING, CLIENT, TOKEN));
        var collector = new SpanCollector();
        collector.answers(ScriptedResponse.status(401), ScriptedResponse.status(200));
        try (collector;
                var machine = LocalTestCluster.start(
                        folder,
                        Map.of(
                                "time.scale", "0.01",
                                "attempts.log", "all",
                                "deadletter.delay", "10s",
                                "deadletter.window", "10s",
                                "tracing.endpoint", collector.endpoint(),
                                "tracing.headers", "authorization=Bearer " + COLLECTOR))) {
            secrets.add(machine.cluster().adminToken());
            machine.topic("orders", "EventGridSchema");
            secrets.addAll(keys(machine));
            machine.endpoint()
                    .answers("/hook", echo(503), ScriptedResponse.close(), ScriptedResponse.status(200), echo(400));
            machine.endpoint().answers("/token", token());
            answers.addAll(manage(machine));
            machine.publish("1", "/o");
            await().atMost(PATIENCE)
                    .until(() -> machine.endpoint().requests("/hook").size() >= 3);
            machine.publish("2", "/o");
            await().atMost(PATIENCE).until(() -> !machine.blobs("billing").isEmpty());
            assertThat(machine.endpoint().requests("/hook")).allSatisfy(request -> {
                assertThat(request.header("x-secret")).containsExactly(HEADER);
                assertThat(request.query()).isEqualTo("code=" + QUERY);
                assertThat(request.header("webhook-signature")).hasSize(1);
                assertThat(request.header("authorization")).containsExactly("Bearer " + TOKEN);
            });
            answers.add(machine.metrics());
            await().atMost(PATIENCE)
                    .until(() -> !collector.spans(each -> each.is("export")).isEmpty());
            assertThat(collector.requests()).allSatisfy(request -> {
                assertThat(request.header("authorization")).containsExactly("Bearer " + COLLECTOR);
                assertThat(request.text()).doesNotContain(secrets);
            });
            written = records(machine)
                    + BlobFiles.text(machine.cluster().options().deadLetters());
        }
        assertThat(written)
                .as("topics and blobs")
                .contains("tidings-sealed:", "BadRequest", "echo: *** *** Bearer ***")
                .doesNotContain(secrets);
        assertThat(log.toString(UTF_8))
                .contains("DEBUG io.tidings", "no spans reach the collector")
                .doesNotContain(secrets);
        assertThat(String.join("\n", answers)).contains("billing", "tidings_").doesNotContain(secrets);
    }

    /** What a manager sees of a subscription, also of one that is refused for its secret. */
    private static List<String> manage(LocalTestCluster machine) {
        var path = "/topics/orders/eventSubscriptions/billing";
        var ingest = machine.edge();
        return List.of(
                ingest.manage("PUT", path, subscription(machine, HEADER)).body(),
                ingest.manage("PUT", path, subscription(machine, REFUSED + "\\u0007"))
                        .body(),
                ingest.manage("PUT", path, subscription(machine, REFUSED).replace("\"isSecret\"", "isSecret"))
                        .body(),
                ingest.manage("PATCH", path, "{\"properties\":{\"labels\":[\"x\"]}}")
                        .body(),
                ingest.manage("GET", path, "").body(),
                ingest.manage("GET", "/topics/orders/eventSubscriptions", "").body(),
                ingest.manage("POST", path + "/getDeliveryAttributes", "").body(),
                ingest.manage("GET", "/topics/orders", "").body());
    }

    private static String subscription(LocalTestCluster machine, String secret) {
        return """
            {"properties":{"destination":{"endpointType":"WebHook","properties":{"endpointUrl":"%s?code=%s",
              "deliveryAttributeMappings":[
                {"name":"X-Secret","type":"Static","properties":{"value":"%s","isSecret":true}}]}},
             "tidings":{"signing":{"secret":"%s"},
              "authentication":{"oauth2":{"tokenUrl":"%s","clientId":"c","clientSecret":"%s"}}},
             "deadLetterDestination":{"endpointType":"StorageBlob","properties":{
              "resourceId":"/storageAccounts/local","blobContainerName":"dead-letters"}}}}\
            """.formatted(
                        machine.endpoint().uri("/hook"),
                        QUERY,
                        secret,
                        SIGNING,
                        machine.endpoint().uri("/token"),
                        CLIENT);
    }

    /** A failure of an endpoint that repeats what it was sent. */
    private static ScriptedResponse echo(int status) {
        return new ScriptedResponse.Status(
                status, Map.of("content-type", "text/plain"), "echo: " + HEADER + " " + QUERY + " Bearer " + TOKEN);
    }

    private static ScriptedResponse token() {
        return new ScriptedResponse.Status(
                200,
                Map.of("content-type", "application/json"),
                "{\"access_token\":\"%s\",\"token_type\":\"Bearer\",\"expires_in\":3600}".formatted(TOKEN));
    }

    private static List<String> keys(LocalTestCluster machine) {
        var keys = machine.manage("POST", "/topics/orders/listKeys", "");
        return List.of(keys.path("key1").asText(), keys.path("key2").asText());
    }

    /** Every record of every topic, as text. */
    private static String records(LocalTestCluster machine) {
        var text = new StringBuilder();
        try (var consumer =
                KafkaClients.of(machine.cluster().bootstrapServers()).consumer(Map.of())) {
            var partitions = consumer.listTopics().entrySet().stream()
                    .filter(topic -> topic.getKey().startsWith("tidings."))
                    .flatMap(topic -> topic.getValue().stream())
                    .map(info -> new TopicPartition(info.topic(), info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            var ends = consumer.endOffsets(partitions);
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                consumer.poll(Duration.ofMillis(100)).forEach(record -> append(record, text));
            }
        }
        return text.toString();
    }

    private static void append(ConsumerRecord<byte[], byte[]> record, StringBuilder text) {
        record.headers()
                .forEach(header -> text.append(header.key()).append('=').append(new String(header.value(), UTF_8)));
        if (record.value() != null) {
            text.append(new String(record.value(), UTF_8));
        }
        text.append('\n');
    }
}
