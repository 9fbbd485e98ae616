package io.tidings.cli.terminal;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Ctrl-C, for commands that run until it comes. Safe for use by many threads. */
public final class StopSignal {
    private final CountDownLatch asked = new CountDownLatch(1);
    private final AtomicBoolean watched = new AtomicBoolean();

    /** Returns whether it came within this time; from the first call on the command ends by itself. */
    public boolean within(Duration time) throws InterruptedException {
        watched.set(true);
        return asked.await(time.toMillis(), TimeUnit.MILLISECONDS);
    }

    public void await() throws InterruptedException {
        watched.set(true);
        asked.await();
    }

    public void ask() {
        asked.countDown();
    }

    /** Returns whether a command waits for it, and so ends in good order. */
    public boolean watched() {
        return watched.get();
    }
}
