package io.tidings.worker;

import io.tidings.contract.ClockReading;
import io.tidings.worker.commit.CommitScheduler;
import io.tidings.worker.dispatch.Dispatcher;
import io.tidings.worker.dispatch.Inbox;
import io.tidings.worker.dispatch.SendGuard;
import io.tidings.worker.group.PartitionAssignment;
import io.tidings.worker.group.PendingGauge;
import io.tidings.worker.health.EndpointBreakers;
import io.tidings.worker.partition.AssignedPartition;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The loop of a session. Its thread owns the consumer and all state; endpoints and transactions run elsewhere and
 * report through the inbox.
 *
 * <pre>
 *   deliveries ┐          ┌────────┐        ┌──────────┐  post   ┌──────────┐
 *   retry.10s  ├─ poll ──>│ Intake │─ due ─>│ Dispatch │────────>│ endpoint │
 *   …          │          └────────┘        └──────────┘         └────┬─────┘
 *   retry.12h  ┘              │ hop              ^      inbox         │ outcome
 *        ^                    v                  └────────────────────┘
 *        │                ┌────────┐  verdict         │
 *        │                │ Outbox │<─────────────────┘
 *        │                └────────┘
 *        │                    v records and offsets
 *        └─ transaction ─ Parking
 * </pre>
 */
final class DeliveryLoop {
    private static final Logger log = LoggerFactory.getLogger(DeliveryLoop.class);

    private static final Duration LONGEST_POLL = Duration.ofMillis(20);
    private static final Duration BETWEEN_POLLS = Duration.ofMillis(2);
    private static final Duration REVOCATION = Duration.ofSeconds(2);
    private static final Duration LAST_COMMIT = Duration.ofSeconds(3);
    private static final int MOST_HELD_PARKS = 5_000;

    private final Consumer<byte[], byte[]> consumer;
    private final List<String> ladder;
    private final Inbox inbox;
    private final PartitionAssignment assignment;
    private final Intake intake;
    private final Dispatcher dispatcher;
    private final EndpointBreakers breakers;
    private final CommitScheduler commits;
    private final PendingGauge pending;
    private final SendGuard sendGuard;
    private final Supplier<ClockReading> clock;
    private final Duration drainTimeout;
    private @Nullable ClockReading lastPoll;
    private boolean commitsOverdue;
    private volatile boolean running = true;
    private volatile boolean ready;

    /** What the loop turns; made by {@link DeliverySession}. */
    record Parts(
            Consumer<byte[], byte[]> consumer,
            Inbox inbox,
            PartitionAssignment assignment,
            Intake intake,
            Dispatcher dispatcher,
            EndpointBreakers breakers,
            CommitScheduler commits,
            PendingGauge pending,
            SendGuard sendGuard,
            Supplier<ClockReading> clock) {}

    DeliveryLoop(Parts parts, List<String> ladder, Duration drainTimeout) {
        this.consumer = parts.consumer();
        this.inbox = parts.inbox();
        this.assignment = parts.assignment();
        this.intake = parts.intake();
        this.dispatcher = parts.dispatcher();
        this.breakers = parts.breakers();
        this.commits = parts.commits();
        this.pending = parts.pending();
        this.sendGuard = parts.sendGuard();
        this.clock = parts.clock();
        this.ladder = ladder;
        this.drainTimeout = drainTimeout;
    }

    /** Turns until it is stopped; the caller gives up the clients behind it. */
    void run() {
        try (pending) {
            consumer.subscribe(ladder, assignment);
            while (running) {
                watchClock();
                takePolledWhenDue();
                inbox.runAll();
                releaseAndStart();
                dispatcher.forgetRemoved(clock.get());
                breakers.writeDown(clock.get());
                commits.commitWhenDue(assignment.partitions(), clock.get());
                readWhatThereIsRoomFor();
            }
            finish(assignment.partitions(), drainTimeout);
        } finally {
            ready = false;
            forgetSession();
        }
    }

    /** Drops what is under way: its partitions are read again from what is committed, by whoever owns them next. */
    private void forgetSession() {
        assignment.forgetAll();
        intake.forgetDisowned();
        dispatcher.cutAll();
    }

    /** Whoever was frozen for longer than a session sends nothing until the group has said what is still its own. */
    private void watchClock() {
        var now = clock.get();
        if (sendGuard.commitsOverdue(now) != commitsOverdue) {
            commitsOverdue = !commitsOverdue;
            log.warn(
                    commitsOverdue
                            ? "no new attempt starts: results wait too long for their commit"
                            : "attempts start again: results are committed");
        }
        if (sendGuard.findsHole(now)) {
            log.warn("the monotonic clock has a gap: nothing is sent until the group has confirmed the partitions of "
                    + "this worker");
            assignment.askAgain();
        } else if (assignment.confirmed()) {
            sendGuard.confirmed();
        }
    }

    /**
     * A poll of all partitions costs more than an answer of an endpoint: while only answers can bring work on, they
     * are waited for, and the broker is asked now and then.
     */
    private void takePolledWhenDue() {
        var now = clock.get();
        if (lastPoll != null
                && dispatcher.waitsForResponses()
                && now.since(lastPoll).compareTo(BETWEEN_POLLS) < 0) {
            inbox.await(BETWEEN_POLLS);
            return;
        }
        lastPoll = now;
        takePolled();
    }

    private void takePolled() {
        var polled = poll();
        if (assignment.shrunk()) {
            intake.forgetDisowned();
            dispatcher.forgetDisowned();
        }
        polled.nextOffsets().forEach((partition, next) -> {
            var owned = assignment.of(partition);
            if (owned != null) {
                owned.read(polled.records(partition).size(), next.offset());
            }
        });
        var now = clock.get();
        for (var partition : polled.partitions()) {
            var owned = assignment.of(partition);
            if (owned != null && owned.started()) {
                intake.take(owned, polled.records(partition), now);
            }
        }
        ready = assignment.complete();
    }

    private ConsumerRecords<byte[], byte[]> poll() {
        // An answer that nothing waits for is read with the next record: waking for it would cost a poll of its own.
        var timeout = inbox.fallAsleep(dispatcher.waitsForResponses()) ? untilNextDue() : Duration.ZERO;
        try {
            return consumer.poll(timeout);
        } catch (WakeupException e) {
            return ConsumerRecords.empty(); // the inbox has something
        } finally {
            inbox.wake();
        }
    }

    private Duration untilNextDue() {
        var now = clock.get();
        var left = intake.wakeUp(assignment.partitions(), now)
                .map(due -> Duration.between(now.wall(), due))
                .orElse(LONGEST_POLL);
        var rested = dispatcher.untilRested(now).orElse(LONGEST_POLL);
        return left.isNegative() ? Duration.ZERO : shortest(shortest(left, rested), LONGEST_POLL);
    }

    private static Duration shortest(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private void releaseAndStart() {
        var now = clock.get();
        intake.release(assignment.partitions(), now);
        if (sendGuard.certain(now)) { // else responses that came during the hole are still to be read
            dispatcher.cutOverdue(now);
        }
        dispatcher.start(clock);
    }

    /** Reads on where there is room, and nowhere else: what is paused stays in the broker. */
    private void readWhatThereIsRoomFor() {
        var now = clock.get();
        for (var partition : assignment.partitions()) {
            if (partition.started()) {
                rewindIfFar(partition, now);
                read(partition, readable(partition));
            }
        }
    }

    private boolean readable(AssignedPartition partition) {
        var buffer = partition.front();
        return dispatcher.roomFor(partition)
                && !intake.waitsForTable()
                && !partition.ledger().crowded()
                && partition.parks().size() + partition.alsoWritten().size() < MOST_HELD_PARKS
                && (buffer == null || (buffer.readable() && !intake.full()));
    }

    private void rewindIfFar(AssignedPartition partition, ClockReading now) {
        var buffer = partition.front();
        if (buffer != null) {
            buffer.rewindIfFar(now).ifPresent(offset -> {
                consumer.seek(partition.partition(), offset);
                partition.readAgainFrom(offset);
            });
        }
    }

    private void read(AssignedPartition partition, boolean wanted) {
        if (partition.reading() != wanted) {
            partition.reading(wanted);
            var name = List.<TopicPartition>of(partition.partition());
            if (wanted) {
                consumer.resume(name);
            } else {
                consumer.pause(name);
            }
        }
    }

    /** On the poll thread, from within a poll: partitions are about to go to another worker. */
    void drainRevoked(Collection<AssignedPartition> going) {
        finish(going, REVOCATION);
    }

    /** Waits for what is in flight, starting nothing more, and commits it. */
    private void finish(Collection<AssignedPartition> partitions, Duration timeout) {
        log.debug("finishing what is in flight for {} partitions", partitions.size());
        var begun = clock.get();
        while (clock.get().since(begun).compareTo(timeout) < 0
                && partitions.stream().anyMatch(partition -> partition.inFlight() > 0)) {
            dispatcher.cutOverdue(clock.get());
            runInbox();
        }
        breakers.writeDownAll(clock.get());
        begun = clock.get();
        while (clock.get().since(begun).compareTo(LAST_COMMIT) < 0 && !commits.settled(partitions)) {
            breakers.writeDown(clock.get());
            commits.commitNow(partitions, clock.get());
            runInbox();
        }
    }

    private void runInbox() {
        inbox.await(Duration.ofMillis(1));
        inbox.runAll();
    }

    boolean ready() {
        return ready && running;
    }

    /** Any thread may ask the loop to drain and end. */
    void stop() {
        running = false;
        consumer.wakeup();
    }
}
