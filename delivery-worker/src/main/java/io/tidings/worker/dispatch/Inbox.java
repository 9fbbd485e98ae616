package io.tidings.worker.dispatch;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The tasks of other threads for the poll thread: ended attempts, ended commits, starts of partitions. */
public final class Inbox implements Executor {
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final Runnable wakeUp;
    private volatile Sleep sleep = Sleep.AWAKE;
    private volatile @Nullable Thread waiting;

    /** What ends the poll thread's waiting for the broker, besides records. */
    private enum Sleep {
        AWAKE,
        LIGHT,
        DEEP
    }

    /** @param wakeUp ends the poll thread's waiting */
    public Inbox(Runnable wakeUp) {
        this.wakeUp = wakeUp;
    }

    @Override
    public void execute(Runnable task) {
        add(task, Sleep.DEEP);
    }

    /** Takes a task that can wait until something else wakes the poll thread, unless that sleeps lightly. */
    void executeAwake(Runnable task) {
        add(task, Sleep.LIGHT);
    }

    private void add(Runnable task, Sleep deepest) {
        tasks.add(task);
        var parked = waiting;
        if (parked != null) {
            LockSupport.unpark(parked);
        } else if (sleep != Sleep.AWAKE && sleep.compareTo(deepest) <= 0) {
            wakeUp.run();
        }
    }

    /** On the poll thread: waits until there is something to do. */
    public void await(Duration atMost) {
        waiting = Thread.currentThread();
        if (tasks.isEmpty()) {
            LockSupport.parkNanos(this, atMost.toNanos());
        }
        waiting = null;
    }

    /**
     * Says that the poll thread is about to wait; false when it should not, because there is something to do.
     *
     * @param lightly whether everything wakes it, also what could wait
     */
    public boolean fallAsleep(boolean lightly) {
        sleep = lightly ? Sleep.LIGHT : Sleep.DEEP;
        return tasks.isEmpty();
    }

    public void wake() {
        sleep = Sleep.AWAKE;
    }

    public boolean isEmpty() {
        return tasks.isEmpty();
    }

    public void runAll() {
        for (var task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
    }
}
