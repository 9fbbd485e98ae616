package io.tidings.testbed.load;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Calls something so many times a second until it is closed, and never catches up on what it has missed. */
public final class Pace implements AutoCloseable {
    private static final long NANOS = 1_000_000_000;
    private static final long PATIENCE = Duration.ofSeconds(1).toNanos();

    private final Runnable step;
    private final long between;
    private final Thread thread;
    private volatile boolean running = true;

    private Pace(String name, double perSecond, Runnable step) {
        this.step = step;
        this.between = Math.round(NANOS / perSecond);
        this.thread = Thread.ofPlatform().name(name).unstarted(this::run);
    }

    public static Pace start(String name, double perSecond, Runnable step) {
        var pace = new Pace(name, perSecond, step);
        pace.thread.start();
        return pace;
    }

    private void run() {
        long due = System.nanoTime();
        while (running) {
            step.run();
            long now = System.nanoTime();
            due = Math.max(due + between, now - PATIENCE);
            while (running && due - System.nanoTime() > 0) {
                LockSupport.parkNanos(due - System.nanoTime());
            }
        }
    }

    @Override
    public void close() {
        running = false;
        LockSupport.unpark(thread);
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
