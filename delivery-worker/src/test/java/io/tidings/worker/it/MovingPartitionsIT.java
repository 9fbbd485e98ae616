package io.tidings.worker.it;

import static io.tidings.worker.it.WorkerFixture.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.RetryTier;
import io.tidings.runtime.kafka.KafkaFutures;
import io.tidings.testbed.webhook.ReceivedRequest;
import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.ScriptedWebhook;
import io.tidings.worker.progress.Gaps;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** B-RETRY-6 on a real broker: what one worker has begun another one ends. */
@Timeout(400)
@Execution(ExecutionMode.CONCURRENT) // each test has topics of its own, and waits most of the time
class MovingPartitionsIT {
    private final ScriptedWebhook webhook = ScriptedWebhook.start();

    @AfterEach
    void closeReceiver() {
        webhook.close();
    }

    @Test
    void aNewOwnerSkipsWhatItsPredecessorFinished() {
        try (var bench = WorkerFixture.on(webhook, "gaps", 1, 0.05)) {
            bench.subscribe("billing", "/hook");
            bench.deliver("billing", 6);
            var finished = new BitSet();
            finished.set(1);
            finished.set(3, 5);
            var partition = new TopicPartition(bench.topics().deliveries(), 0);
            try (var consumer =
                    bench.clients().consumer(Map.of("group.id", bench.group(), "enable.auto.commit", false))) {
                consumer.assign(List.of(partition));
                consumer.commitSync(Map.of(partition, new OffsetAndMetadata(0, Gaps.write(finished))));
            }
            try (var _ = bench.worker("one");
                    var admin = bench.clients().admin()) {
                await().atMost(SOON)
                        .untilAsserted(() -> assertThat(KafkaFutures.await(
                                                admin.listConsumerGroupOffsets(bench.group())
                                                        .partitionsToOffsetAndMetadata(),
                                                "asking for offsets")
                                        .get(partition)
                                        .offset())
                                .isEqualTo(6));
            }
            assertThat(webhook.requests().stream().map(ReceivedRequest::text))
                    .hasSize(3)
                    .anyMatch(body -> body.contains("billing-0\""))
                    .anyMatch(body -> body.contains("billing-2\""))
                    .anyMatch(body -> body.contains("billing-5\""));
        }
    }

    @Test
    void partitionsMoveBetweenWorkersAndEveryEventKeepsItsOneChain() {
        webhook.answersPerEvent(
                "/hook", ScriptedResponse.status(500), ScriptedResponse.status(500), ScriptedResponse.status(200));
        var settings = Map.of("purge.delivered", "false", "probation.threshold", "1000");
        try (var bench = WorkerFixture.on(webhook, "moving", 4, 0.05)) {
            for (int i = 0; i < 8; i++) {
                bench.subscribe("sub-" + i, "/hook");
            }
            try (var _ = bench.readyWorker("one", settings)) {
                for (int i = 0; i < 8; i++) {
                    bench.deliver("sub-" + i, 50);
                }
                try (var _ = bench.readyWorker("two", settings)) {
                    for (int i = 0; i < 8; i++) {
                        bench.subscribe("late-" + i, "/hook");
                        bench.deliver("late-" + i, 20);
                    }
                }
                await().atMost(SOON)
                        .untilAsserted(() -> assertThat(eventsThatSucceeded()).hasSize(8 * 50 + 8 * 20));
            }
            for (var tier : List.of(RetryTier.TEN_SECONDS, RetryTier.THIRTY_SECONDS)) {
                int attempts = tier == RetryTier.TEN_SECONDS ? 1 : 2;
                var parked = bench.deliveries(bench.topics().retry(tier)).stream()
                        .filter(delivery -> delivery.retryState().deferrals() == 0) // by an attempt
                        .toList();
                assertThat(parked).allMatch(delivery -> delivery.retryState().attempts() == attempts);
                assertThat(parked.stream().map(delivery -> delivery.event().id()))
                        .as("one record per event in %s", tier)
                        .hasSize(8 * 50 + 8 * 20)
                        .doesNotHaveDuplicates();
            }
        }
    }

    @Test
    void aWorkerThatIsStartedAgainMovesNothing() {
        try (var bench = WorkerFixture.on(webhook, "restart", 4, 0.05);
                var admin = bench.clients().admin();
                var two = bench.worker("two")) {
            Map<String, Set<TopicPartition>> before;
            try (var one = bench.worker("one")) {
                await().atMost(SOON).until(() -> one.ready() && two.ready() && even(owners(bench, admin)));
                before = owners(bench, admin);
            }
            try (var _ = bench.readyWorker("one")) {
                assertThat(owners(bench, admin)).isEqualTo(before);
                assertThat(two.ready()).isTrue();
            }
        }
    }

    private static boolean even(Map<String, Set<TopicPartition>> owners) {
        return owners.size() == 2 && owners.values().stream().allMatch(share -> share.size() == 22);
    }

    private static Map<String, Set<TopicPartition>> owners(WorkerFixture bench, Admin admin) {
        var group = KafkaFutures.await(
                admin.describeConsumerGroups(List.of(bench.group()))
                        .describedGroups()
                        .get(bench.group()),
                "describing the group");
        return new TreeMap<>(group.members().stream()
                .collect(Collectors.toMap(
                        member -> member.groupInstanceId().orElseThrow(),
                        member -> member.assignment().topicPartitions())));
    }

    /** The third attempts, which succeed. */
    private Set<String> eventsThatSucceeded() {
        Map<String, Long> requests = webhook.requests("/hook").stream()
                .map(ReceivedRequest::text)
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
        return requests.entrySet().stream()
                .filter(each -> each.getValue() >= 3)
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }
}
