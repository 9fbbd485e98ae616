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

    /** The cause that wakes the poll thread from its wait for the broker: nothing needs to, any task, or only an urgent one. */
    private enum Sleep {
        AWAKE,
        LIGHT,
        DEEP
    }

    public Inbox(Runnable wakeUp) {
        this.wakeUp = wakeUp;
    }

    @Override
    public void execute(Runnable task) {
        add(task, Sleep.DEEP);
    }

    /** Adds a task that wakes the poll thread only from a light sleep. */
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

    public void await(Duration atMost) {
        waiting = Thread.currentThread();
        if (tasks.isEmpty()) {
            LockSupport.parkNanos(this, atMost.toNanos());
        }
        waiting = null;
    }

    /** Announces a wait that a task may end, or only an urgent one; returns false if there is a task already. */
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
