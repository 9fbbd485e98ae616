package io.tidings.worker;

import io.tidings.contract.ClockReading;
import io.tidings.runtime.liveness.LoopWatch;
import io.tidings.worker.dispatch.Dispatcher;
import io.tidings.worker.recovery.Recoveries;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The loop of a session. Its thread owns the consumer and all state; endpoints and transactions run elsewhere and
 * report through the inbox.
 *
 * <pre>
 *   deliveries ┐          ┌────────┐        ┌────────────┐  POST   ┌──────────┐
 *   retry.10s  ├─ poll ──>│ Intake │─ due ─>│ Dispatcher │────────>│ endpoint │
 *   …          │          └────────┘        └────────────┘         └────┬─────┘
 *   retry.12h  ┘              │ hop               ^      inbox          │ outcome
 *        ^                    v                   └─────────────────────┘
 *        │           ┌─────────────────┐  verdict         │
 *        │           │ VerdictExecutor │<─────────────────┘
 *        │           └─────────────────┘
 *        │                    v records and offsets
 *        └─ transaction ─ CommitScheduler
 * </pre>
 */
final class DeliveryLoop {
    private static final Duration BETWEEN_CLEANUPS = Duration.ofSeconds(10);

    private final PartitionReader reader;
    private final Dispatcher dispatcher;
    private final Recoveries recoveries;
    private final ProgressWriter progress;
    private final WaitingLoads waiting;
    private final Settlements settlements;
    private final DeskListener.@Nullable Serving serving;
    private final ClockWatch clockWatch;
    private final Supplier<ClockReading> clock;
    private @Nullable ClockReading cleaned;
    private volatile boolean running = true;

    DeliveryLoop(
            PartitionReader reader,
            Dispatcher dispatcher,
            Recoveries recoveries,
            ProgressWriter progress,
            WaitingLoads waiting,
            Settlements settlements,
            DeskListener.@Nullable Serving serving,
            ClockWatch clockWatch,
            Supplier<ClockReading> clock) {
        this.reader = reader;
        this.dispatcher = dispatcher;
        this.recoveries = recoveries;
        this.progress = progress;
        this.waiting = waiting;
        this.settlements = settlements;
        this.serving = serving;
        this.clockWatch = clockWatch;
        this.clock = clock;
    }

    /** Runs until {@link #stop} is called; closes no clients. */
    void run(LoopWatch watch) {
        try {
            while (running) {
                watch.turned();
                clockWatch.look(clock.get());
                reader.pollWhenDue();
                reader.runTasks();
                reader.releaseDue();
                dispatcher.start(clock);
                forgetRemovedNowAndThen(clock.get());
                recoveries.advance(reader.partitions(), clock.get());
                dispatcher.receivers().advance(reader.partitions(), clock.get());
                settlements.advance();
                tellOwners();
                writeProgress();
                waiting.advance(reader.partitions(), clock.get());
                reader.readWhereThereIsRoom();
            }
            watch.ended();
            progress.drain(reader.partitions());
        } finally {
            watch.ended();
            reader.forgetAll();
            dispatcher.cancelAll(clock.get());
            settlements.endAll();
        }
    }

    private void tellOwners() {
        if (serving != null) {
            serving.tell(reader.partitions());
        }
    }

    private void writeProgress() {
        if (recoveries.awaitTransaction() || dispatcher.receivers().hurry() || settlements.hurry()) {
            progress.writeNow(reader.partitions());
        } else {
            progress.writeWhenDue(reader.partitions());
        }
    }

    private void forgetRemovedNowAndThen(ClockReading now) {
        if (cleaned == null || now.since(cleaned).compareTo(BETWEEN_CLEANUPS) >= 0) {
            cleaned = now;
            dispatcher.forgetRemoved(now);
            reader.lookAfterWaiting(waiting);
            settlements.giveUp(reader.partitions(), dispatcher::mostReceived);
        }
    }

    boolean ready() {
        return reader.ready() && running;
    }

    /** Makes the loop drain and end. Thread-safe. */
    void stop() {
        running = false;
        reader.wakeUp();
    }
}
