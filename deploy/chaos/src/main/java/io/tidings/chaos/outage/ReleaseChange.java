package io.tidings.chaos.outage;

import io.tidings.chaos.cluster.ChaosCluster;
import io.tidings.chaos.fault.Fault;
import io.tidings.testbed.cluster.Disturbance.Reach;
import io.tidings.testbed.cluster.ServiceProcess;
import io.tidings.testbed.load.FixedPause;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * All services are replaced one by one with those of the former release, and later with those of this one, while retries
 * wait, in the order that docs/upgrading.md asks for.
 *
 * @param between so that each has records of the other in every tier that is short enough
 */
public record ReleaseChange(Duration between) implements Fault {
    @Override
    public Reach reach() {
        return Reach.FORMER_RELEASE;
    }

    @Override
    public String what() {
        return "back to the former release, and %d s later to this one".formatted(between.toSeconds());
    }

    @Override
    public Set<String> victims() {
        return RollingRestart.EVERYTHING;
    }

    @Override
    public Optional<String> impossible(ChaosCluster cluster) {
        return cluster.releases().former().isPresent()
                ? Optional.empty()
                : Optional.of("no former release is there; --former FOLDER names a packaged checkout of one");
    }

    @Override
    public void strike(ChaosCluster cluster) {
        var readersFirst = readersFirst(cluster);
        replace(readersFirst.reversed(), cluster.releases().former().orElseThrow());
        FixedPause.sleep(between);
        replace(readersFirst, cluster.releases().root());
    }

    private static List<ServiceProcess> readersFirst(ChaosCluster cluster) {
        var instances = new ArrayList<ServiceProcess>();
        instances.add(cluster.exporter());
        instances.addAll(cluster.workers());
        instances.add(cluster.topology());
        instances.add(cluster.ingest());
        return instances;
    }

    private static void replace(List<ServiceProcess> instances, Path root) {
        for (var process : instances) {
            boolean running = process.running();
            process.stop();
            process.use(root);
            if (running) {
                process.start();
                process.awaitReady();
            }
        }
    }
}
