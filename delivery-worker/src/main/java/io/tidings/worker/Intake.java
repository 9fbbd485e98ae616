package io.tidings.worker;

import io.tidings.contract.RetryLadder;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.delivery.DeliveryHeaders.Read.Illegible;
import io.tidings.contract.delivery.DeliveryHeaders.Read.Legible;
import io.tidings.contract.delivery.DeliveryReader;
import io.tidings.contract.event.RejectionReason;
import io.tidings.runtime.kafka.TableFollower;
import io.tidings.worker.lane.Origin;
import io.tidings.worker.tier.Moment;
import io.tidings.worker.tier.WaitingRoom;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes in what was read and passes on what is due (decision 4).
 *
 * <pre>
 *  deliveries ───────────────────────────────────> due ──> Dispatch
 *  tiers ──> front, until the tier's time is over ──┤
 *              ^                                    ├─ long to wait yet ──> next tier, by the Outbox
 *              └── first in, first out              └─ not quite ──> waiting room, until due
 * </pre>
 *
 * <p>Confined to the poll thread.
 */
final class Intake {
    private static final Logger log = LoggerFactory.getLogger(Intake.class);

    /** No wait of the rules is longer; a header that says so was not written by them. */
    private static final Duration LONGEST_WAIT = Duration.ofDays(2);

    private static final int MOST_WAITING_FOR_TABLE = 1_000;

    private final Dispatch dispatch;
    private final Outbox outbox;
    private final TableFollower table;
    private final RetryLadder ladder;
    private final WorkerMetrics metrics;
    private final Executor pollThread;
    private final WaitingRoom<Ready> waitingRoom;
    private final DeliveryReader reader = new DeliveryReader();
    private int waitingForTable;

    Intake(
            WorkerConfig config,
            Dispatch dispatch,
            Outbox outbox,
            TableFollower table,
            WaitingRoom<Ready> waitingRoom,
            WorkerMetrics metrics,
            Executor pollThread) {
        this.dispatch = dispatch;
        this.outbox = outbox;
        this.table = table;
        this.ladder = config.retries().ladder();
        this.metrics = metrics;
        this.pollThread = pollThread;
        this.waitingRoom = waitingRoom;
    }

    /** Takes in what one poll read of a partition. */
    void take(OwnedPartition from, List<ConsumerRecord<byte[], byte[]>> records, Moment now) {
        var front = from.front();
        if (front != null) {
            front.read(records, now);
            return;
        }
        for (var record : records) {
            enter(from, record, now, now.wall());
        }
    }

    /** Passes on what has waited long enough. */
    void release(Collection<OwnedPartition> partitions, Moment now) {
        for (var due = waitingRoom.release(now); due.isPresent(); due = waitingRoom.release(now)) {
            dispatch.add(due.get(), now);
        }
        for (var partition : partitions) {
            releaseFront(partition, now);
        }
    }

    private void releaseFront(OwnedPartition partition, Moment now) {
        var front = partition.front();
        if (front == null || !partition.started()) {
            return;
        }
        front.readableAgain(now);
        while (passable(partition)) {
            var released = front.release(now);
            if (released.isEmpty()) {
                return;
            }
            enter(partition, released.get(), now, front.timeOf(released.get(), now));
        }
    }

    private boolean passable(OwnedPartition partition) {
        return !waitingRoom.full() && dispatch.roomFor(partition);
    }

    private void enter(OwnedPartition from, ConsumerRecord<byte[], byte[]> record, Moment now, Instant time) {
        if (!from.ledger().started(record.offset())) {
            skip(from, record);
            return;
        }
        if (record.key() == null || record.value() == null) {
            outbox.reject(from, record, RejectionReason.INVALID_DELIVERY, "no key or value");
            return;
        }
        switch (reader.read(record.headers())) {
            case Illegible(var reason, var sentence) -> outbox.reject(from, record, reason, sentence);
            case Legible(var delivery)
            when from.repeated(delivery, record.timestamp()) -> leaveToTheFirst(from, record, delivery);
            case Legible(var delivery) ->
                waitForTable(new Ready(from, record.offset(), delivery, record.key(), record.value()), now, time);
        }
    }

    /** A former owner has finished it, but matching may write it again. */
    private void skip(OwnedPartition from, ConsumerRecord<byte[], byte[]> record) {
        from.skipped();
        if (from.origin() == Origin.DELIVERIES && reader.read(record.headers()) instanceof Legible(var delivery)) {
            var _ = from.repeated(delivery, record.timestamp());
        }
    }

    private void leaveToTheFirst(OwnedPartition from, ConsumerRecord<byte[], byte[]> record, Delivery delivery) {
        log.debug(
                "{} is event {} of {} again: matching was interrupted and wrote it twice",
                place(record),
                delivery.event().id(),
                delivery.subscription());
        from.finish(record.offset());
        metrics.repeated();
    }

    /** A delivery may have been matched against a subscription that this worker has not read yet (decision 8). */
    private void waitForTable(Ready ready, Moment now, Instant time) {
        long needed = ready.delivery().subscriptionsRead();
        if (needed <= table.position()) {
            pass(ready, now, time);
            return;
        }
        waitingForTable++;
        table.reached(needed).whenComplete((_, failure) -> {
            if (failure == null) { // else the program ends
                pollThread.execute(() -> {
                    waitingForTable--;
                    pass(ready, now, time);
                });
            }
        });
    }

    /** @param time that what is left of its wait counts from */
    private void pass(Ready ready, Moment now, Instant time) {
        if (!ready.from().owned()) {
            return;
        }
        dispatch.entered(ready, now);
        var left = left(ready.delivery(), time);
        if (!left.isPositive()) {
            dispatch.add(ready, now);
            return;
        }
        var waiting = dueByOurClock(ready, left, now, time);
        var hop = ladder.nextHop(left);
        if (hop.isPresent()) {
            outbox.hop(waiting, hop.get(), now.wall());
        } else {
            waitingRoom.add(waiting, left, waiting.bytes(), now);
        }
    }

    /** What was due by another clock is due by ours from here on, or every later hop would be off by the difference. */
    private static Ready dueByOurClock(Ready ready, Duration left, Moment now, Instant time) {
        return time.equals(now.wall())
                ? ready
                : ready.at(ready.delivery().retryState().dueAt(now.wall().plus(left)));
    }

    private Duration left(Delivery delivery, Instant time) {
        var due = delivery.retryState().due();
        if (due == null) {
            return Duration.ZERO;
        }
        var left = Duration.between(time, due);
        if (left.compareTo(LONGEST_WAIT) > 0) {
            log.warn(
                    "event {} says it is due at {}; it is taken as due",
                    delivery.event().id(),
                    due);
            metrics.clockTrouble();
            return Duration.ZERO;
        }
        return left;
    }

    /** When something will be due or readable next; what has no room now is waited for by the inbox. */
    Optional<Instant> wakeUp(Collection<OwnedPartition> partitions, Moment now) {
        var earliest = waitingRoom.left(now).map(now.wall()::plus);
        for (var partition : partitions) {
            var front = partition.front();
            if (front != null && passable(partition)) {
                var next = front.wakeUp(now);
                if (next.isPresent() && (earliest.isEmpty() || next.get().isBefore(earliest.get()))) {
                    earliest = next;
                }
            }
        }
        return earliest;
    }

    /** Whether so many deliveries wait for their subscription to be read that no more should be taken in. */
    boolean waitsForTable() {
        return waitingForTable >= MOST_WAITING_FOR_TABLE;
    }

    boolean full() {
        return waitingRoom.full();
    }

    void forgetDisowned() {
        waitingRoom.removeIf(ready -> !ready.from().owned());
    }

    private static String place(ConsumerRecord<byte[], byte[]> record) {
        return record.topic() + "-" + record.partition() + "@" + record.offset();
    }
}
