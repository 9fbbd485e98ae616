package io.tidings.runtime;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Repeats a task on one thread until it is closed, which interrupts the task. */
public final class IntervalTimer implements AutoCloseable {
    private final ScheduledExecutorService thread;

    /** @param name of the thread */
    public IntervalTimer(String name) {
        thread = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().daemon().name(name).factory());
    }

    /** Runs the task repeatedly; the interval begins when the task has ended. */
    public void every(Duration interval, Runnable task) {
        var _ = thread.scheduleWithFixedDelay(task, interval.toNanos(), interval.toNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
