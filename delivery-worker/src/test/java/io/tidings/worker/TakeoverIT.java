package io.tidings.worker;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.TimeScale;
import io.tidings.contract.Topics;
import io.tidings.contract.endpoint.StandingTable;
import io.tidings.runtime.kafka.StandingFollower;
import io.tidings.runtime.kafka.TopicProvisioner;
import io.tidings.worker.group.StartingPoints;
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
class TakeoverIT {
    @Test
    @Timeout(240)
    void whoseFormerOwnerIsStillWritingIsNotTakenOver(@TempDir Path folder) {
        var topics = new Topics("takeover.");
        try (var bench = GroupBench.start(folder)) {
            var clients = bench.clients();
            int partitions = new TopicProvisioner(clients, topics).provision(2, -1, Duration.ZERO, TimeScale.REAL);
            try (var standings = StandingFollower.start(clients, topics, partitions, new StandingTable());
                    var former = clients.producer(Map.of("transactional.id", "former"))) {
                former.initTransactions();
                former.beginTransaction();
                var _ = former.send(
                        new ProducerRecord<>(topics.probation(), 1, "orders/billing".getBytes(UTF_8), null));
                former.flush();
                var takeover = new Takeover(
                        new StartingPoints(bench.admin(), "worker"),
                        standings,
                        new LookBack(clients),
                        topics.deliveries(),
                        bench.admin());
                var one = List.of(new TopicPartition(topics.deliveries(), 1));
                var taken = CompletableFuture.supplyAsync(() -> takeover.of(one));
                await().during(Duration.ofMillis(500)).until(() -> !taken.isDone());
                former.commitTransaction();
                assertThat(taken).succeedsWithin(Duration.ofSeconds(90));
            }
        }
    }
}
