package io.tidings.worker;

import io.tidings.contract.ClockReading;
import io.tidings.contract.RetryLadder;
import io.tidings.contract.RetryTier;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.event.RejectionReason;
import io.tidings.contract.record.DeliveryHeaders.Read.Malformed;
import io.tidings.contract.record.DeliveryHeaders.Read.Valid;
import io.tidings.contract.record.DeliveryReader;
import io.tidings.contract.subscription.RetryProfile;
import io.tidings.worker.commit.VerdictExecutor;
import io.tidings.worker.dispatch.Dispatcher;
import io.tidings.worker.partition.AssignedPartition;
import io.tidings.worker.partition.PolledDelivery;
import io.tidings.worker.schedule.DueQueue;
import io.tidings.worker.schedule.KeyQueues.Step;
import io.tidings.worker.schedule.Origin;
import io.tidings.worker.schedule.TierBuffer;
import io.tidings.worker.telemetry.WorkerMetrics;
import io.tidings.worker.verdict.Judge;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Passes records that are due to the dispatcher, and holds back the others (decision 4). Confined to the poll thread.
 *
 * <pre>
 *  deliveries ────────────────────────────────────> due ──> Dispatcher
 *  tiers ──> buffer, until the tier's time is over ──┤
 *              ^                                     ├─ long to wait yet ──> next tier, by the VerdictExecutor
 *              └── first in, first out               └─ not quite ──> DueQueue
 * </pre>
 */
final class Intake {
    private static final Logger log = LoggerFactory.getLogger(Intake.class);

    /** The rules never ask for a longer wait, so a header that does was not written by them. */
    private static final Duration LONGEST_WAIT = RetryProfile.LONGEST_TIME_TO_LIVE.plusDays(1);

    private final Dispatcher dispatcher;
    private final VerdictExecutor verdicts;
    private final SubscriptionWait subscriptions;
    private final RetryLadder ladder;
    private final DueQueue<PolledDelivery> dueQueue;
    private final WorkerMetrics metrics;
    private final DeliveryReader reader = new DeliveryReader();

    /**
     * The moment in which a record became due or left its tier.
     *
     * @param time when the rest of its wait begins, by the clock that its due time is of
     * @param parked when it was appended to the tier, by the brokers' clock; null for one that was in none
     * @param left when it left the tier, by the same clock
     */
    private record Release(Instant time, @Nullable Instant parked, Instant left) {
        static Release at(Instant now) {
            return new Release(now, null, now);
        }
    }

    Intake(
            Dispatcher dispatcher,
            VerdictExecutor verdicts,
            SubscriptionWait subscriptions,
            RetryLadder ladder,
            DueQueue<PolledDelivery> dueQueue,
            WorkerMetrics metrics) {
        this.dispatcher = dispatcher;
        this.verdicts = verdicts;
        this.subscriptions = subscriptions;
        this.ladder = ladder;
        this.dueQueue = dueQueue;
        this.metrics = metrics;
    }

    /** Returns the offset to read from again, if not all records had room. */
    Optional<Long> take(AssignedPartition from, List<ConsumerRecord<byte[], byte[]>> records, ClockReading now) {
        var buffer = from.front();
        if (buffer != null) {
            buffer.read(records, now);
            return Optional.empty();
        }
        for (var record : records) {
            if (!from.ledger().roomFor(record.offset())) {
                return Optional.of(record.offset());
            }
            enter(from, record, now, Release.at(now.wall()));
        }
        return Optional.empty();
    }

    /** @param room whether more records may get results, which wait for their commit */
    void release(Collection<AssignedPartition> partitions, boolean room, ClockReading now) {
        for (var due = dueQueue.release(now); due.isPresent(); due = dueQueue.release(now)) {
            if (due.get().from().owned() && takeTurn(due.get(), now)) {
                dispatcher.add(due.get(), now);
            }
        }
        for (var partition : partitions) {
            if (partition.started()) {
                releaseOrdered(partition, now);
                if (room) {
                    releaseFront(partition, now);
                }
            }
        }
    }

    private void releaseFront(AssignedPartition partition, ClockReading now) {
        var buffer = partition.front();
        if (buffer == null) {
            return;
        }
        buffer.readableAgain(now);
        while (passable(partition, buffer)) {
            var released = buffer.release(now);
            if (released.isEmpty()) {
                return;
            }
            enter(partition, released.get(), now, release(buffer, released.get(), now));
        }
    }

    private static Release release(
            TierBuffer<ConsumerRecord<byte[], byte[]>> buffer,
            ConsumerRecord<byte[], byte[]> record,
            ClockReading now) {
        var parked = Instant.ofEpochMilli(record.timestamp());
        return new Release(buffer.timeOf(record, now), parked, buffer.brokers(now));
    }

    private boolean passable(AssignedPartition partition, TierBuffer<ConsumerRecord<byte[], byte[]>> buffer) {
        return !dueQueue.full()
                && dispatcher.roomFor(partition)
                && buffer.first()
                        .filter(first -> !partition.ledger().roomFor(first.offset()))
                        .isEmpty();
    }

    private void enter(
            AssignedPartition from, ConsumerRecord<byte[], byte[]> record, ClockReading now, Release release) {
        from.entered(record.timestamp());
        if (!from.ledger().started(record.offset())) {
            skip(from, record);
            return;
        }
        if (record.key() == null || record.value() == null) {
            verdicts.reject(from, record, RejectionReason.INVALID_DELIVERY, "no key or value");
            return;
        }
        switch (reader.read(record.headers())) {
            case Malformed(var reason, var sentence) -> verdicts.reject(from, record, reason, sentence);
            case Valid(var delivery) -> {
                if (from.recognise(delivery, record.timestamp())) {
                    leaveToTheFirst(from, record, delivery);
                } else if (from.moved().contain(record, delivery)) {
                    from.results().finish(record.offset());
                } else if (from.moved().broughtForward(record, delivery)) {
                    entered(
                            polled(
                                    from,
                                    record,
                                    delivery.at(delivery.retryState().movedForward(release.time()))),
                            now,
                            release);
                } else {
                    entered(polled(from, record, delivery), now, release);
                }
            }
        }
    }

    /** Takes the order of new deliveries from that of the partition, whatever each of them waits for. */
    private void entered(PolledDelivery polled, ClockReading now, Release release) {
        polled.from().order().arrived(polled); // its key waits for it, and not for one that is lost
        if (!isNew(polled) || takeTurn(polled, now)) {
            waitForSubscription(polled, now, release);
        }
    }

    /** Takes the turn of a due delivery (B-LANE-2); returns false if it waits for those before it. */
    private boolean takeTurn(PolledDelivery polled, ClockReading now) {
        var order = polled.from().order();
        var step = order.due(polled);
        if (step == Step.APPEND) {
            order.append(polled, now.wall()).forEach(each -> verdicts.append(each, now.wall()));
        }
        return step == Step.TURN;
    }

    /** Returns whether it has an order key and was never parked. */
    private static boolean isNew(PolledDelivery polled) {
        var order = polled.delivery().order();
        return order != null && order.place() == null;
    }

    private void releaseOrdered(AssignedPartition partition, ClockReading now) {
        for (var polled : partition.order().takeNext()) {
            if (isNew(polled) || !polled.from().polled()) {
                waitForSubscription(polled, now, Release.at(now.wall()));
            } else {
                dispatcher.add(polled, now); // it was held when it came due
            }
        }
    }

    private static PolledDelivery polled(
            AssignedPartition from, ConsumerRecord<byte[], byte[]> record, Delivery delivery) {
        var order = delivery.order();
        // A program that does not know limits has parked a delivery as it waited for one.
        var freed = order != null && order.key().isEmpty() ? delivery.ordered(null) : delivery;
        return new PolledDelivery(from, record.offset(), freed, record.key(), record.value());
    }

    /** A former owner has finished the record, but matching may write it again. */
    private void skip(AssignedPartition from, ConsumerRecord<byte[], byte[]> record) {
        from.results().needCommit();
        if (from.origin() == Origin.DELIVERIES && reader.read(record.headers()) instanceof Valid(var delivery)) {
            var _ = from.recognise(delivery, record.timestamp());
        }
    }

    private void leaveToTheFirst(AssignedPartition from, ConsumerRecord<byte[], byte[]> record, Delivery delivery) {
        log.debug(
                "{} is event {} of {} again: matching was interrupted and wrote it twice",
                place(record),
                delivery.event().id(),
                delivery.subscription());
        from.results().finish(record.offset());
        metrics.repeated();
    }

    private void waitForSubscription(PolledDelivery polled, ClockReading now, Release release) {
        subscriptions.untilRead(polled.delivery().subscriptionsRead(), () -> pass(polled, now, release));
    }

    private void pass(PolledDelivery read, ClockReading now, Release release) {
        if (!read.from().owned()) {
            return;
        }
        countForwarded(read);
        var polled = putOff(read, release);
        var left = left(polled.delivery(), release.time());
        if (!left.isPositive()) {
            if (takeTurn(polled, now)) {
                dispatcher.add(polled, now);
            }
            return;
        }
        var waiting = dueByOurClock(polled, left, now, release.time());
        if (dispatcher.putOff(waiting, now)) {
            return;
        }
        var hop = ladder.nextHop(left);
        if (hop.isEmpty() && dueQueue.roomFor(waiting)) {
            dueQueue.add(waiting, left, waiting.bytes(), now);
        } else {
            // Without room one more hop makes this retry late, but no other subscription's.
            verdicts.hop(waiting, hop.orElse(RetryTier.TEN_SECONDS), now.wall());
        }
    }

    /** Puts a delivery off by the pauses in which it was in its tier (B-PAUSE). */
    private PolledDelivery putOff(PolledDelivery polled, Release release) {
        var pauses = dispatcher.pauses(polled);
        return release.parked() == null || pauses.list().isEmpty()
                ? polled
                : polled.at(Judge.putOff(polled.delivery().retryState(), pauses, release.parked(), release.left()));
    }

    private static void countForwarded(PolledDelivery polled) {
        if (polled.delivery().retryState().forwarded()) {
            polled.from().oneMoreForwardedRead();
        }
    }

    /** Converts the due time to our clock, or every later hop would be off by the difference. */
    private static PolledDelivery dueByOurClock(PolledDelivery polled, Duration left, ClockReading now, Instant time) {
        return time.equals(now.wall())
                ? polled
                : polled.at(polled.delivery().retryState().dueAt(now.wall().plus(left)));
    }

    private Duration left(Delivery delivery, Instant time) {
        var due = delivery.retryState().due();
        if (due == null) {
            return Duration.ZERO;
        }
        var left = Duration.between(time, due);
        if (left.compareTo(LONGEST_WAIT) > 0) {
            log.warn(
                    "event {} has the due time {}, later than any wait allows; it is sent at once",
                    delivery.event().id(),
                    due);
            metrics.clockTrouble();
            return Duration.ZERO;
        }
        return left;
    }

    /** Returns when a record is due or readable next. Where there is no room, the inbox wakes the loop instead. */
    Optional<Instant> wakeUp(Collection<AssignedPartition> partitions, boolean room, ClockReading now) {
        var earliest = dueQueue.left(now).map(now.wall()::plus);
        if (!room) {
            return earliest;
        }
        for (var partition : partitions) {
            var buffer = partition.front();
            if (buffer != null && partition.started() && passable(partition, buffer)) {
                var next = buffer.wakeUp(now);
                if (next.isPresent() && (earliest.isEmpty() || next.get().isBefore(earliest.get()))) {
                    earliest = next;
                }
            }
        }
        return earliest;
    }

    boolean waitsForTable() {
        return subscriptions.full();
    }

    boolean full() {
        return dueQueue.full();
    }

    void forgetDisowned() {
        dueQueue.removeIf(polled -> !polled.from().owned());
    }

    private static String place(ConsumerRecord<byte[], byte[]> record) {
        return record.topic() + "-" + record.partition() + "@" + record.offset();
    }
}
