package io.tidings.worker;

import io.tidings.runtime.follower.TableFollower;
import java.util.concurrent.Executor;

/** Deliveries whose subscriptions were not read yet (decision 8). Confined to the poll thread. */
final class SubscriptionWait {
    private static final int MAX_WAITING = 1_000;

    private final TableFollower table;
    private final Executor pollThread;
    private int waiting;

    SubscriptionWait(TableFollower table, Executor pollThread) {
        this.table = table;
        this.pollThread = pollThread;
    }

    /** Runs a task when the subscriptions table is read up to a position, which may be at once. */
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

    boolean full() {
        return waiting >= MAX_WAITING;
    }
}
