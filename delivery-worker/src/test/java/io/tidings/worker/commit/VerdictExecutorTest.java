package io.tidings.worker.commit;

import static io.tidings.worker.Examples.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidings.contract.RetryLadder;
import io.tidings.contract.TimeScale;
import io.tidings.contract.Topics;
import io.tidings.contract.counts.NumberCounts;
import io.tidings.contract.delivery.DeliveryOrder;
import io.tidings.contract.event.EventLimits;
import io.tidings.contract.lane.OrderedKey;
import io.tidings.contract.lane.QueueChange;
import io.tidings.contract.lane.QueueChange.Blocked;
import io.tidings.contract.lane.QueueRecord;
import io.tidings.runtime.metric.SubscriptionDetail;
import io.tidings.worker.Examples;
import io.tidings.worker.partition.AssignedPartition;
import io.tidings.worker.partition.DuplicateDetector;
import io.tidings.worker.partition.MovedRecords;
import io.tidings.worker.partition.PartitionStart;
import io.tidings.worker.partition.PolledDelivery;
import io.tidings.worker.schedule.DueQueue;
import io.tidings.worker.schedule.KeyQueues.Step;
import io.tidings.worker.telemetry.NoDeliveryTracing;
import io.tidings.worker.telemetry.SubscriptionStats;
import io.tidings.worker.telemetry.WorkerMetrics;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** B-LANE-2: a delivery that is too large to wait for others is dropped, and its order key goes on. */
class VerdictExecutorTest {
    private static final Topics TOPICS = new Topics("tidings.");

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final VerdictExecutor verdicts = new VerdictExecutor(
            new LadderRecords(TOPICS),
            new AttemptLog(TOPICS.attempts(), AttemptLog.Selection.NONE),
            new RetryLadder(TimeScale.REAL),
            new DueQueue<>(0, PolledDelivery::subscription),
            new WorkerMetrics(registry, SubscriptionDetail.ALL),
            NoDeliveryTracing.INSTANCE,
            SubscriptionStats.NONE);
    private final AssignedPartition partition = partition();

    @Test
    void theTransactionThatDropsADeliveryTooLargeToWaitTellsWhatBlocksItsKey() {
        var order = partition.order();
        var first = polled(0, 1);
        var tooLarge = polled(1, EventLimits.MAX_RECORD_BYTES);
        var last = polled(2, 1);
        assertThat(order.due(first)).isEqualTo(Step.TURN);
        assertThat(order.due(tooLarge)).isEqualTo(Step.HELD);
        order.append(last, NOON).forEach(each -> verdicts.append(each, NOON));

        var cut = partition.results().cut(10, Long.MAX_VALUE);
        assertThat(cut.records())
                .filteredOn(record -> record.topic().equals(TOPICS.waiting()))
                .as("the one behind it waits in the log")
                .hasSize(1)
                .allSatisfy(record -> order.written(record, 70));
        var changes = cut.records().stream()
                .filter(record -> record.topic().equals(TOPICS.waitingIndex()))
                .flatMap(record -> QueueRecord.read(record.value()).orElseThrow().changes().stream())
                .toList();
        var key = new OrderedKey(Examples.BILLING, "uid-billing", "a");
        assertThat(changes)
                .as("a new owner would find the last one before the first")
                .isEqualTo(List.<QueueChange>of(new Blocked(key, 0, NOON)));
        assertThat(registry.get("tidings.dropped").counter().count()).isEqualTo(1);

        order.ended(first);
        assertThat(order.takeWanted(10, _ -> Integer.MAX_VALUE))
                .extracting("sequence")
                .containsExactly(2L);
    }

    private PolledDelivery polled(long offset, int bytes) {
        partition.ledger().started(offset);
        var delivery = Examples.newDelivery().ordered(new DeliveryOrder("a", null));
        return new PolledDelivery(partition, offset, delivery, new byte[1], new byte[bytes]);
    }

    private static AssignedPartition partition() {
        var owned = new AssignedPartition(
                new TopicPartition(TOPICS.deliveries(), 3), null, new RetryLadder(TimeScale.REAL), Duration.ZERO);
        owned.start(new PartitionStart(
                Examples.startingPoint(),
                new DuplicateDetector(),
                new MovedRecords(Map.of()),
                Examples.nothingWaits(owned.number()),
                new NumberCounts()));
        return owned;
    }
}
