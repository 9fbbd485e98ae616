package io.tidings.worker.it;

import static io.tidings.worker.it.WorkerFixture.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.HeaderText;
import io.tidings.contract.RetryTier;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.delivery.RetryState;
import io.tidings.runtime.kafka.KafkaFutures;
import io.tidings.testbed.FreePort;
import io.tidings.testbed.broker.ClusterNode;
import io.tidings.testbed.broker.LocalBroker;
import io.tidings.testbed.broker.TestTopics;
import io.tidings.testbed.webhook.ScriptedWebhook;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.TopicConfig;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** B-DEST-3 (#31): a destination of which a replica is down; the topics of Tidings have none there. */
@Timeout(300)
@Order(1)
class TooFewReplicasIT {
    private static final String TOPIC = "shop";
    private static final Duration SCHEDULE = Duration.ofMillis(250);
    private static final int DELIVERIES = 80;
    /** For a busy machine; the destination has nine seconds for each record, and would hold up nearly all others. */
    private static final Duration LONGEST = Duration.ofSeconds(5);

    @TempDir
    Path folder;

    private final int port = FreePort.next();
    private final int controller = FreePort.next();
    private final String cluster = ClusterNode.newCluster();

    @Test
    void aDestinationWithTooFewReplicasDelaysNoOtherAndGetsItsRecordsOnceWhenTheyAreBack() {
        try (var webhook = ScriptedWebhook.start();
                var broker = LocalBroker.start(first());
                var bench = WorkerFixture.on(webhook, broker, "replicas", 1, 1)) {
            bench.subscribeTopic("shop", "hub", "", "");
            long read = bench.subscribe("hook", "/hook");
            try (var _ = bench.readyWorker("one", Map.of("destination.kafka.hub", TOPIC))) {
                deliver(bench, "hook", 0, read);
                bench.awaitRequests("/hook", 1); // so that the topics of consumer groups and transactions exist
                try (var _ = LocalBroker.start(second())) {
                    createWithReplicas(bench);
                    deliver(bench, "shop", 0, read);
                    await().atMost(SOON).until(() -> written(bench).size() == 1);
                }
                await().atMost(SOON).until(() -> inSync(bench) == 1);
                var sent = new ArrayList<Instant>();
                for (int number = 1; number <= DELIVERIES; number++) {
                    var next = Instant.now().plus(SCHEDULE);
                    sent.add(Instant.now());
                    deliver(bench, "hook", number, read);
                    if (number % 8 == 1) {
                        deliver(bench, "shop", number, read);
                    }
                    await().pollInterval(Duration.ofMillis(5))
                            .until(() -> Instant.now().isAfter(next));
                }
                bench.awaitRequests("/hook", DELIVERIES + 1);
                var late = new ArrayList<Duration>();
                for (int number = 1; number <= DELIVERIES; number++) {
                    var received =
                            bench.requests("/hook", "hook-" + number).getFirst().received();
                    late.add(Duration.between(sent.get(number - 1), received));
                }
                Collections.sort(late); // a machine that stands still makes some late
                assertThat(late.get(DELIVERIES / 2))
                        .as("from the record to the request, most of them")
                        .isLessThan(LONGEST);
                assertThat(bench.deliveries(bench.topics().retry(RetryTier.TEN_SECONDS)))
                        .isNotEmpty()
                        .allMatch(each ->
                                Objects.requireNonNull(each.retryState().last()).outcome() == LastOutcome.TIMED_OUT);
                try (var _ = LocalBroker.start(second())) {
                    await().atMost(SOON).until(() -> written(bench).size() == 1 + DELIVERIES / 8);
                }
                assertThat(written(bench)).doesNotHaveDuplicates();
            }
        }
    }

    private static void deliver(WorkerFixture bench, String name, int number, long read) {
        var delivery = WorkerFixture.delivery(name, number, read, RetryState.START);
        bench.write(WorkerFixture.record(bench.topics().deliveries(), 0, delivery));
    }

    private static List<String> written(WorkerFixture bench) {
        return bench.records(TOPIC).stream()
                .map(record -> HeaderText.of(record.headers(), "aeg-output-event-id"))
                .toList();
    }

    private static void createWithReplicas(WorkerFixture bench) {
        var topic = new NewTopic(TOPIC, Map.of(0, List.of(0, 1)))
                .configs(Map.of(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, "2"));
        try (var admin = bench.clients().admin()) {
            TestTopics.create(admin, topic);
        }
    }

    private static int inSync(WorkerFixture bench) {
        try (var admin = bench.clients().admin()) {
            var described = admin.describeTopics(List.of(TOPIC)).allTopicNames();
            return KafkaFutures.await(described, "describing a topic")
                    .get(TOPIC)
                    .partitions()
                    .getFirst()
                    .isr()
                    .size();
        }
    }

    /** The leader of everything, and the controller. */
    private LocalBroker.Settings first() {
        return node(0, port)
                .with("listeners", "PLAINTEXT://localhost:%d,CONTROLLER://localhost:%d".formatted(port, controller));
    }

    private LocalBroker.Settings second() {
        int other = FreePort.next();
        return node(1, other)
                .with("process.roles", "broker")
                .with("listeners", "PLAINTEXT://localhost:%d".formatted(other));
    }

    private LocalBroker.Settings node(int id, int clients) {
        return LocalBroker.Settings.in(folder.resolve("node" + id))
                .as(new ClusterNode(id, cluster))
                .withPort(clients)
                // Outlasts a machine that stands still, and is over when the second broker is started again.
                .with("broker.session.timeout.ms", "15000")
                .with("controller.quorum.voters", "0@localhost:" + controller);
    }
}
