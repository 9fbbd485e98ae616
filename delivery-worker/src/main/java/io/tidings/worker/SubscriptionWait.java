package io.tidings.worker;

import io.tidings.contract.Topics;
import io.tidings.runtime.follower.Follower;
import java.util.concurrent.Executor;
import org.apache.kafka.common.TopicPartition;

/** Deliveries whose subscriptions were not read yet (decision 8). Confined to the poll thread. */
final class SubscriptionWait {
    private static final int MAX_WAITING = 1_000;

    private final Follower<?> follower;
    private final TopicPartition table;
    private final Executor pollThread;
    private int waiting;

    SubscriptionWait(Follower<?> follower, Topics topics, Executor pollThread) {
        this.follower = follower;
        this.table = new TopicPartition(topics.subscriptions(), 0);
        this.pollThread = pollThread;
    }

    /** Runs a task when the subscriptions table is read up to a position, which may be at once. */
    void untilRead(long position, Runnable task) {
        if (position <= follower.position(table)) {
            task.run();
            return;
        }
        waiting++;
        follower.reachedOrEnd(table, position).whenComplete((_, failure) -> {
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
