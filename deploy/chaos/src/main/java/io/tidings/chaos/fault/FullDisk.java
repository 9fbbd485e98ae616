package io.tidings.chaos.fault;

import io.tidings.chaos.cluster.ChaosCluster;
import io.tidings.testbed.load.FixedPause;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/** The disk of a broker is full, which ends the broker, and freed again. */
public record FullDisk(int broker, Duration lasting) implements Fault {
    @Override
    public String what() {
        return "disk of broker %d full for %d s".formatted(broker, lasting.toSeconds());
    }

    @Override
    public Optional<String> impossible(ChaosCluster cluster) {
        return cluster.brokers().volume(broker).isPresent()
                ? Optional.empty()
                : Optional.of("no small volume can be mounted here; it takes Linux and root");
    }

    @Override
    public Set<String> victims() {
        return Set.of("brokers");
    }

    @Override
    public void strike(ChaosCluster cluster) {
        var volume = cluster.brokers().volume(broker).orElseThrow();
        volume.fill();
        FixedPause.sleep(lasting);
        volume.free();
        cluster.brokers().kill(broker);
        cluster.brokers().start(broker);
        cluster.awaitReady();
    }
}
