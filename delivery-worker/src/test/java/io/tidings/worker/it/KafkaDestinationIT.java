package io.tidings.worker.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.HeaderText;
import io.tidings.contract.RetryTier;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.delivery.DeliveryOrder;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.delivery.RetryState;
import io.tidings.runtime.kafka.KafkaFutures;
import io.tidings.testbed.broker.TestTopics;
import io.tidings.testbed.webhook.ScriptedWebhook;
import io.tidings.worker.Examples;
import io.tidings.worker.WorkerProgram;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** B-DEST on a real broker. */
@Timeout(400)
class KafkaDestinationIT {
    private static final String DEAD_LETTERS = """
        ,"deadLetterDestination":{"endpointType":"StorageBlob","properties":\
        {"resourceId":"/a/storageAccounts/local","blobContainerName":"dead"}}\
        """;

    /** The bytes of a value that remains too large when it is compressed. */
    private static final int LARGE = 4000;

    private final ScriptedWebhook webhook = ScriptedWebhook.start();

    @AfterEach
    void closeReceiver() {
        webhook.close();
    }

    @Test
    void everyDeliveryIsOneRecordWithKeyAndHeaders() {
        try (var bench = WorkerFixture.on(webhook, "written", 2, 1)) {
            create(bench, "written-shop", 3, Map.of());
            bench.subscribeTopic("orders", "hub", """
                ,"deliveryAttributeMappings":[\
                {"name":"PartitionKey","type":"Dynamic","properties":{"sourceField":"id"}},\
                {"name":"X-Tenant","type":"Static","properties":{"value":"a"}}]\
                """, "");
            bench.subscribe("hook", "/hook");
            bench.deliver("orders", 3_000);
            bench.deliver("hook", 10);
            try (var _ = worker(bench, "hub", "written-shop")) {
                bench.awaitRequests("/hook", 10);
                await().atMost(WorkerFixture.SOON)
                        .untilAsserted(
                                () -> assertThat(bench.records("written-shop")).hasSize(3_000));
            }
            var records = bench.records("written-shop");
            assertThat(ids(records)).hasSize(3_000);
            assertThat(records)
                    .allSatisfy(record -> assertThat(new String(record.value(), UTF_8))
                            .contains("\"id\":\"" + new String(record.key(), UTF_8) + "\""));
            assertThat(HeaderText.of(records.getFirst().headers(), "X-Tenant")).isEqualTo("a");
            assertThat(HeaderText.of(records.getFirst().headers(), "content-type"))
                    .isEqualTo("application/cloudevents+json; charset=utf-8");
            assertThat(HeaderText.of(records.getFirst().headers(), HeaderNames.SUBSCRIPTION_UID))
                    .as("nothing of our own")
                    .isNull();
        }
    }

    @Test
    void aDestinationThatIsMissingIsTriedAgainAndDelaysNoOther() {
        try (var bench = WorkerFixture.on(webhook, "missing", 1, 0.01)) {
            create(bench, "missing-there", 1, Map.of());
            bench.subscribeTopic("gone", "gone", "", "");
            bench.subscribeTopic("there", "there", "", "");
            bench.deliver("gone", 3);
            bench.deliver("there", 3);
            try (var _ = worker(bench, "gone", "missing-gone", "there", "missing-there")) {
                await().atMost(WorkerFixture.SOON)
                        .until(() -> bench.records("missing-there").size() == 3);
                await().atMost(WorkerFixture.SOON)
                        .until(() -> firstRetries(bench).size() == 3);
                assertThat(firstRetries(bench)).allSatisfy(delivery -> {
                    var last = Optional.ofNullable(delivery.retryState().last()).orElseThrow();
                    assertThat(last.outcome()).isEqualTo(LastOutcome.NOT_FOUND);
                    assertThat(last.status()).isEqualTo(404);
                });
                create(bench, "missing-gone", 1, Map.of());
                await().atMost(WorkerFixture.SOON)
                        .until(() -> bench.records("missing-gone").size() == 3);
            }
        }
    }

    /** B-LANE-2: the later ones wait until the first of their key is written. */
    @Test
    void eventsOfAnOrderKeyAreWrittenInOrderThroughRetries() {
        try (var bench = WorkerFixture.on(webhook, "ordered", 1, 0.01)) {
            bench.subscribeTopic("orders", "hub", "", ",\"tidings\":{\"orderBy\":\"subject\"}");
            bench.writeAll(IntStream.range(0, 30)
                    .mapToObj(number -> WorkerFixture.record(
                            bench.topics().deliveries(),
                            null,
                            WorkerFixture.delivery("orders", number, 0, RetryState.START)
                                    .ordered(new DeliveryOrder("key-" + number % 3, null))))
                    .toList());
            try (var _ = worker(bench, "hub", "ordered-shop")) {
                await().atMost(WorkerFixture.SOON)
                        .until(() -> !firstRetries(bench).isEmpty()
                                && !bench.records(bench.topics().waiting()).isEmpty());
                create(bench, "ordered-shop", 3, Map.of());
                await().atMost(WorkerFixture.SOON)
                        .until(() -> bench.records("ordered-shop").size() == 30);
            }
            for (int key = 0; key < 3; key++) {
                int rest = key;
                var written = bench.records("ordered-shop").stream()
                        .filter(record -> new String(record.key(), UTF_8).equals("key-" + rest))
                        .toList();
                assertThat(written)
                        .extracting(ConsumerRecord::partition)
                        .containsOnly(written.getFirst().partition());
                assertThat(written)
                        .extracting(record -> HeaderText.of(record.headers(), "aeg-output-event-id"))
                        .containsExactlyElementsOf(IntStream.range(0, 10)
                                .mapToObj(i -> "orders-" + (i * 3 + rest))
                                .toList());
            }
        }
    }

    @Test
    void aRecordThatIsTooLargeIsADeadLetterAndTheOthersAreWritten() {
        try (var bench = WorkerFixture.on(webhook, "large", 1, 1)) {
            create(bench, "large-shop", 1, Map.of(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, "2000"));
            bench.subscribeTopic("orders", "hub", fixed("v".repeat(2000)), DEAD_LETTERS);
            bench.subscribeTopic("small", "hub", "", "");
            bench.deliver("orders", 2);
            bench.deliver("small", 2);
            try (var _ = worker(bench, "hub", "large-shop")) {
                await().atMost(WorkerFixture.SOON)
                        .until(() -> bench.records("large-shop").size() == 2);
                await().atMost(WorkerFixture.SOON)
                        .until(() -> bench.records(bench.topics().deadLetters()).size() == 2);
            }
            assertThat(ids(bench.records("large-shop"))).containsExactlyInAnyOrder("small-0", "small-1");
            assertThat(bench.records(bench.topics().deadLetters()))
                    .allSatisfy(record ->
                            assertThat(new String(record.value(), UTF_8)).contains("RequestEntityTooLarge"));
        }
    }

    /** A slow machine comes to look when they were tried again, each with another record. */
    private static List<Delivery> firstRetries(WorkerFixture bench) {
        return bench.deliveries(bench.topics().retry(RetryTier.FIVE_MINUTES)).stream()
                .filter(delivery -> delivery.retryState().attempts() == 1)
                .toList();
    }

    /** What brokers refuse after the check was made: the transaction is aborted, and the rest commits without it. */
    @Test
    void whatIsRefusedAfterTheCheckGetsItsOutcomeAndTheRestIsWrittenOnce() {
        try (var bench = WorkerFixture.on(webhook, "refused", 1, 1)) {
            create(bench, "refused-shop", 1, Map.of());
            create(bench, "refused-other", 1, Map.of());
            bench.subscribeTopic("large", "hub", fixed(random(LARGE)), DEAD_LETTERS);
            bench.subscribeTopic("small", "hub", "", "");
            bench.subscribeTopic("other", "other", "", "");
            bench.deliver("small", 1);
            try (var _ = worker(bench, "hub", "refused-shop", "other", "refused-other")) {
                await().atMost(WorkerFixture.SOON)
                        .until(() -> bench.records("refused-shop").size() == 1);
                shrink(bench, "refused-shop", 2000);
                for (var name : List.of("other", "large", "small")) {
                    bench.deliver(name, 5);
                }
                var searched = WorkerFixture.SOON.multipliedBy(3); // each refused record costs some transactions
                await().atMost(searched)
                        .until(() -> bench.records(bench.topics().deadLetters()).size() == 5);
                await().atMost(searched)
                        .until(() -> bench.records("refused-shop").size() == 6
                                && bench.records("refused-other").size() == 5);
                bench.awaitCounted("tidings.delivery.success", "small", 6);
            }
            assertThat(ids(bench.records("refused-other"))).hasSize(5);
            assertThat(ids(bench.records("refused-shop"))).hasSize(5); // small-0 was delivered twice, by two records
            assertThat(bench.records(bench.topics().deadLetters()))
                    .allSatisfy(record ->
                            assertThat(new String(record.value(), UTF_8)).contains("RequestEntityTooLarge", "large-"));
        }
    }

    @Test
    void anEventHubThatTheWorkerDoesNotKnowWaits() {
        try (var bench = WorkerFixture.on(webhook, "unknown", 1, 1)) {
            bench.subscribeTopic("orders", "hub", "", "");
            bench.deliver("orders", 2);
            try (var _ = bench.readyWorker("one")) {
                await().atMost(WorkerFixture.SOON)
                        .until(() -> bench.deliveries(bench.topics().retry(RetryTier.TEN_SECONDS))
                                        .size()
                                >= 2);
            }
            assertThat(bench.deliveries(bench.topics().retry(RetryTier.TEN_SECONDS)))
                    .allSatisfy(delivery ->
                            assertThat(delivery.retryState().attempts()).isZero());
        }
    }

    private static WorkerProgram worker(WorkerFixture bench, String... hubsAndTopics) {
        var settings = new HashMap<String, String>();
        for (int i = 0; i < hubsAndTopics.length; i += 2) {
            settings.put("destination.kafka." + hubsAndTopics[i], hubsAndTopics[i + 1]);
        }
        return bench.readyWorker("one", settings);
    }

    private static String fixed(String value) {
        return ",\"deliveryAttributeMappings\":[{\"name\":\"X-Long\",\"type\":\"Static\",\"properties\":{\"value\":\""
                + value + "\"}}]";
    }

    private static String random(int length) {
        var random = Examples.seeded(1);
        var text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append((char) random.nextInt('a', 'z' + 1));
        }
        return text.toString();
    }

    private static void create(WorkerFixture bench, String topic, int partitions, Map<String, String> settings) {
        try (var admin = bench.clients().admin()) {
            TestTopics.create(admin, new NewTopic(topic, partitions, (short) 1).configs(settings));
        }
    }

    private static void shrink(WorkerFixture bench, String topic, int bytes) {
        var setting = new ConfigEntry(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Integer.toString(bytes));
        try (var admin = bench.clients().admin()) {
            var changed = admin.incrementalAlterConfigs(Map.of(
                    new ConfigResource(ConfigResource.Type.TOPIC, topic),
                    List.of(new AlterConfigOp(setting, AlterConfigOp.OpType.SET))));
            KafkaFutures.await(changed.all().toCompletionStage().toCompletableFuture(), "shrinking " + topic);
        }
        // The controller responds before the broker follows the setting.
        try (var probe = bench.clients().transactional("shrinking." + topic, Map.of())) {
            await().atMost(WorkerFixture.SOON).until(() -> refuses(probe, topic));
        }
    }

    private static boolean refuses(Producer<byte[], byte[]> probe, String topic) {
        probe.beginTransaction();
        try {
            KafkaFutures.await(
                    probe.send(new ProducerRecord<>(topic, random(LARGE).getBytes(UTF_8))), "writing a large record");
            return false;
        } catch (RecordTooLargeException e) {
            return true;
        } finally {
            probe.abortTransaction();
        }
    }

    private static Set<String> ids(List<ConsumerRecord<byte[], byte[]>> records) {
        var ids = new HashSet<String>();
        records.forEach(record -> ids.add(HeaderText.of(record.headers(), "aeg-output-event-id")));
        return ids;
    }
}
