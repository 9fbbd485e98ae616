package io.tidings.worker.it;

import static io.tidings.worker.Examples.seeded;
import static io.tidings.worker.it.WorkerFixture.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.delivery.RetryState;
import io.tidings.runtime.kafka.ConsumerGroup;
import io.tidings.testbed.webhook.ReceivedRequest;
import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.ScriptedWebhook;
import io.tidings.worker.progress.Gaps;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** B-RETRY-6 on a real broker: a crash repeats nothing but what was in flight and what finished since the last commit. */
@Timeout(400)
class CrowdedCommitIT {
    private static final int DELIVERIES = 40_000;

    private static final Map<String, String> ROOM_FOR_ALL = Map.of(
            "worker.max.queued.per.subscription", "1000000",
            "worker.patience", "1h",
            "worker.response.timeout", "1h",
            "purge.delivered", "false",
            "drain.timeout", "0s");

    /** Half of it, in no order, waits behind a request that hangs: more than a commit can tell. */
    @Test
    void noMoreIsDeliveredThanTheCommitCanRecord() {
        try (var webhook = ScriptedWebhook.start();
                var bench = WorkerFixture.on(webhook, "crowded", 1, 1);
                var admin = bench.clients().admin()) {
            webhook.answers("/stuck", ScriptedResponse.hang());
            bench.subscribe("stuck", "/stuck");
            bench.writeAll(inNoOrder(bench, bench.subscribe("quick", "/quick")));
            try (var _ = bench.worker("one", ROOM_FOR_ALL)) {
                await().atMost(SOON).during(Duration.ofSeconds(2)).untilAsserted(() -> {
                    var committed = committed(bench, admin);
                    var finished = Gaps.read(committed.metadata());
                    assertThat(committed.metadata()).hasSizeLessThanOrEqualTo(Gaps.MAX_TEXT);
                    assertThat(finished.length()).as("read").isBetween(Gaps.SPAN - 50, Gaps.SPAN);
                    assertThat(committed.offset() + finished.cardinality())
                            .as("in the metadata, of the delivered ones")
                            .isEqualTo(distinct(webhook.requests("/quick")));
                });
            }
        }
    }

    /** A session that is lost on a busy machine repeats some. */
    private static long distinct(List<ReceivedRequest> requests) {
        return requests.stream().map(ReceivedRequest::text).distinct().count();
    }

    private static List<ProducerRecord<byte[], byte[]>> inNoOrder(WorkerFixture bench, long read) {
        var random = seeded(1);
        var records = new ArrayList<ProducerRecord<byte[], byte[]>>();
        for (int number = 0; number < DELIVERIES; number++) {
            var delivery =
                    WorkerFixture.delivery(random.nextBoolean() ? "stuck" : "quick", number, read, RetryState.START);
            records.add(WorkerFixture.record(bench.topics().deliveries(), 0, delivery));
        }
        return records;
    }

    private static OffsetAndMetadata committed(WorkerFixture bench, Admin admin) {
        var partition = new TopicPartition(bench.topics().deliveries(), 0);
        var committed = new ConsumerGroup(admin, bench.group())
                .stable(List.of(partition))
                .get(partition);
        assertThat(committed).as("committed").isNotNull();
        return committed;
    }
}
