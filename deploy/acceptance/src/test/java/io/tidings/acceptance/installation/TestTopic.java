package io.tidings.acceptance.installation;

import static io.tidings.acceptance.installation.LocalTestCluster.PATIENCE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidings.contract.HeaderNames;
import io.tidings.contract.HeaderText;
import io.tidings.contract.Topics;
import io.tidings.runtime.kafka.KafkaFutures;
import io.tidings.testbed.webhook.ReceivedRequest;
import io.tidings.testbed.webhook.ScriptedResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * A topic of an installation, its subscriptions, and what becomes of its events. Paths of the endpoint and the container of
 * its dead letters are its own.
 */
public record TestTopic(LocalTestCluster machine, String name) {

    /** Subscribes the path, with dead letters, to events whose subject begins with it. */
    public void subscribe(String subscription, String path) {
        subscribe(subscription, path, path, "");
    }

    /**
     * The same for events whose subject begins with something else.
     *
     * @param members of the properties as JSON; empty: none
     */
    public void subscribe(String subscription, String path, String subject, String members) {
        put(
                subscription,
                machine.webhook(at(path)) + ", " + LocalTestCluster.beginsWith(subject) + ", " + deadLetters()
                        + (members.isEmpty() ? "" : ", " + members));
    }

    /** Subscribes with these members of the properties as JSON. */
    public void put(String subscription, String members) {
        machine.put(name, subscription, members);
    }

    /** The member with the destination of dead letters. */
    public String deadLetters() {
        return LocalTestCluster.deadLetters(name);
    }

    /** The folder of the dead letters. */
    public Path container() {
        return machine.cluster().options().deadLetters().resolve(name);
    }

    public void answers(String path, ScriptedResponse... answers) {
        machine.endpoint().answers(at(path), answers);
    }

    public List<ReceivedRequest> requests(String path) {
        return machine.endpoint().requests(at(path));
    }

    /** Returns when so many requests have come, which may be more by now. */
    public List<ReceivedRequest> awaitRequests(String path, int count) {
        return await().atMost(PATIENCE).until(() -> requests(path), received -> received.size() >= count);
    }

    /** The URL of a path of the endpoint. */
    public String url(String path) {
        return machine.endpoint().uri(at(path)).toString();
    }

    private String at(String path) {
        return "/" + name + path;
    }

    /** An event with every member that is stamped when absent, so that it is delivered byte for byte. */
    public String event(String id, String subject) {
        return LocalTestCluster.order(name, id, subject);
    }

    /** Publishes an event, which is accepted. */
    public void publish(String id, String subject) {
        publishEvents(event(id, subject));
    }

    /** Publishes events, which are accepted without a word. */
    public void publishEvents(String... events) {
        var response = machine.edge().publish(name, "[" + String.join(",", events) + "]");
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        assertThat(response.body()).isEmpty();
    }

    /** Writes an event into Kafka, as any publisher does there. */
    public void produce(String event) {
        try (var producer = machine.kafka().producer(Map.of())) {
            var record = new ProducerRecord<byte[], byte[]>(
                    new Topics(Topics.DEFAULT_PREFIX).events(), event.getBytes(UTF_8));
            HeaderText.set(record.headers(), HeaderNames.TOPIC, name);
            KafkaFutures.await(producer.send(record), "publishing");
        }
    }

    public String path(String subscription) {
        return "/topics/" + name + "/eventSubscriptions/" + subscription;
    }

    /** The properties of a subscription. */
    public JsonNode subscription(String subscription) {
        return machine.get(path(subscription)).path("properties");
    }

    public JsonNode status(String subscription) {
        return subscription(subscription).path("status");
    }

    public void awaitProvisioning(String subscription, String state) {
        await().atMost(PATIENCE)
                .until(
                        () -> subscription(subscription)
                                .path("provisioningState")
                                .asText(),
                        state::equals);
    }

    /** The blobs of the dead letters of a subscription. */
    public List<Path> blobs(String subscription) {
        return machine.blobs(name, subscription);
    }

    /** Returns the first dead letter of a subscription when it is in a blob, where it is alone. */
    public JsonNode awaitDeadLetter(String subscription) {
        var blob = await().atMost(PATIENCE)
                .until(() -> blobs(subscription), blobs -> !blobs.isEmpty())
                .getFirst();
        try {
            var letters = new JsonMapper().readTree(blob.toFile());
            assertThat(letters).hasSize(1);
            return letters.path(0);
        } catch (IOException e) {
            throw new UncheckedIOException("the blob is no JSON", e);
        }
    }
}
