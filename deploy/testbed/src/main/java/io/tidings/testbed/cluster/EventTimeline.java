package io.tidings.testbed.cluster;

import io.tidings.testbed.cluster.Disturbance.Reach;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The disturbances of the cluster, in the order of their ends. Safe for use by many threads. */
public final class EventTimeline {
    private static final double SECONDS = 1e3;

    private final PrintStream out;
    private final Instant begun = Instant.now();
    private final List<Disturbance> faults = new ArrayList<>();
    private final List<Disturbance> all = new ArrayList<>();

    public EventTimeline(PrintStream out) {
        this.out = out;
    }

    /** Runs the work, and notes the time until everything worked again. */
    public void during(String what, Reach reach, Runnable work) {
        var from = Instant.now();
        say(what + " …");
        try {
            work.run();
        } finally {
            add(new Disturbance(what, reach, from, Instant.now()));
        }
    }

    /** Prints the disturbance, too. */
    void add(Disturbance disturbance) {
        synchronized (all) {
            faults.add(disturbance);
        }
        note(disturbance);
        double lasted =
                Duration.between(disturbance.from(), disturbance.until()).toMillis() / SECONDS;
        say("%s: %.1f s".formatted(disturbance.what(), lasted));
    }

    /** Adds a part of a fault. */
    void note(Disturbance disturbance) {
        synchronized (all) {
            all.add(disturbance);
        }
    }

    public void say(String what) {
        out.printf("%6.1f s  %s%n", Duration.between(begun, Instant.now()).toMillis() / SECONDS, what);
    }

    /** The faults without their parts. */
    public List<Disturbance> faults() {
        synchronized (all) {
            return List.copyOf(faults);
        }
    }

    public List<Disturbance> all() {
        synchronized (all) {
            return List.copyOf(all);
        }
    }
}
