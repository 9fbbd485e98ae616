package io.tidings.ingest.it;

import static io.tidings.ingest.it.Responses.json;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidings.contract.Topics;
import io.tidings.runtime.kafka.KafkaFutures;
import io.tidings.testbed.webhook.ReceivedRequest;
import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.ScriptedWebhook;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.GroupState;

/** Two instances, of which one validates endpoints, and these endpoints. */
final class ValidationFixture implements AutoCloseable {
    static final Map<String, String> SETTINGS = Map.of(
            "webhook.validation", "true",
            "endpoint.allow.http", "true",
            "endpoint.allow.networks", "127.0.0.0/8,::1/128");
    static final Duration PATIENCE = Duration.ofSeconds(90);

    final IngestFixture owner;
    final IngestFixture other;
    final ScriptedWebhook webhook = ScriptedWebhook.start();
    private final Topics topics;
    private final KafkaLog log = KafkaLog.shared();

    private ValidationFixture(Topics topics) {
        this.topics = topics;
        owner = IngestFixture.under(topics, SETTINGS);
        other = IngestFixture.under(topics, SETTINGS);
        awaitOneOwner();
    }

    /** With topics of its own; {@code orders} takes events of Event Grid, {@code clouds} CloudEvents. */
    static ValidationFixture open(String prefix) {
        var bench = new ValidationFixture(new Topics(prefix + "."));
        bench.owner.manage("PUT", "/topics/orders", "{}");
        bench.owner.manage("PUT", "/topics/clouds", "{\"properties\":{\"inputSchema\":\"CloudEventSchemaV1_0\"}}");
        return bench;
    }

    /** While the second one joins, the work may go from the first to it, and what was begun begins again. */
    private void awaitOneOwner() {
        var id = topics.prefix() + "owner";
        try (var admin = log.clients().admin()) {
            await().atMost(PATIENCE).until(() -> {
                var group = admin.describeConsumerGroups(List.of(id))
                        .describedGroups()
                        .get(id)
                        .get();
                return group.groupState() == GroupState.STABLE
                        && group.members().size() == 2;
            });
        }
    }

    @Override
    public void close() {
        owner.close();
        other.close();
        webhook.close();
    }

    JsonNode put(IngestFixture ingest, String key, String path) {
        var answer = ingest.manage("PUT", path(key), body(webhook.uri(path)));
        assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 201);
        return json(answer);
    }

    void write(String key, String path, String... headers) {
        write(key, webhook.uri(path), headers);
    }

    void write(String key, URI endpoint, String... headers) {
        var record = new ProducerRecord<>(
                topics.subscriptions(), key.getBytes(UTF_8), body(endpoint).getBytes(UTF_8));
        for (int i = 0; i < headers.length; i += 2) {
            record.headers().add(headers[i], headers[i + 1].getBytes(UTF_8));
        }
        try (var producer = log.clients().producer(Map.of())) {
            KafkaFutures.await(producer.send(record), "writing");
        }
    }

    JsonNode get(String key) {
        return json(owner.manage("GET", path(key), ""));
    }

    String state(String key) {
        return get(key).at("/properties/provisioningState").asText();
    }

    String problem(String key) {
        return get(key).at("/properties/provisioningError").asText();
    }

    void awaitState(String key, String state) {
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(state(key)).isEqualTo(state));
    }

    ConsumerRecord<byte[], byte[]> newest(String key) {
        return log.records(topics.subscriptions(), key).getLast();
    }

    private static String body(URI endpoint) {
        return """
            {"properties":{"destination":{"endpointType":"WebHook","properties":{"endpointUrl":"%s"}}}}\
            """.formatted(endpoint);
    }

    private static String path(String key) {
        return "/topics/" + key.replace("/", "/eventSubscriptions/");
    }

    /** The response of the endpoint after its wait. */
    static ScriptedResponse after(CountDownLatch waits, Function<ReceivedRequest, ScriptedResponse.Status> answer) {
        return ScriptedResponse.computed(request -> {
            try {
                waits.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return answer.apply(request);
        });
    }
}
