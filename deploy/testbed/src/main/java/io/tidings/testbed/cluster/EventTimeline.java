package io.tidings.testbed.cluster;

import io.tidings.testbed.cluster.Disturbance.Reach;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Everything that was done to the cluster, in the order of its end. Safe for use by many threads. */
public final class EventTimeline {
    private static final double SECONDS = 1e3;

    private final PrintStream out;
    private final Instant begun = Instant.now();
    private final List<Disturbance> faults = new ArrayList<>();
    private final List<Disturbance> all = new ArrayList<>();

    public EventTimeline(PrintStream out) {
        this.out = out;
    }

    /** Does it, and writes down how long it lasted until everything worked again. */
    public void during(String what, Reach reach, Runnable work) {
        var from = Instant.now();
        say(what + " …");
        try {
            work.run();
        } finally {
            add(new Disturbance(what, reach, from, Instant.now()));
        }
    }

    /** Tells of it, too. */
    void add(Disturbance disturbance) {
        synchronized (all) {
            faults.add(disturbance);
        }
        note(disturbance);
        double lasted =
                Duration.between(disturbance.from(), disturbance.until()).toMillis() / SECONDS;
        say("%s: %.1f s".formatted(disturbance.what(), lasted));
    }

    /** Something that a fault consists of. */
    void note(Disturbance disturbance) {
        synchronized (all) {
            all.add(disturbance);
        }
    }

    public void say(String what) {
        out.printf("%6.1f s  %s%n", Duration.between(begun, Instant.now()).toMillis() / SECONDS, what);
    }

    /** What was done, without what it consists of. */
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
