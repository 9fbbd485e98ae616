package io.tidings.chaos.fault;

import io.tidings.testbed.cluster.Disturbance.Reach;
import io.tidings.testbed.load.FixedPause;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * One thing that goes wrong.
 *
 * @param what for people
 * @param reach whose work the fault may undo; services report their own ends and starts
 * @param victims two faults with a common victim never strike together
 * @param obstacle the reason why the fault is impossible in a cluster, if there is one
 * @param strike causes the fault, and returns when it is over and everything is ready again
 */
public record Fault(
        String what,
        Reach reach,
        Set<String> victims,
        Function<ChaosCluster, Optional<String>> obstacle,
        Consumer<ChaosCluster> strike) {
    private static final String WORKERS = "workers";

    public Fault {
        victims = Set.copyOf(victims);
    }

    Fault(String what, Reach reach, Set<String> victims, Consumer<ChaosCluster> strike) {
        this(what, reach, victims, _ -> Optional.empty(), strike);
    }

    /** The same, where the cluster has what it takes. */
    Fault onlyIf(Predicate<ChaosCluster> possible, String obstacle) {
        return new Fault(
                what,
                reach,
                victims,
                cluster -> possible.test(cluster) ? Optional.empty() : Optional.of(obstacle),
                strike);
    }

    /** A state that lasts for a while and is ended by hand. */
    static Consumer<ChaosCluster> during(Duration time, Consumer<ChaosCluster> begin, Consumer<ChaosCluster> end) {
        return cluster -> {
            begin.accept(cluster);
            FixedPause.sleep(time);
            end.accept(cluster);
            cluster.awaitReady();
        };
    }

    /** All workers are one victim, because they take each other's work. */
    static Set<String> victim(String service) {
        return Set.of(isWorker(service) ? WORKERS : service);
    }

    static boolean isWorker(String service) {
        return service.startsWith("worker");
    }
}
