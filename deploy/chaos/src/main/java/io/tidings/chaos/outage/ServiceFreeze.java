package io.tidings.chaos.outage;

import io.tidings.chaos.cluster.ChaosCluster;
import io.tidings.chaos.fault.Fault;
import io.tidings.testbed.cluster.Disturbance.Reach;
import io.tidings.testbed.load.FixedPause;
import java.time.Duration;
import java.util.Set;

/**
 * SIGSTOP of a service, and SIGCONT: it comes back as a zombie that does not know how late it is.
 *
 * @param lasting longer than a session, so that others have taken over
 */
public record ServiceFreeze(String victim, Duration lasting) implements Fault {
    @Override
    public Reach reach() {
        return victim.startsWith("worker") ? Reach.RESULTS : Reach.OTHERS;
    }

    @Override
    public String what() {
        return "%s frozen for %d s".formatted(victim, lasting.toSeconds());
    }

    @Override
    public Set<String> victims() {
        return Set.of(Fault.kind(victim));
    }

    @Override
    public void strike(ChaosCluster cluster) {
        var process = cluster.instance(victim);
        process.freeze();
        FixedPause.sleep(lasting);
        process.thaw();
        cluster.awaitReady();
    }
}
