package io.tidings.testbed.load;

import java.util.concurrent.locks.LockSupport;

/** Calls something so many times a second until it is closed. */
public final class Pace implements AutoCloseable {
    private static final double NANOS = 1e9;
    private static final double MOST_CAUGHT_UP = NANOS;

    private final Runnable step;
    private final double between;
    private final double catchUp;
    private final Thread thread;
    private volatile boolean running = true;

    private Pace(String name, double perSecond, double catchUp, Runnable step) {
        this.step = step;
        this.between = NANOS / perSecond;
        this.catchUp = catchUp;
        this.thread = Thread.ofPlatform().name(name).unstarted(this::run);
    }

    /** Skips the calls that are late by more than a second. */
    public static Pace start(String name, double perSecond, Runnable step) {
        return started(new Pace(name, perSecond, MOST_CAUGHT_UP, step));
    }

    /** Makes all calls, however late. */
    public static Pace startExact(String name, double perSecond, Runnable step) {
        return started(new Pace(name, perSecond, Double.POSITIVE_INFINITY, step));
    }

    private static Pace started(Pace pace) {
        pace.thread.start();
        return pace;
    }

    private void run() {
        long begun = System.nanoTime();
        for (double due = 0; running; due = Math.max(due + between, System.nanoTime() - begun - catchUp)) {
            for (double left = due; left > 0 && running; left = due - (System.nanoTime() - begun)) {
                LockSupport.parkNanos((long) (due - (System.nanoTime() - begun)));
            }
            if (running) {
                step.run();
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
