package io.tidings.chaos.fault;

import io.tidings.chaos.cluster.ChaosCluster;
import io.tidings.testbed.cluster.Disturbance.Reach;
import io.tidings.testbed.load.FixedPause;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A service lives in another hour than the others, and comes back. */
public record ClockStep(String victim, String step, Duration lasting) implements Fault {
    /** How what is said about it begins. */
    public static final String WHAT = "clock of ";

    private static final List<Path> LIBRARIES = List.of(
            Path.of("/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1"),
            Path.of("/usr/lib/aarch64-linux-gnu/faketime/libfaketime.so.1"),
            Path.of("/usr/lib64/faketime/libfaketime.so.1"),
            Path.of("/usr/lib/faketime/libfaketime.so.1"));

    @Override
    public Reach reach() {
        return Reach.OTHERS;
    }

    @Override
    public String what() {
        return WHAT + "%s stepped by %s".formatted(victim, step);
    }

    private static Optional<Path> library() {
        return LIBRARIES.stream().filter(Files::exists).findFirst();
    }

    @Override
    public Optional<String> impossible(ChaosCluster cluster) {
        return library().isPresent() ? Optional.empty() : Optional.of("libfaketime is not installed");
    }

    @Override
    public Set<String> victims() {
        return Set.of(Fault.kind(victim));
    }

    @Override
    public void strike(ChaosCluster cluster) {
        var process = cluster.instance(victim);
        process.stop();
        process.startAt(library().orElseThrow(), step);
        process.awaitReady();
        FixedPause.sleep(lasting);
        process.stop();
        process.start();
        cluster.awaitReady();
    }
}
