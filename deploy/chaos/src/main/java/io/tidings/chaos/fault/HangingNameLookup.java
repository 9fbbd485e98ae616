package io.tidings.chaos.fault;

import io.tidings.chaos.cluster.ChaosCluster;
import io.tidings.testbed.cluster.Disturbance.Reach;
import io.tidings.testbed.load.FixedPause;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/** Workers that look up the name of an endpoint get no answer, not even that there is none. */
public record HangingNameLookup(Duration lasting) implements Fault {
    @Override
    public Reach reach() {
        return Reach.OTHERS;
    }

    @Override
    public String what() {
        return "names are looked up in vain for %d s".formatted(lasting.toSeconds());
    }

    @Override
    public Set<String> victims() {
        return Set.of("names");
    }

    @Override
    public Optional<String> impossible(ChaosCluster cluster) {
        return cluster.names().mayHang() ? Optional.empty() : Optional.of("there are no named pipes here");
    }

    @Override
    public void strike(ChaosCluster cluster) {
        cluster.names().hang();
        FixedPause.sleep(lasting);
        cluster.names().heal();
        cluster.awaitReady();
    }
}
