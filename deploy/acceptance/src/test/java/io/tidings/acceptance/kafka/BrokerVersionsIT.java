package io.tidings.acceptance.kafka;

import static io.tidings.acceptance.installation.LocalTestCluster.PATIENCE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.acceptance.installation.LocalTestCluster;
import io.tidings.acceptance.installation.TestTopic;
import io.tidings.contract.Topics;
import io.tidings.runtime.kafka.KafkaFutures;
import io.tidings.testbed.broker.TestTopics;
import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.ScriptedWebhook;
import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * All four programs on the oldest and on the newest broker that Tidings is tested with: everything that asks something
 * of a broker happens once: retries and dead letters in transactions, a source, a restart.
 */
class BrokerVersionsIT {
    private static final Map<String, String> SETTINGS =
            Map.of("time.scale", "0.01", "deadletter.delay", "1s", "deadletter.window", "1s", "partitions", "2");
    private static final String FOREIGN = "their.orders";

    @TempDir
    private Path folder;

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"oldest", "newest"})
    void theBrokerDoesAllThatIsAskedOfIt(String version) throws Exception {
        try (var broker = OtherBroker.start(version, folder);
                var admin = broker.clients().admin()) {
            TestTopics.create(admin, new NewTopic(FOREIGN, 1, (short) 1));
            int endpoint;
            try (var machine = start(broker, ScriptedWebhook.start())) {
                endpoint = machine.endpoint().port();
                deliverRetryDeadLetterAndReadASource(machine);
            }
            try (var machine = start(broker, ScriptedWebhook.start(endpoint))) {
                var orders = new TestTopic(machine, "orders");
                orders.publish("3", "/o");
                orders.awaitRequests("/hook", 1);
                await().atMost(PATIENCE).until(() -> committed(admin));
                assertThat(orders.requests("/hook"))
                        .singleElement()
                        .satisfies(request -> assertThat(request.text()).contains("\"id\":\"3\""));
            }
        }
    }

    private LocalTestCluster start(OtherBroker broker, ScriptedWebhook endpoint) {
        return LocalTestCluster.start(folder.resolve("programs"), broker.bootstrap(), SETTINGS, endpoint);
    }

    private static void deliverRetryDeadLetterAndReadASource(LocalTestCluster machine) {
        var orders = machine.topic("orders");
        orders.answers("/hook", ScriptedResponse.status(500), ScriptedResponse.status(200));
        orders.subscribe("all", "/hook", "", "");
        var returns = machine.topic("returns");
        returns.answers("/gone", ScriptedResponse.status(400));
        returns.subscribe("all", "/gone", "", "");
        var shop = machine.topicWith(
                "shop",
                "\"tidings\":{\"source\":{\"kafkaTopic\":\"" + FOREIGN
                        + "\",\"format\":\"json\",\"start\":\"earliest\"}}");
        shop.subscribe("all", "/shop", "", "");
        orders.publish("1", "/o");
        assertThat(orders.awaitRequests("/hook", 2)).hasSize(2);
        returns.publish("2", "/o");
        var letter = returns.awaitDeadLetter("all");
        assertThat(letter.path("id").textValue()).isEqualTo("2");
        assertThat(letter.path("lastDeliveryOutcome").textValue()).isEqualTo("BadRequest");
        try (var producer = machine.kafka().producer(Map.of())) {
            KafkaFutures.await(
                    producer.send(new ProducerRecord<>(FOREIGN, "{\"n\":1}".getBytes(UTF_8))), "writing to a source");
        }
        assertThat(shop.awaitRequests("/shop", 1)).hasSize(1);
    }

    /** Everything in deliveries is finished, so nothing is sent twice after the next start. */
    private static boolean committed(Admin admin) {
        var topics = new Topics(Topics.DEFAULT_PREFIX);
        var offsets = KafkaFutures.await(
                admin.listConsumerGroupOffsets(topics.workersGroup()).partitionsToOffsetAndMetadata(), "offsets");
        return offsets.entrySet().stream()
                        .filter(each -> each.getKey().topic().equals(topics.deliveries()))
                        .mapToLong(each -> each.getValue().offset())
                        .sum()
                >= 4;
    }
}
