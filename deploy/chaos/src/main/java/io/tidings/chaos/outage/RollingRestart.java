package io.tidings.chaos.outage;

import io.tidings.chaos.cluster.ChaosCluster;
import io.tidings.chaos.fault.Fault;
import io.tidings.testbed.cluster.Disturbance.Reach;
import java.util.Set;

/** Every service is stopped and started, one after the other, as a new version is rolled out. */
public record RollingRestart() implements Fault {
    static final Set<String> EVERYTHING = Set.of("ingest", "topology", "exporter", "workers");

    @Override
    public Reach reach() {
        return Reach.OTHERS;
    }

    @Override
    public String what() {
        return "rolling restart";
    }

    @Override
    public Set<String> victims() {
        return EVERYTHING;
    }

    @Override
    public void strike(ChaosCluster cluster) {
        for (var process : cluster.running()) {
            process.stop();
            process.start();
            process.awaitReady();
        }
    }
}
