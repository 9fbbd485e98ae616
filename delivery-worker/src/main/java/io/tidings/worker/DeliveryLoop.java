package io.tidings.worker;

import io.tidings.contract.ClockReading;
import io.tidings.worker.dispatch.Dispatcher;
import io.tidings.worker.dispatch.Inbox;
import java.util.function.Supplier;

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
    private final PartitionReader reader;
    private final Dispatcher dispatcher;
    private final ProgressWriter progress;
    private final ClockWatch clockWatch;
    private final Inbox inbox;
    private final Supplier<ClockReading> clock;
    private volatile boolean running = true;

    DeliveryLoop(
            PartitionReader reader,
            Dispatcher dispatcher,
            ProgressWriter progress,
            ClockWatch clockWatch,
            Inbox inbox,
            Supplier<ClockReading> clock) {
        this.reader = reader;
        this.dispatcher = dispatcher;
        this.progress = progress;
        this.clockWatch = clockWatch;
        this.inbox = inbox;
        this.clock = clock;
    }

    /** Runs until {@link #stop} is called; closes no clients. */
    void run() {
        try {
            while (running) {
                clockWatch.look(clock.get());
                reader.pollWhenDue();
                inbox.runAll();
                reader.releaseDue();
                dispatcher.start(clock);
                dispatcher.forgetRemoved(clock.get());
                progress.writeWhenDue(reader.partitions());
                reader.readWhereThereIsRoom();
            }
            progress.drain(reader.partitions());
        } finally {
            reader.forgetAll();
            dispatcher.cutAll();
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
