package io.tidings.chaos.fault;

import io.tidings.testbed.cluster.Disturbance.Reach;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Faults of brokers: they are killed, restarted, frozen, or their disk is full. */
public final class BrokerFaults {
    private BrokerFaults() {}

    public static Fault kill(int broker, Duration away) {
        return fault(
                "kill -9 of broker " + broker,
                Fault.during(
                        away,
                        cluster -> cluster.brokers().kill(broker),
                        cluster -> cluster.brokers().start(broker)));
    }

    public static Fault restart(int broker) {
        return fault(
                "restart of broker " + broker,
                Fault.during(
                        Duration.ZERO,
                        cluster -> cluster.brokers().stop(broker),
                        cluster -> cluster.brokers().start(broker)));
    }

    public static Fault killAll(Duration away) {
        return fault(
                "no broker for %d s".formatted(away.toSeconds()),
                Fault.during(
                        away,
                        cluster -> cluster.brokers().killAll(),
                        cluster -> cluster.brokers().startAll()));
    }

    /** SIGSTOP of brokers, and SIGCONT: connections stay open, and nothing is answered. */
    public static Fault freeze(List<Integer> brokers, Duration time) {
        var names = brokers.stream().map(String::valueOf).collect(Collectors.joining(", "));
        return fault(
                "%s %s frozen for %d s".formatted(brokers.size() == 1 ? "broker" : "brokers", names, time.toSeconds()),
                Fault.during(
                        time,
                        cluster -> brokers.forEach(cluster.brokers()::freeze),
                        cluster -> brokers.forEach(cluster.brokers()::thaw)));
    }

    /** A full disk ends its broker. */
    public static Fault fullDisk(int broker, Duration time) {
        return fault(
                        "disk of broker %d full for %d s".formatted(broker, time.toSeconds()),
                        Fault.during(
                                time,
                                cluster -> cluster.brokers()
                                        .volume(broker)
                                        .orElseThrow()
                                        .fill(),
                                cluster -> {
                                    cluster.brokers()
                                            .volume(broker)
                                            .orElseThrow()
                                            .free();
                                    cluster.brokers().kill(broker);
                                    cluster.brokers().start(broker);
                                }))
                .onlyIf(cluster -> cluster.brokers().volume(broker).isPresent(), StorageFaults.NO_VOLUME);
    }

    private static Fault fault(String what, Consumer<ChaosCluster> strike) {
        return new Fault(what, Reach.RESULTS, Set.of("brokers"), strike);
    }
}
