package io.tidings.worker.group;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidings.contract.RetryTier;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.TimeScale;
import io.tidings.contract.Topics;
import io.tidings.contract.lane.OrderedKey;
import io.tidings.contract.lane.QueueChange.Blocked;
import io.tidings.contract.lane.QueueRecord;
import io.tidings.contract.table.EndpointHealthTable;
import io.tidings.runtime.follower.Followed;
import io.tidings.runtime.follower.Follower;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.kafka.KafkaFutures;
import io.tidings.runtime.metric.SubscriptionDetail;
import io.tidings.runtime.topics.TopicProvisioner;
import io.tidings.worker.schedule.KeyQueues;
import io.tidings.worker.telemetry.WorkerMetrics;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** B-PROB-4: a partition number is not taken over before what its former owner wrote of endpoints was read. */
class PartitionHandoverIT {
    @Test
    @Timeout(240)
    void aPartitionWhoseFormerOwnerIsStillWritingIsNotStarted(@TempDir Path folder) {
        var topics = new Topics("takeover.");
        try (var bench = GroupFixture.start(folder)) {
            var clients = bench.clients();
            int partitions = new TopicProvisioner(clients, topics).provision(2, -1, Duration.ZERO, TimeScale.REAL);
            var health = new EndpointHealthTable();
            try (var healthFollower = Follower.start(clients, Followed.health(topics, partitions, health));
                    var former = clients.producer(Map.of("transactional.id", "former"))) {
                former.initTransactions();
                former.beginTransaction();
                var _ = former.send(
                        new ProducerRecord<>(topics.probation(), 1, "orders/billing".getBytes(UTF_8), null));
                former.flush();
                var handover = new PartitionHandover(
                        clients,
                        bench.admin(),
                        topics,
                        new KeyQueues.Bounds(1 << 20, 200, 1000),
                        health,
                        healthFollower,
                        new WorkerMetrics(new SimpleMeterRegistry(), SubscriptionDetail.ALL));
                var one = List.of(new TopicPartition(topics.deliveries(), 1));
                var taken = CompletableFuture.supplyAsync(() -> handover.of(one));
                await().during(Duration.ofMillis(500)).until(() -> !taken.isDone());
                former.commitTransaction();
                assertThat(taken).succeedsWithin(Duration.ofSeconds(90));

                // B-LANE-2: while partitions grow, a worker owns the tiers of a number before its deliveries.
                assertThat(blocked(handover, topics.retry(RetryTier.TEN_SECONDS)))
                        .isFalse();
                writeBlockedKey(clients, topics);
                assertThat(blocked(handover, topics.retry(RetryTier.TEN_SECONDS)))
                        .isTrue();
                assertThat(blocked(handover, topics.deliveries())).isTrue();
            }
        }
    }

    private static void writeBlockedKey(KafkaClients clients, Topics topics) {
        var key = new OrderedKey(new SubscriptionKey("orders", "billing"), "uid-1", "customer-1");
        try (var producer = clients.producer(Map.of())) {
            KafkaFutures.await(
                    producer.send(new ProducerRecord<>(
                            topics.waitingIndex(),
                            1,
                            null,
                            null,
                            new QueueRecord(false, "id", 0, 0, List.of(new Blocked(key, 6, Instant.EPOCH))).write(),
                            List.of(QueueRecord.headers()))),
                    "writing a blocked key");
        }
    }

    /** Returns whether the new owner of partition 1 of a topic knows the key. */
    private static boolean blocked(PartitionHandover handover, String topic) {
        var partition = new TopicPartition(topic, 1);
        return handover.of(List.of(partition)).starts().get(partition).order().blockedKeys() == 1;
    }
}
