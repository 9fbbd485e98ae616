package io.tidings.worker.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.ClockReading;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.testbed.broker.LocalBroker;
import io.tidings.testbed.broker.TestTopics;
import io.tidings.worker.verdict.Outcome;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** B-DEST-4: a topic of another cluster that makes the producer wait in vain does so once, and not for each record. */
@Timeout(240)
class OtherClusterBlockedIT {
    private static final String TOPIC = "shop.orders";
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Inbox inbox = new Inbox(() -> {});
    private final List<Outcome> outcomes = new ArrayList<>();
    private final List<Instant> ends = new ArrayList<>();

    @Test
    void recordsOfATopicThatTheProducerWaitedForInVainAreNotSentForAWhile(@TempDir Path folder) {
        var broker = LocalBroker.start(LocalBroker.Settings.in(folder));
        var clients = KafkaClients.of(broker.bootstrapServers());
        try (var cluster = new OtherCluster("there", clients, inbox, OtherClusterBlockedIT::now)) {
            try (var admin = clients.admin()) {
                TestTopics.create(admin, new NewTopic(TOPIC, 1, (short) 1));
            }
            write(cluster, false); // so that the topic is known, and its metadata is not
            awaitOutcomes(1);
            broker.close();

            for (int record = 0; record < 4; record++) {
                write(cluster, true);
            }
            awaitOutcomes(5);

            assertThat(outcomes.subList(1, 5)).containsOnly(new Outcome.TimedOut());
            assertThat(Duration.between(ends.get(1), ends.get(4)))
                    .as("between the first and the last, of which each would wait for two seconds")
                    .isLessThan(Duration.ofSeconds(4));
        } finally {
            broker.close();
        }
    }

    private void write(OtherCluster cluster, boolean wanted) {
        cluster.write(new ProducerRecord<>(TOPIC, new byte[] {1}), now(), () -> wanted, (outcome, ended) -> {
            outcomes.add(outcome);
            ends.add(ended.wall());
        });
    }

    private void awaitOutcomes(int number) {
        await().atMost(PATIENCE).until(() -> {
            inbox.runAll();
            return outcomes.size() == number;
        });
    }

    private static ClockReading now() {
        return new ClockReading(Instant.now(), System.nanoTime());
    }
}
