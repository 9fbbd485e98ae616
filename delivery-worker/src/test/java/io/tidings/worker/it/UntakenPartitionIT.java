package io.tidings.worker.it;

import static io.tidings.worker.it.WorkerFixture.SOON;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.runtime.kafka.ConsumerGroup;
import io.tidings.testbed.webhook.ReceivedRequest;
import io.tidings.testbed.webhook.ScriptedWebhook;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** B-RUN-1: an unreadable commit affects only its own partition. */
@Timeout(240)
class UntakenPartitionIT {
    /** Base64 of a form that no release has written, with something behind it. */
    private static final String UNKNOWN_FORM = "CQEC";

    private final ScriptedWebhook webhook = ScriptedWebhook.start();

    @AfterEach
    void closeReceiver() {
        webhook.close();
    }

    @Test
    void aPartitionWhoseCommitCannotBeReadIsNotTakenAndTheOthersGoOn() {
        try (var bench = WorkerFixture.on(webhook, "untaken", 2, 0.05);
                var admin = bench.clients().admin()) {
            for (int i = 0; i < 8; i++) {
                bench.subscribe("sub-" + i, "/hook");
                bench.deliver("sub-" + i, 1);
            }
            var untaken = new TopicPartition(bench.topics().deliveries(), 0);
            var commit = new OffsetAndMetadata(0, UNKNOWN_FORM);
            commit(bench, untaken, commit);
            try (var worker = bench.worker("one")) {
                await().atMost(SOON)
                        .untilAsserted(() -> assertThat(
                                        webhook.requests("/hook").stream().map(ReceivedRequest::text))
                                .containsExactlyInAnyOrderElementsOf(eventsOf(bench, 1)));
                assertThat(worker.ready()).isFalse();
                assertThat(worker.problems())
                        .containsExactly(untaken + " is not read, because its commit is unreadable; run the release"
                                + " that wrote it, or reset its offset");
                assertThat(worker.ended()).isNotDone();
            }
            assertThat(new ConsumerGroup(admin, bench.group()).stable(List.of(untaken)))
                    .isEqualTo(Map.of(untaken, commit));
            assertThat(eventsOf(bench, 0)).isNotEmpty();
        }
    }

    private static void commit(WorkerFixture bench, TopicPartition partition, OffsetAndMetadata commit) {
        try (var consumer = bench.clients().consumer(Map.of("group.id", bench.group(), "enable.auto.commit", false))) {
            consumer.assign(List.of(partition));
            consumer.commitSync(Map.of(partition, commit));
        }
    }

    private static List<String> eventsOf(WorkerFixture bench, int partition) {
        return bench.records(bench.topics().deliveries()).stream()
                .filter(record -> record.partition() == partition)
                .map(record -> new String(record.value(), UTF_8))
                .collect(Collectors.toList());
    }
}
