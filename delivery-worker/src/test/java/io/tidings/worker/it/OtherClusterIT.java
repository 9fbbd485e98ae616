package io.tidings.worker.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.HeaderText;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.testbed.broker.LocalBroker;
import io.tidings.testbed.broker.TestTopics;
import io.tidings.testbed.webhook.ScriptedWebhook;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** B-DEST-4: Kafka topics of another cluster, with a second broker. */
@Timeout(400)
class OtherClusterIT {
    private static final String TOPIC = "shop.orders";

    @TempDir
    Path folder;

    private final ScriptedWebhook webhook = ScriptedWebhook.start();

    @AfterEach
    void closeReceiver() {
        webhook.close();
    }

    @Test
    void aClusterThatIsAwayIsADestinationOnProbationAndGetsAllWhenItIsBack() {
        try (var bench = WorkerFixture.on(webhook, "cluster", 1, 0.01)) {
            var there = LocalBroker.start(LocalBroker.Settings.in(folder).replaceable());
            int port = there.port();
            try (var admin = KafkaClients.of(there.bootstrapServers()).admin()) {
                TestTopics.create(admin, new NewTopic(TOPIC, 3, (short) 1));
            }
            bench.subscribeTopic("sooner", "hub", "", "");
            bench.subscribeTopic("later", "hub", "", "");
            bench.subscribe("hook", "/hook");
            var settings = Map.of(
                    "destination.kafka.hub",
                    TOPIC,
                    "destination.kafka.hub.cluster",
                    "there",
                    "destination.cluster.there.bootstrap.servers",
                    there.bootstrapServers(),
                    "destination.cluster.there.delivery.timeout.ms",
                    "2000",
                    "destination.cluster.there.request.timeout.ms",
                    "1000",
                    "probation.threshold",
                    "3");
            try (var _ = bench.readyWorker("one", settings)) {
                bench.deliver("sooner", 50);
                await().atMost(WorkerFixture.SOON).until(() -> ids(port).size() == 50);
                there.close();
                bench.deliver("later", 50);
                bench.deliver("hook", 20);
                bench.awaitRequests("/hook", 20);
                await().atMost(WorkerFixture.SOON).until(() -> bench.shown("tidings.probation", "later") == 1);
                there = LocalBroker.start(
                        LocalBroker.Settings.in(folder).replaceable().withPort(port));
                await().atMost(WorkerFixture.SOON.multipliedBy(2))
                        .until(() -> ids(port).size() == 100);
                bench.awaitCounted("tidings.delivery.success", "hook", 20);
            } finally {
                there.close();
            }
        }
    }

    @Test
    void aClusterThatWasNeverThereAndATopicThatIsMissingCostTheirOwnDeliveriesOnly() {
        try (var bench = WorkerFixture.on(webhook, "nowhere", 1, 0.01);
                var there = LocalBroker.start(LocalBroker.Settings.in(folder))) {
            bench.subscribeTopic("gone", "gone", "", "");
            bench.subscribeTopic("missing", "missing", "", "");
            bench.subscribe("hook", "/hook");
            var settings = Map.of(
                    "destination.kafka.gone",
                    TOPIC,
                    "destination.kafka.gone.cluster",
                    "nowhere",
                    "destination.cluster.nowhere.bootstrap.servers",
                    "no-such-host.invalid:9092",
                    "destination.kafka.missing",
                    TOPIC,
                    "destination.kafka.missing.cluster",
                    "there",
                    "destination.cluster.there.bootstrap.servers",
                    there.bootstrapServers());
            try (var _ = bench.readyWorker("one", settings)) {
                bench.deliver("gone", 3);
                bench.deliver("missing", 3);
                bench.deliver("hook", 3);
                bench.awaitRequests("/hook", 3);
                try (var admin = KafkaClients.of(there.bootstrapServers()).admin()) {
                    TestTopics.create(admin, new NewTopic(TOPIC, 1, (short) 1));
                }
                await().atMost(WorkerFixture.SOON).until(() -> ids(there.port()).size() == 3);
                bench.awaitCounted("tidings.delivery.success", "missing", 3);
                assertThat(ids(there.port())).allMatch(id -> id.startsWith("missing-"));
            }
        }
    }

    private static Set<String> ids(int port) {
        var ids = new HashSet<String>();
        try (var consumer = KafkaClients.of("localhost:" + port).consumer(Map.of())) {
            var partitions = consumer.partitionsFor(TOPIC, Duration.ofSeconds(10)).stream()
                    .map(each -> new TopicPartition(TOPIC, each.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            var ends = consumer.endOffsets(partitions);
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                consumer.poll(Duration.ofMillis(100))
                        .forEach(record -> ids.add(HeaderText.of(record.headers(), "aeg-output-event-id")));
            }
        }
        return ids;
    }
}
