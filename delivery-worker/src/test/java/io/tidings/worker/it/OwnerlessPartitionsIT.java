package io.tidings.worker.it;

import static io.tidings.worker.it.WorkerFixture.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.lane.Growth;
import io.tidings.runtime.kafka.KafkaFutures;
import io.tidings.testbed.webhook.ScriptedWebhook;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** B-LANE-3 on a real broker: partitions that are added while the leader of the group is away. */
@Timeout(400)
@Execution(ExecutionMode.CONCURRENT) // has topics of its own, and waits most of the time
class OwnerlessPartitionsIT {

    @Test
    void aLeaderThatReturnsTakesThePartitionsThatWereAddedMeanwhile() {
        try (var webhook = ScriptedWebhook.start();
                var bench = WorkerFixture.on(webhook, "ownerless", 2, 1);
                var admin = bench.clients().admin()) {
            int topics = bench.topics().ladder().size();
            try (var _ = bench.readyWorker("one")) {
                assertThat(owned(bench, admin)).hasSize(2 * topics);
            }
            KafkaFutures.await(
                    admin.createPartitions(all(bench, NewPartitions.increaseTo(3)))
                            .all(),
                    "growing");
            await().atMost(SOON).until(() -> known(bench, admin) == 3 * topics);

            try (var _ = bench.readyWorker("one")) {
                await().atMost(SOON)
                        .untilAsserted(() -> assertThat(owned(bench, admin)).hasSize(3 * topics));
            }
        }
    }

    private static Map<String, NewPartitions> all(WorkerFixture bench, NewPartitions more) {
        return Growth.order(bench.topics()).stream().collect(Collectors.toMap(Function.identity(), _ -> more));
    }

    private static int known(WorkerFixture bench, Admin admin) {
        return KafkaFutures.await(admin.describeTopics(bench.topics().ladder()).allTopicNames(), "asking for topics")
                .values()
                .stream()
                .mapToInt(topic -> topic.partitions().size())
                .sum();
    }

    private static Set<TopicPartition> owned(WorkerFixture bench, Admin admin) {
        return KafkaFutures.await(
                        admin.describeConsumerGroups(Set.of(bench.group()))
                                .describedGroups()
                                .get(bench.group()),
                        "asking for the group")
                .members()
                .stream()
                .flatMap(member -> member.assignment().topicPartitions().stream())
                .collect(Collectors.toSet());
    }
}
