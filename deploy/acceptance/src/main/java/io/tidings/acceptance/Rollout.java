package io.tidings.acceptance;

import io.tidings.acceptance.installation.CheckList;
import io.tidings.acceptance.installation.ProofFailed;
import io.tidings.testbed.cluster.ServiceProcess;
import io.tidings.testbed.cluster.ServiceSetup.Program;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Starts and stops programs as an orchestrator does, and checks their health meanwhile. */
record Rollout(CheckList checks) {
    private static final Duration STARTING = Duration.ofSeconds(90);

    /** terminationGracePeriodSeconds of the pods. */
    private static final Duration GRACE = Duration.ofSeconds(40);

    /** A JVM starts a second one to write its AOT cache. */
    private static final Duration WRITING = Duration.ofMinutes(3);

    /** Returns when all are ready. */
    void start(List<ServiceProcess> processes) {
        long begin = System.nanoTime();
        processes.forEach(ServiceProcess::start);
        var early = new HashSet<ServiceProcess>();
        var waiting = new ArrayList<>(processes);
        checks.await(
                STARTING,
                () -> {
                    waiting.removeIf(process -> readySince(begin, process, early));
                    return waiting.isEmpty();
                },
                () -> String.join(
                                ", ", waiting.stream().map(ServiceProcess::name).toList())
                        + " not ready; read the log");
        for (var process : processes) {
            checks.check(
                    early.contains(process),
                    process.name() + " had said that it is live and not ready yet",
                    process.name()
                            + " never said that it is live and not ready yet; look at AdminServer and Lifecycle");
        }
    }

    private boolean readySince(long begin, ServiceProcess process, Set<ServiceProcess> early) {
        if (!process.alive()) {
            throw new ProofFailed(
                    "%s has ended with %d; read %s".formatted(process.name(), exit(process, GRACE), process.log()));
        }
        boolean live = process.admin().live();
        boolean ready = process.admin().ready();
        if (ready) {
            checks.shown("%s (%s) is ready %s after its start".formatted(process.name(), what(process), since(begin)));
        } else if (live) {
            early.add(process);
        }
        return ready;
    }

    /** @param learned whether JVMs write an AOT cache at their end */
    void stop(List<ServiceProcess> processes, boolean learned) {
        long begin = System.nanoTime();
        processes.forEach(ServiceProcess::askToStop);
        for (var process : processes) {
            int status = exit(process, learned ? WRITING : GRACE);
            checks.check(
                    status == 0,
                    "%s has stopped with 0, within %s".formatted(process.name(), since(begin)),
                    "%s has not stopped cleanly within %d s (%d); read %s"
                            .formatted(process.name(), GRACE.toSeconds(), status, process.log()));
        }
    }

    private static String what(ServiceProcess process) {
        return process.setup().program() instanceof Program.Installed installed ? installed.what() : "";
    }

    /** The exit status; -1 for a process that still runs then. */
    private static int exit(ServiceProcess process, Duration within) {
        return process.exitWithin(within).orElse(-1);
    }

    private static String since(long begin) {
        return CheckList.seconds(Duration.ofNanos(System.nanoTime() - begin));
    }
}
