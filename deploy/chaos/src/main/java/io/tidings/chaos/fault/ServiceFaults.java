package io.tidings.chaos.fault;

import io.tidings.chaos.subscriber.EndpointBehaviour;
import io.tidings.chaos.subscriber.EndpointProfile;
import io.tidings.testbed.cluster.ClusterPlan;
import io.tidings.testbed.cluster.Disturbance.Reach;
import io.tidings.testbed.cluster.ServiceProcess;
import io.tidings.testbed.load.FixedPause;
import io.tidings.testbed.load.Patience;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Faults of services: they are killed, frozen, restarted, replaced, or live at another time. */
public final class ServiceFaults {
    /** The description of every stepped clock begins so. */
    public static final String CLOCK = "clock of ";

    private static final Set<String> ALL =
            Set.of(ClusterPlan.INGEST, ClusterPlan.TOPOLOGY, ClusterPlan.EXPORTER, "workers");
    private static final Patience OUTAGE = new Patience(Duration.ofMinutes(2), Duration.ofMillis(200));
    private static final Patience LONG_OUTAGE = new Patience(Duration.ofMinutes(5), Duration.ofMillis(200));
    private static final List<Path> CLOCK_LIBRARIES = List.of(
            Path.of("/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1"),
            Path.of("/usr/lib/aarch64-linux-gnu/faketime/libfaketime.so.1"),
            Path.of("/usr/lib64/faketime/libfaketime.so.1"),
            Path.of("/usr/lib/faketime/libfaketime.so.1"));

    private ServiceFaults() {}

    /** The work that a service is doing when it is killed. */
    public enum Moment {
        AT_WORK,
        STARTING,
        REBALANCING,
        DRAINING
    }

    /**
     * kill -9 of a service.
     *
     * @param after how long after that moment began
     */
    public static Fault kill(String victim, Moment moment, Duration after) {
        return new Fault("kill -9 of %s, %s".formatted(victim, moment), Reach.OTHERS, Fault.victim(victim), cluster -> {
            var process = cluster.service(victim);
            switch (moment) {
                case AT_WORK -> process.kill();
                case STARTING -> {
                    process.kill();
                    process.start();
                    FixedPause.sleep(after);
                    process.kill();
                }
                case REBALANCING -> killDuringRebalance(cluster, process, after);
                case DRAINING -> process.killWhileItDrains(after);
            }
            process.start();
            cluster.awaitReady();
        });
    }

    /** Partitions move because another worker stops; it comes back when the victim has been killed. */
    private static void killDuringRebalance(ChaosCluster cluster, ServiceProcess victim, Duration after) {
        var other = cluster.workers().stream()
                .filter(each -> each.running() && !each.equals(victim))
                .findFirst();
        other.ifPresent(ServiceProcess::stop);
        FixedPause.sleep(after);
        victim.kill();
        other.ifPresent(ServiceProcess::start);
    }

    /** SIGSTOP of a service, and SIGCONT when others have taken over: it does not know how late it is. */
    public static Fault freeze(String victim, Duration time) {
        return new Fault(
                "%s frozen for %d s".formatted(victim, time.toSeconds()),
                Fault.isWorker(victim) ? Reach.RESULTS : Reach.OTHERS,
                Fault.victim(victim),
                Fault.during(
                        time,
                        cluster -> cluster.service(victim).freeze(),
                        cluster -> cluster.service(victim).thaw()));
    }

    /** More workers join one by one, and leave one by one. */
    public static Fault scaling(Duration stay) {
        return new Fault("more workers join and leave", Reach.OTHERS, Set.of("workers"), cluster -> {
            var joining =
                    cluster.workers().stream().filter(each -> !each.running()).toList();
            for (var worker : joining) {
                worker.start();
                worker.awaitReady();
                FixedPause.sleep(stay);
            }
            for (var worker : joining.reversed()) {
                worker.stop();
                FixedPause.sleep(stay);
            }
            cluster.awaitReady();
        });
    }

    /** Workers are killed one after the other while endpoints are on probation, so that others take these over. */
    public static Fault probationTakeover(Duration intoOutage) {
        return new Fault("partitions are taken over during probation", Reach.OTHERS, Set.of("workers"), cluster -> {
                    for (int i = 0; i < cluster.size().workers(); i++) {
                        awaitBeginOfOutage();
                        FixedPause.sleep(intoOutage);
                        var worker = cluster.workers().get(i);
                        worker.kill();
                        FixedPause.sleep(intoOutage.multipliedBy(2)); // another worker has its partitions now
                        worker.start();
                        cluster.awaitReady();
                    }
                })
                .onlyIf(
                        cluster -> cluster.size().profile() == EndpointProfile.PROBATION,
                        "no endpoint is on probation here; use --profile probation");
    }

    /** Workers are killed one after the other while endpoints that are back get what waits for them. */
    public static Fault recoveryTakeover(Duration afterOutage) {
        return new Fault("workers are killed while endpoints recover", Reach.OTHERS, Set.of("workers"), cluster -> {
                    for (int i = 0; i < cluster.size().workers(); i++) {
                        awaitEndOfLongOutage();
                        FixedPause.sleep(afterOutage.multipliedBy(i + 1L));
                        var worker = cluster.workers().get(i);
                        worker.kill();
                        worker.start();
                        cluster.awaitReady();
                    }
                })
                .onlyIf(
                        cluster -> cluster.size().profile() == EndpointProfile.PROBATION,
                        "no endpoint is down for long here; use --profile probation");
    }

    private static void awaitEndOfLongOutage() {
        LONG_OUTAGE.until(() -> EndpointBehaviour.isOutForLong(Instant.now()));
        LONG_OUTAGE.until(() -> !EndpointBehaviour.isOutForLong(Instant.now()));
    }

    private static void awaitBeginOfOutage() {
        OUTAGE.until(() -> !EndpointBehaviour.isOut(Instant.now()));
        OUTAGE.until(() -> EndpointBehaviour.isOut(Instant.now()));
    }

    /** Every service is stopped and started, one after the other, as a new version is rolled out. */
    public static Fault rollingRestart() {
        return new Fault(
                "rolling restart",
                Reach.OTHERS,
                ALL,
                cluster -> cluster.running().forEach(process -> {
                    process.stop();
                    process.start();
                    process.awaitReady();
                }));
    }

    /**
     * All services are replaced one by one with those of the former release, and later with those of this one, in the
     * order that docs/upgrading.md asks for.
     *
     * @param between long enough that each release has records of the other in every short tier
     */
    public static Fault releaseChange(Duration between) {
        return new Fault(
                        "back to the former release, and %d s later to this one".formatted(between.toSeconds()),
                        Reach.FORMER_RELEASE,
                        ALL,
                        cluster -> {
                            var readersFirst = readersFirst(cluster);
                            replace(readersFirst.reversed(), cluster.former().orElseThrow());
                            FixedPause.sleep(between);
                            replace(readersFirst, cluster.root());
                        })
                .onlyIf(
                        cluster -> cluster.former().isPresent(),
                        "no former release is given; use --former FOLDER, a packaged checkout of one");
    }

    private static List<ServiceProcess> readersFirst(ChaosCluster cluster) {
        var services = new ArrayList<ServiceProcess>();
        services.add(cluster.service(ClusterPlan.EXPORTER));
        services.addAll(cluster.workers());
        services.add(cluster.service(ClusterPlan.TOPOLOGY));
        services.add(cluster.service(ClusterPlan.INGEST));
        return services;
    }

    private static void replace(List<ServiceProcess> services, Path root) {
        for (var process : services) {
            boolean running = process.running();
            process.stop();
            process.change(setup -> setup.from(root));
            if (running) {
                process.start();
                process.awaitReady();
            }
        }
    }

    /** A service lives in another hour than the others, and comes back. */
    public static Fault clockStep(String victim, String step, Duration time) {
        return new Fault(
                        CLOCK + "%s stepped by %s".formatted(victim, step),
                        Reach.OTHERS,
                        Fault.victim(victim),
                        cluster -> {
                            var process = cluster.service(victim);
                            process.stop();
                            process.startAt(clockLibrary().orElseThrow(), step);
                            process.awaitReady();
                            FixedPause.sleep(time);
                            process.stop();
                            process.start();
                            cluster.awaitReady();
                        })
                .onlyIf(_ -> clockLibrary().isPresent(), "libfaketime is not installed");
    }

    private static Optional<Path> clockLibrary() {
        return CLOCK_LIBRARIES.stream().filter(Files::exists).findFirst();
    }
}
