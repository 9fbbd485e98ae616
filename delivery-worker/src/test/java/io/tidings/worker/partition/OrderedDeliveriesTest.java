package io.tidings.worker.partition;

import static io.tidings.worker.Examples.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.RetryLadder;
import io.tidings.contract.TimeScale;
import io.tidings.contract.counts.NumberCounts;
import io.tidings.contract.delivery.DeliveryOrder;
import io.tidings.contract.lane.QueueChange;
import io.tidings.contract.lane.QueueRecord;
import io.tidings.worker.Examples;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.TimestampType;
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

    /** B-LIMIT. */
    @Test
    void whatHasWaitedForALimitLeavesTheLogWithItsAttemptAndHasNoOrder() {
        var partition = partition();
        var order = partition.order();
        partition.ledger().started(0);
        var polled = new PolledDelivery(partition, 0, Examples.newDelivery(), new byte[1], new byte[1]);
        var appended = order.exceeding(polled, NOON).getFirst().delivery();
        var record = order.waitingRecord(appended, NOON);
        order.appending(record, appended);
        assertThat(order.heldBack(polled)).as("the next one would pass it").isTrue();
        order.written(record, 70);

        var wanted = order.takeWanted(10, _ -> 1);
        assertThat(order.loaded(wanted.getFirst(), read(record, 70))).isTrue();
        order.loadEnded(wanted);
        var loaded = order.takeNext().getFirst();

        assertThat(loaded.delivery().order()).isNull();
        assertThat(loaded.delivery().taken()).isTrue();
        assertThat(order.placed(loaded)).isSameAs(loaded);
        assertThat(order.heldBack(polled)).isFalse();
        assertThat(order.waitingForLimits()).isOne();
        order.putBack(loaded);
        assertThat(order.ended(loaded)).as("it is not attempted").isEmpty();
        var again = order.takeWanted(10, _ -> 1);
        order.loaded(again.getFirst(), read(record, 70));
        var left =
                new QueueChange.Left(wanted.getFirst().key(), wanted.getFirst().sequence(), 70);
        assertThat(order.changesAtItsEnd(loaded)).containsExactly(left);
        assertThat(order.ended(loaded)).containsExactly(left);
        assertThat(order.waitingDeliveries()).isZero();
    }

    private static ConsumerRecord<byte[], byte[]> read(ProducerRecord<byte[], byte[]> record, long offset) {
        return new ConsumerRecord<>(
                record.topic(),
                record.partition(),
                offset,
                NOON.toEpochMilli(),
                TimestampType.CREATE_TIME,
                1,
                1,
                record.key(),
                record.value(),
                record.headers(),
                Optional.empty());
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
