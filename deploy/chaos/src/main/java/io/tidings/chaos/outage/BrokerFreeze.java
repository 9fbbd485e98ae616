package io.tidings.chaos.outage;

import io.tidings.chaos.cluster.ChaosCluster;
import io.tidings.chaos.fault.Fault;
import io.tidings.testbed.load.FixedPause;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** SIGSTOP of brokers, and SIGCONT: connections stay open, and nobody answers. */
public record BrokerFreeze(List<Integer> brokers, Duration lasting) implements Fault {
    public BrokerFreeze {
        brokers = List.copyOf(brokers);
    }

    @Override
    public String what() {
        return "%s %s frozen for %d s"
                .formatted(
                        brokers.size() == 1 ? "broker" : "brokers",
                        String.join(", ", brokers.stream().map(String::valueOf).toList()),
                        lasting.toSeconds());
    }

    @Override
    public Set<String> victims() {
        return Set.of("brokers");
    }

    @Override
    public void strike(ChaosCluster cluster) {
        brokers.forEach(cluster.brokers()::freeze);
        FixedPause.sleep(lasting);
        brokers.forEach(cluster.brokers()::thaw);
        cluster.awaitReady();
    }
}
