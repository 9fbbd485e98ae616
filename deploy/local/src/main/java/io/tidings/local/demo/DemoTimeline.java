package io.tidings.local.demo;

import java.io.PrintStream;
import java.time.Duration;

/** The course of the demo, one line for each step, for people to read. Safe for use by many threads. */
final class DemoTimeline {
    private final PrintStream out;
    private final long start = System.nanoTime();

    DemoTimeline(PrintStream out) {
        this.out = out;
    }

    synchronized void say(String who, String what) {
        var since = Duration.ofNanos(System.nanoTime() - start);
        out.printf("%7.2f s  %-8s %s%n", since.toMillis() / 1000.0, who, what);
        out.flush();
    }
}
