package io.tidings.chaos.outage;

import io.tidings.chaos.cluster.ChaosCluster;
import io.tidings.chaos.fault.Fault;
import io.tidings.testbed.cluster.Disturbance.Reach;
import io.tidings.testbed.cluster.ServiceProcess;
import io.tidings.testbed.load.FixedPause;
import java.time.Duration;
import java.util.Set;

/**
 * kill -9 of a service.
 *
 * @param after how long after that moment began
 */
public record ServiceKill(String victim, Moment moment, Duration after) implements Fault {
    /** What it is doing then. */
    public enum Moment {
        AT_WORK,
        STARTING,
        REBALANCING,
        DRAINING
    }

    @Override
    public Reach reach() {
        return Reach.OTHERS;
    }

    @Override
    public String what() {
        return "kill -9 of %s, %s".formatted(victim, moment);
    }

    @Override
    public Set<String> victims() {
        return Set.of(Fault.kind(victim));
    }

    @Override
    public void strike(ChaosCluster cluster) {
        var process = cluster.instance(victim);
        switch (moment) {
            case AT_WORK -> process.kill();
            case STARTING -> {
                process.kill();
                process.start();
                FixedPause.sleep(after);
                process.kill();
            }
            case REBALANCING -> whileOthersMove(cluster, process);
            case DRAINING -> process.killWhileItDrains(after);
        }
        process.start();
        cluster.awaitReady();
    }

    /** Partitions move when a worker goes; it comes back when the victim has been killed. */
    private void whileOthersMove(ChaosCluster cluster, ServiceProcess process) {
        var other = cluster.workers().stream()
                .filter(each -> each.running() && !each.equals(process))
                .findFirst();
        other.ifPresent(ServiceProcess::stop);
        FixedPause.sleep(after);
        process.kill();
        other.ifPresent(ServiceProcess::start);
    }
}
