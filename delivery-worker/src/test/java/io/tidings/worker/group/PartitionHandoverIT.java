package io.tidings.worker.group;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidings.contract.TimeScale;
import io.tidings.contract.Topics;
import io.tidings.contract.table.EndpointHealthTable;
import io.tidings.runtime.follower.EndpointHealthFollower;
import io.tidings.runtime.metric.SubscriptionDetail;
import io.tidings.runtime.topics.TopicProvisioner;
import io.tidings.worker.order.KeyChains;
import io.tidings.worker.telemetry.WorkerMetrics;
import java.nio.file.Path;
import java.time.Duration;
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
            try (var healthFollower =
                            EndpointHealthFollower.start(clients, topics, partitions, new EndpointHealthTable());
                    var former = clients.producer(Map.of("transactional.id", "former"))) {
                former.initTransactions();
                former.beginTransaction();
                var _ = former.send(
                        new ProducerRecord<>(topics.probation(), 1, "orders/billing".getBytes(UTF_8), null));
                former.flush();
                var handover = new PartitionHandover(
                        new StartingPoints(bench.admin(), "worker"),
                        healthFollower,
                        new DuplicateScan(clients),
                        new OrderHandover(
                                new BlockedKeysReader(clients, bench.admin(), topics),
                                topics,
                                new KeyChains.Bounds(1, 1, 1, 1)),
                        topics,
                        bench.admin(),
                        new WorkerMetrics(new SimpleMeterRegistry(), SubscriptionDetail.ALL));
                var one = List.of(new TopicPartition(topics.deliveries(), 1));
                var taken = CompletableFuture.supplyAsync(() -> handover.of(one));
                await().during(Duration.ofMillis(500)).until(() -> !taken.isDone());
                former.commitTransaction();
                assertThat(taken).succeedsWithin(Duration.ofSeconds(90));
            }
        }
    }
}
