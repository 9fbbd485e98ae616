package io.tidings.worker;

import io.tidings.runtime.kafka.TableFollower;
import java.util.concurrent.Executor;

/**
 * Deliveries that were matched with subscriptions which this worker has not read yet (decision 8).
 *
 * <p>Confined to the poll thread.
 */
final class SubscriptionWait {
    private static final int MAX_WAITING = 1_000;

    private final TableFollower table;
    private final Executor pollThread;
    private int waiting;

    SubscriptionWait(TableFollower table, Executor pollThread) {
        this.table = table;
        this.pollThread = pollThread;
    }

    /** Runs a task as soon as the subscriptions table was read up to a position, which may be at once. */
    void untilRead(long position, Runnable task) {
        if (position <= table.position()) {
            task.run();
            return;
        }
        waiting++;
        table.reached(position).whenComplete((_, failure) -> {
            if (failure == null) { // else the program ends
                pollThread.execute(() -> {
                    waiting--;
                    task.run();
                });
            }
        });
    }

    /** Whether so many deliveries wait that no more should be taken in. */
    boolean full() {
        return waiting >= MAX_WAITING;
    }
}
