package io.tidings.acceptance.crash;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.acceptance.installation.KafkaRecords;
import io.tidings.contract.TimeScale;
import io.tidings.contract.Topics;
import io.tidings.contract.delivery.RetryState;
import io.tidings.contract.lane.NumberOwners;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.topics.TopicProvisioner;
import io.tidings.testbed.broker.LocalBroker;
import io.tidings.testbed.load.QueueReceivers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.Producer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** B-PULL-2: the worker is killed with kill -9 while receivers have events, wait for some and acknowledge others. */
@Timeout(600)
class KilledQueueIT {
    private static final Topics TOPICS = new Topics(Topics.DEFAULT_PREFIX);
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final Duration LOCK = Duration.ofMinutes(1);
    private static final int SOME = 300;
    private static final int KILLS = 2;

    @TempDir
    Path folder;

    @Test
    void nothingIsLostAndNobodyGetsWhatAnotherHas() {
        try (var broker = LocalBroker.start(LocalBroker.Settings.in(folder.resolve("kafka")))) {
            var clients = KafkaClients.of(broker.bootstrapServers());
            new TopicProvisioner(clients, TOPICS).provision(1, 1, Duration.ofMinutes(5), TimeScale.REAL);
            var worker = TestedProgram.WORKER.process(
                    "worker", broker.bootstrapServers(), folder, Map.of("receive.listen", "127.0.0.1:0"));
            try (var producer = clients.producer(Map.of());
                    var receivers = new QueueReceivers(
                            "queue=orders/pulled&uid=uid-pulled", LOCK, number -> owner(clients, number))) {
                long read = WrittenRecords.subscribe(
                        producer, "pulled", "\"deliveryConfiguration\":{\"deliveryMode\":\"Queue\"}");
                worker.start();
                receivers.start(0, 6);
                for (int kill = 0; kill < KILLS; kill++) {
                    deliver(producer, kill * SOME, read);
                    int enough = kill * SOME + SOME / 3;
                    await().atMost(PATIENCE).until(() -> receivers.ended().size() > enough / 2);
                    worker.kill();
                    worker.start();
                }
                deliver(producer, KILLS * SOME, read);
                receivers.settleAll();
                await().atMost(PATIENCE.plus(LOCK))
                        .untilAsserted(() -> assertThat(receivers.ended()).isEqualTo(ids((KILLS + 1) * SOME)));
                assertThat(receivers.contradictions()).isEmpty();
            } finally {
                worker.kill();
            }
        }
    }

    private static void deliver(Producer<byte[], byte[]> producer, int from, long read) {
        for (int number = from; number < from + SOME; number++) {
            WrittenRecords.deliver(
                    producer, TOPICS.deliveries(), 0, "pulled", "pulled-" + number, number, read, RetryState.START);
        }
        producer.flush();
    }

    private static Set<String> ids(int events) {
        return IntStream.range(0, events).mapToObj(number -> "pulled-" + number).collect(Collectors.toSet());
    }

    private static Optional<String> owner(KafkaClients clients, int number) {
        var owners = new NumberOwners();
        KafkaRecords.of(clients, TOPICS.probation()).stream()
                .filter(record -> new String(record.key(), UTF_8).equals(NumberOwners.KEY))
                .forEach(record -> assertThat(owners.read(record.partition(), record.value()))
                        .isEmpty());
        return owners.address(number);
    }
}
