package io.tidings.worker.dispatch;

import static io.tidings.worker.Examples.LANE;
import static io.tidings.worker.Examples.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.ClockReading;
import io.tidings.contract.RetryLadder;
import io.tidings.contract.TimeScale;
import io.tidings.contract.counts.NumberCounts;
import io.tidings.contract.subscription.QueueDestination;
import io.tidings.worker.Examples;
import io.tidings.worker.dispatch.Receive.Received;
import io.tidings.worker.dispatch.Receivers.Offer;
import io.tidings.worker.partition.AssignedPartition;
import io.tidings.worker.partition.DuplicateDetector;
import io.tidings.worker.partition.MovedRecords;
import io.tidings.worker.partition.OrderedDeliveries;
import io.tidings.worker.partition.PartitionStart;
import io.tidings.worker.partition.PolledDelivery;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

/** B-PULL-2, B-PULL-3: receivers are told what is committed, in turn. */
class ReceiversTest {
    private static final QueueDestination QUEUE = new QueueDestination(Duration.ofSeconds(60), 2, null);

    private final Receivers receivers = new Receivers(UUID::randomUUID);
    private final OrderedDeliveries order = Examples.nothingWaits(LANE.number());
    private final AssignedPartition partition = partition();
    private final Map<Long, ProducerRecord<byte[], byte[]>> log = new HashMap<>();
    private long offset;

    @Test
    void aReceiverIsToldOnceItsEventsAreCommitted() {
        publish();
        var receive = waiting(10);

        assertThat(offerLoaded()).containsExactly(Offer.TAKEN);
        advance(0);
        assertThat(receive.answer().toCompletableFuture()).isNotDone();
        assertThat(receivers.hurry()).isTrue();
        commit();
        advance(0);

        assertThat(events(receive)).singleElement().satisfies(each -> {
            assertThat(each.deliveryCount()).isOne();
            assertThat(each.event()).hasSize(1);
            assertThat(each.token().number()).isEqualTo(LANE.number());
        });
        assertThat(receivers.hurry()).isFalse();
        assertThat(order.handOuts().locked()).isOne();
    }

    @Test
    void eventsGoToTheReceiversInTurnAndNotToTwo() {
        for (int event = 0; event < 3; event++) {
            publish();
        }
        var first = waiting(2);
        var second = waiting(2);

        assertThat(offerLoaded()).containsOnly(Offer.TAKEN);
        advance(0);
        commit();
        advance(0);

        assertThat(events(first)).hasSize(2);
        assertThat(events(second)).hasSize(1);
    }

    @Test
    void nothingIsLoadedWithoutReceivers() {
        publish();

        assertThat(receivers.demand(LANE)).isZero();
        assertThat(offerLoaded()).isEmpty();
    }

    @Test
    void aReceiverGetsNothingWhenItsTimeIsOver() {
        var receive = waiting(1);

        advance(54);
        assertThat(receive.answer().toCompletableFuture()).isNotDone();
        advance(55);
        assertThat(events(receive)).isEmpty();
        assertThat(receivers.demand(LANE)).isZero();
    }

    @Test
    void whatAReceiverThatIsGoneWasToGetComesBackAndCountsForNothing() {
        publish();
        var gone = waiting(1);
        offerLoaded();
        advance(0);
        gone.close();
        commit();
        advance(0);
        advance(0);

        var next = waiting(1);
        assertThat(offerLoaded()).containsExactly(Offer.TAKEN);
        advance(0);
        commit();
        advance(0);

        assertThat(gone.answer().toCompletableFuture()).isNotDone();
        assertThat(events(next)).extracting(Received::deliveryCount).containsExactly(1);
    }

    @Test
    void anEventComesBackWithTheEndOfItsLockUntilItWasReceivedAsOftenAsItMay() {
        publish();
        for (int time = 0; time < 2; time++) {
            var receive = waiting(1);
            assertThat(offerLoaded(60L * time)).containsExactly(Offer.TAKEN);
            advance(60L * time);
            commit();
            advance(60L * time);
            assertThat(events(receive)).hasSize(1);
            assertThat(offerLoaded(60L * time)).isEmpty();
            advance(60L * time + 60);
        }
        var _ = waiting(1, 1000);
        assertThat(offerLoaded(120)).containsExactly(Offer.EXHAUSTED);
    }

    @Test
    void theReceiversOfALostNumberGetNothing() {
        publish();
        var receive = waiting(1);
        offerLoaded();
        advance(0);
        order.waiting().disown();
        advance(0);

        assertThat(events(receive)).isEmpty();
    }

    /** The new owner keeps to the locks. */
    @Test
    void whatIsCommittedIsToldAlthoughTheNumberIsLost() {
        publish();
        var receive = waiting(1);
        offerLoaded();
        advance(0);
        commit();
        order.waiting().disown();
        advance(0);

        assertThat(events(receive)).hasSize(1);
    }

    @Test
    void whoWaitsForALostNumberIsSentAway() {
        var receive = waiting(1);

        receivers.advance(List.of(), new ClockReading(NOON, 0));

        assertThat(events(receive)).isEmpty();
        assertThat(receivers.demand(LANE)).isZero();
    }

    @Test
    void noMoreReceiversWaitThanAQueueMayHave() {
        for (int each = 0; each < 200; each++) {
            assertThat(receivers.add(LANE, new Receive(1, NOON))).isTrue();
        }
        assertThat(receivers.add(LANE, new Receive(1, NOON))).isFalse();
        advance(0);
        assertThat(receivers.add(LANE, new Receive(1, NOON))).isTrue();
    }

    private Receive waiting(int most) {
        return waiting(most, 55);
    }

    private Receive waiting(int most, int seconds) {
        var receive = new Receive(most, NOON.plusSeconds(seconds));
        assertThat(receivers.add(LANE, receive)).isTrue();
        return receive;
    }

    /** An event is published, and appended to the log of what waits. */
    private void publish() {
        partition.ledger().started(offset);
        var polled = new PolledDelivery(partition, offset, Examples.newDelivery(), new byte[1], new byte[1]);
        var appended = order.exceeding(polled, NOON).getFirst().delivery();
        var record = order.waitingRecord(appended, NOON);
        order.appending(record, appended);
        order.written(record, 70 + offset);
        log.put(70 + offset, record);
        offset++;
    }

    private List<Offer> offerLoaded() {
        return offerLoaded(0);
    }

    /** Loads what receivers want, and offers it. */
    private List<Offer> offerLoaded(long second) {
        var wanted = order.takeWanted(100, receivers::demand);
        wanted.forEach(each -> assertThat(order.loaded(each, read(each.offset()))).isTrue());
        order.loadEnded(wanted);
        return order.takeNext().stream()
                .map(each -> receivers.offer(each, QUEUE, NOON.plusSeconds(second)))
                .toList();
    }

    private void advance(long second) {
        receivers.advance(List.of(order.waiting()), new ClockReading(NOON.plusSeconds(second), second));
    }

    private void commit() {
        var results = order.waiting().results();
        var cut = results.cut(100, Long.MAX_VALUE);
        results.committed(cut.position().offset());
    }

    private static List<Received> events(Receive receive) {
        return receive.answer().toCompletableFuture().getNow(null);
    }

    private ConsumerRecord<byte[], byte[]> read(long at) {
        var record = log.get(at);
        return new ConsumerRecord<>(
                record.topic(),
                record.partition(),
                at,
                NOON.toEpochMilli(),
                TimestampType.CREATE_TIME,
                1,
                1,
                record.key(),
                record.value(),
                record.headers(),
                Optional.empty());
    }

    private AssignedPartition partition() {
        var owned = new AssignedPartition(
                new TopicPartition("tidings.deliveries", LANE.number()),
                null,
                new RetryLadder(TimeScale.REAL),
                Duration.ZERO);
        owned.start(new PartitionStart(
                Examples.startingPoint(),
                new DuplicateDetector(),
                new MovedRecords(Map.of()),
                order,
                new NumberCounts()));
        return owned;
    }
}
