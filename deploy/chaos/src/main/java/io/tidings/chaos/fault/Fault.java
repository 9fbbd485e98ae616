package io.tidings.chaos.fault;

import io.tidings.chaos.cluster.ChaosCluster;
import io.tidings.testbed.cluster.Disturbance.Reach;
import java.util.Optional;
import java.util.Set;

/** One thing that goes wrong. */
public interface Fault {
    String what();

    /** Whether a worker may lose to it what became of its requests; instances tell of their own ends and starts. */
    default Reach reach() {
        return Reach.RESULTS;
    }

    /** What it touches: two faults that touch the same do not go together. */
    Set<String> victims();

    /** Why it cannot be done here; a campaign says so and goes on without it. */
    default Optional<String> impossible(ChaosCluster cluster) {
        return Optional.empty();
    }

    /** Does it, and returns when it is over and everything is ready again. */
    void strike(ChaosCluster cluster);

    /** Instances that take each other's work are one victim. */
    static String kind(String instance) {
        return instance.startsWith("worker") ? "workers" : instance;
    }
}
