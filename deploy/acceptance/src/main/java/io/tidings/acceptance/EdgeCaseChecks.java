package io.tidings.acceptance;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.acceptance.installation.CheckList;
import io.tidings.acceptance.installation.CountingEndpoints;
import io.tidings.acceptance.installation.TopicClient;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.kafka.KafkaFutures;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;

/** One case of everything that is not a success and has a metric. */
final class EdgeCaseChecks {
    /** A subscription whose endpoint refuses everything with 400, and an event that it gets. */
    static final String REFUSED = "bad";

    static final String REFUSED_EVENT = "0";

    /** More than probation.threshold. */
    private static final int FAILURES = 15;

    private final CheckList checks;
    private final TopicClient client;
    private final String bootstrapServers;

    EdgeCaseChecks(CheckList checks, TopicClient client, String bootstrapServers) {
        this.checks = checks;
        this.client = client;
        this.bootstrapServers = bootstrapServers;
    }

    /** @return the names of the subscriptions */
    static List<String> subscribe(TopicClient client, CountingEndpoints endpoints) {
        client.subscribe("busy", endpoints.busyAtFirst("/busy"), "busy", true);
        client.subscribe(REFUSED, endpoints.answering("/bad", 400), "bad", true);
        client.subscribe("dropped", endpoints.answering("/dropped", 400), "dropped", false);
        client.subscribe("absent", endpoints.answering("/absent", 404), "absent", true);
        return List.of("busy", REFUSED, "dropped", "absent");
    }

    void happen(String key) {
        publish(key, "busy", 5);
        publish(key, "bad", 5);
        publish(key, "dropped", 1);
        publish(key, "absent", FAILURES);
        publish(key, "nobody", 1);
        expect(400, client.publish(key, "no JSON"), "what is no JSON");
        expect(401, client.publish("a-wrong-key", SteadyLoad.events("nobody", 0, 1)), "a wrong key");
        writeNoEvent();
        publish(key, "absent", FAILURES);
    }

    private void publish(String key, String type, int events) {
        expect(200, client.publish(key, SteadyLoad.events(type, 0, events)), events + " of type " + type);
    }

    private void expect(int status, int answered, String what) {
        checks.check(
                status == answered,
                what + " is responded to with " + status,
                what + " is responded to with " + answered + " instead of " + status + "; read the log of ingest");
    }

    private void writeNoEvent() {
        try (var producer = KafkaClients.of(bootstrapServers).producer(Map.of())) {
            var record = new ProducerRecord<byte[], byte[]>("tidings.events", "no event".getBytes(UTF_8));
            KafkaFutures.await(producer.send(record), "writing what is no event");
        }
    }
}
