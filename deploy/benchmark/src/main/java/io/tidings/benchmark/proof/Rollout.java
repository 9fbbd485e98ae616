package io.tidings.benchmark.proof;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Starts programs and stops them, as what orchestrates them does, and looks at what their health says meanwhile. */
record Rollout(Protocol protocol) {
    private static final Duration STARTING = Duration.ofSeconds(90);

    /** What a pod has: terminationGracePeriodSeconds. */
    private static final Duration GRACE = Duration.ofSeconds(40);

    /** A JVM that has learned writes it down, which takes a second JVM. */
    private static final Duration WRITING = Duration.ofMinutes(3);

    /** Returns when all are ready. */
    void start(List<Pod> pods) {
        long begin = System.nanoTime();
        pods.forEach(Pod::start);
        var early = new HashSet<Pod>();
        var waiting = new ArrayList<>(pods);
        protocol.await(
                STARTING,
                () -> {
                    waiting.removeIf(pod -> readySince(begin, pod, early));
                    return waiting.isEmpty();
                },
                () -> String.join(", ", waiting.stream().map(Pod::name).toList()) + " not ready; read the log");
        for (var pod : pods) {
            protocol.check(
                    early.contains(pod),
                    pod.name() + " had said that it is live and not ready yet",
                    pod.name() + " never said that it is live and not ready yet; look at AdminServer and Lifecycle");
        }
    }

    private boolean readySince(long begin, Pod pod, Set<Pod> early) {
        if (!pod.alive()) {
            throw new ProofFailed("%s has ended with %d; read %s".formatted(pod.name(), pod.exit(GRACE), pod.log()));
        }
        boolean live = pod.live();
        boolean ready = pod.ready();
        if (ready) {
            protocol.shown("%s (%s) is ready %s after its start"
                    .formatted(pod.name(), pod.installation().what(), since(begin)));
        } else if (live) {
            early.add(pod);
        }
        return ready;
    }

    /** @param learned whether their JVMs write down what they have learned */
    void stop(List<Pod> pods, boolean learned) {
        long begin = System.nanoTime();
        pods.forEach(Pod::askToStop);
        for (var pod : pods) {
            int status = pod.exit(learned ? WRITING : GRACE);
            protocol.check(
                    status == 0,
                    "%s has stopped with 0, within %s".formatted(pod.name(), since(begin)),
                    "%s has not stopped cleanly within %d s (%d); read %s"
                            .formatted(pod.name(), GRACE.toSeconds(), status, pod.log()));
        }
    }

    private static String since(long begin) {
        return Protocol.seconds(Duration.ofNanos(System.nanoTime() - begin));
    }
}
