package io.tidings.worker;

import io.tidings.contract.ClockReading;
import io.tidings.contract.Durations;
import io.tidings.worker.commit.CommitScheduler;
import io.tidings.worker.dispatch.Dispatcher;
import io.tidings.worker.dispatch.Inbox;
import io.tidings.worker.dispatch.SendGuard;
import io.tidings.worker.group.PartitionAssignment;
import io.tidings.worker.partition.AssignedPartition;
import io.tidings.worker.schedule.KeyQueues.Overdue;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;

/**
 * Reads the owned partitions as far as there is room for their records, and hands the records to the intake. Confined
 * to the poll thread, except {@link #wakeUp} and {@link #ready}.
 */
final class PartitionReader {
    /** With requests under way, timeouts and responses have to be looked after. */
    private static final Duration LONGEST_POLL = Duration.ofMillis(20);

    /** With nothing under way, whatever comes ends the poll. */
    private static final Duration LONGEST_IDLE_POLL = Duration.ofMillis(500);

    /** The time by which a delivery may come back late from the ladder before it is searched for. */
    private static final Duration GRACE = Duration.ofSeconds(30);

    private static final Duration BETWEEN_POLLS = Duration.ofMillis(2);

    /** The most bytes of results that wait for a transaction, in all partitions. */
    private static final long MAX_OUTBOX_BYTES = 32L * 1024 * 1024;

    private final Consumer<byte[], byte[]> consumer;
    private final PartitionAssignment assignment;
    private final Intake intake;
    private final Dispatcher dispatcher;
    private final CommitScheduler commits;
    private final Inbox inbox;
    private final SendGuard sendGuard;
    private final QuietWatch quiet;
    private final Supplier<ClockReading> clock;
    private final FetchLatency fetches;
    private @Nullable ClockReading lastPoll;
    private volatile boolean ready;

    PartitionReader(
            Consumer<byte[], byte[]> consumer,
            PartitionAssignment assignment,
            Intake intake,
            Dispatcher dispatcher,
            CommitScheduler commits,
            Inbox inbox,
            SendGuard sendGuard,
            QuietWatch quiet,
            Supplier<ClockReading> clock) {
        this.consumer = consumer;
        this.assignment = assignment;
        this.intake = intake;
        this.dispatcher = dispatcher;
        this.commits = commits;
        this.inbox = inbox;
        this.sendGuard = sendGuard;
        this.quiet = quiet;
        this.clock = clock;
        this.fetches = FetchLatency.of(consumer);
    }

    void subscribe(List<String> topics) {
        consumer.subscribe(topics, assignment);
    }

    List<AssignedPartition> partitions() {
        return assignment.partitions();
    }

    boolean ready() {
        return ready;
    }

    void wakeUp() {
        consumer.wakeup();
    }

    /**
     * A poll of all partitions costs more than handling a response. So while only responses can bring more work, the
     * loop waits for them and polls seldom.
     */
    void pollWhenDue() {
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

    /** Runs what other threads report. */
    void runTasks() {
        inbox.runAll();
    }

    private void takePolled() {
        var polled = poll();
        if (assignment.takeShrunk()) {
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
        if (!polled.isEmpty()) {
            quiet.read(now);
        }
        for (var partition : polled.partitions()) {
            var owned = assignment.of(partition);
            if (owned != null && owned.started()) {
                intake.take(owned, polled.records(partition), now).ifPresent(offset -> readAgain(owned, offset));
            }
        }
        ready = assignment.complete();
    }

    private ConsumerRecords<byte[], byte[]> poll() {
        // A response that no queue waits for is handled with the next record: waking for it would cost a poll of its
        // own.
        var timeout = inbox.fallAsleep(dispatcher.waitsForResponses()) ? untilNextDue() : Duration.ZERO;
        try {
            return consumer.poll(timeout);
        } catch (WakeupException e) {
            return ConsumerRecords.empty(); // the inbox has a task
        } finally {
            inbox.wake();
        }
    }

    private Duration untilNextDue() {
        var now = clock.get();
        var longest = longestPoll(now);
        var left = intake.wakeUp(assignment.partitions(), commitsKeepUp(now), now)
                .map(due -> Duration.between(now.wall(), due))
                .orElse(longest);
        var rested = dispatcher.untilRested(now).orElse(longest);
        var back = dispatcher
                .receivers()
                .nextEnd(assignment.partitions())
                .map(end -> Duration.between(now.wall(), end))
                .orElse(longest);
        var first = Durations.min(Durations.min(left, rested), Durations.min(back, longest));
        return first.isNegative() ? Duration.ZERO : first;
    }

    private Duration longestPoll(ClockReading now) {
        if (!dispatcher.idle()) {
            return LONGEST_POLL;
        }
        var left = commits.untilNext(assignment.partitions(), now).orElse(LONGEST_IDLE_POLL);
        return left.isPositive() ? Durations.min(left.plusMillis(1), LONGEST_IDLE_POLL) : LONGEST_POLL;
    }

    void releaseDue() {
        var now = clock.get();
        intake.release(assignment.partitions(), commitsKeepUp(now), now);
    }

    /** Pauses partitions without room: their records stay in the broker. */
    void readWhereThereIsRoom() {
        var now = clock.get();
        boolean commitsKeepUp = commitsKeepUp(now);
        quiet.beginWhenQuiet(assignment.partitions(), this::atEnd, now);
        for (var partition : assignment.partitions()) {
            if (partition.started() && partition.polled()) {
                rewindIfFar(partition, now);
                read(partition, readable(partition, commitsKeepUp, now));
            }
        }
    }

    /** Returns false while results are too old or too large for more of them. */
    private boolean commitsKeepUp(ClockReading now) {
        return !sendGuard.commitsOverdue(now)
                && assignment.partitions().stream()
                                .filter(AssignedPartition::started)
                                .mapToLong(each -> each.results().bytes())
                                .sum()
                        < MAX_OUTBOX_BYTES;
    }

    private boolean readable(AssignedPartition partition, boolean commitsKeepUp, ClockReading now) {
        var buffer = partition.front();
        boolean room = commitsKeepUp
                && dispatcher.roomFor(partition)
                && !intake.waitsForTable()
                && partition.ledger().roomFor(partition.readUpTo())
                && (buffer == null || (buffer.readable() && !intake.full()));
        partition.room(room, now.wall());
        boolean open = room && !quiet.watches(partition);
        var tail = partition.tail();
        return tail == null ? open : tail.open(open, () -> atEnd(partition), fetches::longest, now);
    }

    /**
     * Lets order keys go that wait for a delivery which is gone, because Kafka has lost its record: it is overdue, and
     * everything that was appended before then has been read.
     */
    void lookAfterWaiting(WaitingLoads waiting) {
        var reading = clock.get();
        var now = reading.wall();
        boolean commitsKeepUp = commitsKeepUp(reading); // else the delivery may not have been written yet
        for (var partition : assignment.partitions()) {
            if (partition.polled()) {
                continue;
            }
            var order = partition.order();
            if (order.snapshotDue(now)) {
                partition.results().needCommit();
            }
            waiting.rewriteOld(order, now);
            for (var overdue : commitsKeepUp ? order.overdue(now.minus(GRACE)) : List.<Overdue>of()) {
                var until = overdue.until().plus(GRACE);
                if (assignment.partitions().stream()
                        .filter(each -> each.polled() && each.number() == partition.number())
                        .allMatch(each -> each.started() && each.hasPassed(until, atEnd(each), GRACE, reading))) {
                    waiting.free(order, overdue);
                }
            }
        }
    }

    /** As far as the last fetch has shown; empty before the first one. */
    private boolean atEnd(AssignedPartition partition) {
        var lag = consumer.currentLag(partition.partition());
        return lag.isPresent() && lag.getAsLong() == 0;
    }

    private void rewindIfFar(AssignedPartition partition, ClockReading now) {
        var buffer = partition.front();
        if (buffer != null) {
            buffer.rewindIfFar(now).ifPresent(offset -> readAgain(partition, offset));
        }
    }

    private void readAgain(AssignedPartition partition, long offset) {
        consumer.seek(partition.partition(), offset);
        partition.readAgainFrom(offset);
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

    /** Drops all records; the next owner reads them again from the committed offsets. */
    void forgetAll() {
        ready = false;
        assignment.forgetAll();
        intake.forgetDisowned();
    }
}
