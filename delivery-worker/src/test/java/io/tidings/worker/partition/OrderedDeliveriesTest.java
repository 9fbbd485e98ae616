package io.tidings.worker.partition;

import static io.tidings.worker.Examples.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.RetryLadder;
import io.tidings.contract.TimeScale;
import io.tidings.contract.counts.NumberCounts;
import io.tidings.contract.delivery.DeliveryOrder;
import io.tidings.contract.lane.QueueRecord;
import io.tidings.worker.Examples;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** B-LANE-2: what transactions write of the deliveries that wait for their order key. */
class OrderedDeliveriesTest {
    /** The aborted one told from which offsets its changes count, and was of another partition with the same number. */
    @Test
    void theTransactionAfterAnAbortedOneMayHaveNoChangesOfItsOwn() {
        var partition = partition();
        var order = partition.order();
        var delivery = Examples.newDelivery().ordered(new DeliveryOrder("a", null));
        partition.ledger().started(0);
        var polled = new PolledDelivery(partition, 0, delivery, new byte[1], new byte[1]);
        order.due(polled);
        partition
                .results()
                .finish(0, null, List.of(), order.parked(polled, NOON).changes());
        partition.results().giveBack(partition.results().cut(10, Long.MAX_VALUE));

        var next = order.waiting().results().cut(10, Long.MAX_VALUE);

        assertThat(next.records())
                .singleElement()
                .satisfies(record -> assertThat(
                                QueueRecord.read(record.value()).orElseThrow().changes())
                        .isEmpty());
        assertThat(partition.results().cut(10, Long.MAX_VALUE).records())
                .singleElement()
                .satisfies(record -> assertThat(
                                QueueRecord.read(record.value()).orElseThrow().changes())
                        .hasSize(1));
    }

    private static AssignedPartition partition() {
        var owned = new AssignedPartition(
                new TopicPartition("tidings.deliveries", 3), null, new RetryLadder(TimeScale.REAL), Duration.ZERO);
        owned.start(new PartitionStart(
                Examples.startingPoint(),
                new DuplicateDetector(),
                new MovedRecords(Map.of()),
                Examples.nothingWaits(owned.number()),
                new NumberCounts()));
        return owned;
    }
}
