package io.tidings.worker;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;

/** What other threads have for the poll thread to do: answers of endpoints, ends of commits, places to start. */
final class Inbox implements Executor {
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final Runnable wakeUp;
    private volatile boolean asleep;

    /** @param wakeUp ends the poll thread's waiting */
    Inbox(Runnable wakeUp) {
        this.wakeUp = wakeUp;
    }

    @Override
    public void execute(Runnable task) {
        tasks.add(task);
        if (asleep) {
            wakeUp.run();
        }
    }

    /** Says that the poll thread is about to wait; false when it should not, because there is something to do. */
    boolean fallAsleep() {
        asleep = true;
        return tasks.isEmpty();
    }

    void wake() {
        asleep = false;
    }

    boolean isEmpty() {
        return tasks.isEmpty();
    }

    void runAll() {
        for (var task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
    }
}
