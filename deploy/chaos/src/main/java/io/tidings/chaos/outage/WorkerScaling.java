package io.tidings.chaos.outage;

import io.tidings.chaos.cluster.ChaosCluster;
import io.tidings.chaos.fault.Fault;
import io.tidings.testbed.cluster.Disturbance.Reach;
import io.tidings.testbed.cluster.ServiceProcess;
import io.tidings.testbed.load.FixedPause;
import java.time.Duration;
import java.util.Set;

/**
 * All workers that there may be join one by one, and leave one by one.
 *
 * @param stay how long each state lasts
 */
public record WorkerScaling(Duration stay) implements Fault {
    @Override
    public Reach reach() {
        return Reach.OTHERS;
    }

    @Override
    public String what() {
        return "more workers join and leave";
    }

    @Override
    public Set<String> victims() {
        return Set.of("workers");
    }

    @Override
    public void strike(ChaosCluster cluster) {
        var joining = cluster.workers().stream().filter(each -> !each.running()).toList();
        for (var worker : joining) {
            worker.start();
            worker.awaitReady();
            FixedPause.sleep(stay);
        }
        for (var worker : joining.reversed()) {
            worker.stop();
            FixedPause.sleep(stay);
        }
        cluster.running().forEach(ServiceProcess::awaitReady);
    }
}
