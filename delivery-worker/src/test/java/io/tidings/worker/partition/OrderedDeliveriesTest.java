package io.tidings.worker.partition;

import static io.tidings.worker.Examples.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.RetryLadder;
import io.tidings.contract.TimeScale;
import io.tidings.contract.counts.CountedSubscription;
import io.tidings.contract.counts.NumberCounts;
import io.tidings.contract.delivery.DeliveryOrder;
import io.tidings.contract.lane.HandOut;
import io.tidings.contract.lane.HandOutRecord;
import io.tidings.contract.lane.OrderedKey;
import io.tidings.contract.lane.QueueChange;
import io.tidings.contract.lane.QueueRecord;
import io.tidings.worker.Examples;
import io.tidings.worker.receive.HandOuts;
import io.tidings.worker.schedule.KeyQueues;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

/** B-LANE-2: what transactions write of the deliveries that wait for their order key. */
class OrderedDeliveriesTest {
    private static final OrderedKey KEY = new OrderedKey(
            Examples.newDelivery().subscription(), Examples.newDelivery().uid(), "customer-1");

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

    /** B-PULL-2. */
    @Test
    void whatReceiversHaveIsToldAgainAfterAnAbortedTransaction() {
        var unordered = new OrderedKey(KEY.subscription(), KEY.uid(), KeyQueues.UNORDERED);
        var order = partition(Examples.waiting(3, Long.MAX_VALUE, new QueueChange.Added(unordered, 1, 70)))
                .order();
        var results = order.waiting().results();
        var terms = new HandOuts.Terms(Duration.ofMinutes(1), 10);
        assertThat(order.handOuts().handOut(new HandOuts.Place(unordered, 1), terms, new UUID(1, 2), NOON))
                .isPresent();
        order.decided();
        assertThat(order.waiting().changed()).as("a commit is needed").isTrue();

        var aborted = results.cut(10, Long.MAX_VALUE);
        results.giveBack(aborted);
        var again = results.cut(10, Long.MAX_VALUE);

        assertThat(handOuts(aborted.records())).hasSize(1);
        assertThat(handOuts(again.records())).isEqualTo(handOuts(aborted.records()));
        assertThat(handOuts(results.cut(10, Long.MAX_VALUE).records())).isEmpty();
        assertThat(handOuts(order.snapshot(NOON))).isEqualTo(handOuts(aborted.records()));
    }

    private static List<HandOut> handOuts(List<ProducerRecord<byte[], byte[]>> records) {
        return records.stream()
                .flatMap(record -> HandOutRecord.read(record.value()).stream())
                .flatMap(record -> record.handOuts().stream())
                .toList();
    }

    /** B-LIMIT: a program that does not know limits may take the number over next. */
    @Test
    void whatItsDestinationHasFinishedIsToldWithWhatCameMeanwhile() {
        var partition = partition();
        var order = partition.order();
        var delivery = Examples.newDelivery().ordered(new DeliveryOrder("a", null));
        partition.ledger().started(0);
        var polled = new PolledDelivery(partition, 0, delivery, new byte[1], new byte[1]);
        order.due(polled);
        var known = order.changesAtItsEnd(polled);
        order.parked(polled, NOON);

        order.endedAtItsDestination(polled);

        assertThat(known).isEmpty();
        assertThat(order.waiting().changed()).as("a commit is needed").isTrue();
        assertThat(changes(order.waiting().results().cut(10, Long.MAX_VALUE)))
                .anyMatch(QueueChange.Freed.class::isInstance);
    }

    @Test
    void whatAProgramHasBlockedThatDoesNotKnowLimitsIsFreedAtOnce() {
        var unordered = new OrderedKey(KEY.subscription(), KEY.uid(), KeyQueues.UNORDERED);
        var order = partition(Examples.waiting(3, Long.MAX_VALUE, new QueueChange.Blocked(unordered, 1, NOON)))
                .order();
        assertThat(order.waiting().changed()).as("a commit is needed").isTrue();
        assertThat(changes(order.waiting().results().cut(10, Long.MAX_VALUE)))
                .containsExactly(new QueueChange.Freed(unordered, 1));
    }

    /** Kafka has lost the end of the log: the next delivery is appended where a lost one was. */
    @Test
    void whatTheLogHasLostAtItsEndIsCountedAndDoesNotFinishWhatIsAppendedThere() {
        var kept = new QueueChange.Added(KEY, 1, 4);
        var lost = new QueueChange.Added(KEY, 2, 5);
        var partition = partition(Examples.waiting(3, 5, kept, lost));
        var order = partition.order();

        assertThat(order.waitingDeliveries()).isOne();
        assertThat(order.takeLostAtStart()).isOne();
        assertThat(order.takeLostAtStart()).as("told once").isZero();
        var record = append(partition, 5);
        var cut = order.waiting().results().cut(10, Long.MAX_VALUE);
        assertThat(cut.counted())
                .containsExactly(CountChange.ofLost(new CountedSubscription(KEY.subscription(), KEY.uid())));
        assertThat(changes(cut)).contains(new QueueChange.Left(KEY, 2, 5));
        loadAll(order, kept, record);
        cut = order.waiting().results().cut(10, Long.MAX_VALUE);
        assertThat(cut.position().offset()).as("the appended one waits").isEqualTo(5);
        assertThat(order.waitingDeliveries()).isOne();
    }

    /** The log has lost its end while it was owned. */
    @Test
    void aLostDeliveryDoesNotFinishTheOneThatWaitsAtItsOffset() {
        var lost = new QueueChange.Added(KEY, 2, 5);
        var partition = partition(Examples.waiting(3, Long.MAX_VALUE, lost));
        var order = partition.order();
        var record = append(partition, 5);

        loadAll(order, lost, record);
        var cut = order.waiting().results().cut(10, Long.MAX_VALUE);

        assertThat(cut.counted()).hasSize(1);
        assertThat(changes(cut)).contains(new QueueChange.Left(KEY, 2, 5));
        assertThat(cut.position().offset()).as("the other one waits").isEqualTo(5);
        assertThat(order.waitingDeliveries()).isOne();
    }

    /** Makes a delivery without an order wait at an offset of the log. */
    private static ConsumerRecord<byte[], byte[]> append(AssignedPartition partition, long offset) {
        var order = partition.order();
        partition.ledger().started(0);
        var polled = new PolledDelivery(partition, 0, Examples.newDelivery(), new byte[1], new byte[1]);
        var appended = order.exceeding(polled, NOON).getFirst().delivery();
        var record = order.waitingRecord(appended, NOON);
        order.appending(record, appended);
        order.written(record, offset);
        return read(record, offset);
    }

    /** Loads what is wanted: a delivery that the log has no more, and others. */
    private static void loadAll(
            OrderedDeliveries order, QueueChange.Added gone, ConsumerRecord<byte[], byte[]> record) {
        var wanted = order.takeWanted(10, _ -> 10);
        for (var each : wanted) {
            assertThat(order.loaded(each, each.offset() == record.offset() ? record : null))
                    .isEqualTo(each.sequence() != gone.sequence() || !each.key().equals(gone.key()));
        }
        order.loadEnded(wanted);
    }

    private static List<QueueChange> changes(Cut cut) {
        return cut.index().records().stream()
                .flatMap(record -> QueueRecord.read(record.value()).orElseThrow().changes().stream())
                .toList();
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
        return partition(Examples.nothingWaits(3));
    }

    private static AssignedPartition partition(OrderedDeliveries order) {
        var owned = new AssignedPartition(
                new TopicPartition("tidings.deliveries", 3), null, new RetryLadder(TimeScale.REAL), Duration.ZERO);
        owned.start(new PartitionStart(
                Examples.startingPoint(),
                new DuplicateDetector(),
                new MovedRecords(Map.of()),
                order,
                new NumberCounts()));
        return owned;
    }
}
