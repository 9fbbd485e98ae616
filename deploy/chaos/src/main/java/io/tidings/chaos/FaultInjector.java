package io.tidings.chaos;

import io.tidings.chaos.fault.ChaosCluster;
import io.tidings.chaos.fault.Fault;
import io.tidings.testbed.load.FixedPause;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;

/** Causes the faults of a plan. */
final class FaultInjector {
    private final ChaosPlan plan;
    private final ChaosCluster cluster;
    private final List<String> skipped = new ArrayList<>();

    FaultInjector(ChaosPlan plan, ChaosCluster cluster) {
        this.plan = plan;
        this.cluster = cluster;
    }

    void all() {
        FixedPause.sleep(plan.pause());
        plan.alone().forEach(fault -> strike(List.of(fault)));
        var random = new Random(plan.seed());
        var catalogue = new FaultCatalogue(plan.size(), random);
        long end = System.nanoTime() + plan.mix().lasting().toNanos();
        while (!plan.names().isEmpty() && end - System.nanoTime() > 0) {
            strike(plan.mix().pairs() ? catalogue.pair(plan.names()) : List.of(catalogue.any(plan.names())));
        }
    }

    /** Causes those faults at once that are possible. */
    private void strike(List<Fault> faults) {
        var possible = faults.stream().filter(this::isPossible).toList();
        try (var threads = Executors.newThreadPerTaskExecutor(
                Thread.ofPlatform().name("fault-", 0).factory())) {
            var struck = possible.stream()
                    .map(fault -> CompletableFuture.runAsync(() -> strike(fault), threads))
                    .toList();
            struck.forEach(CompletableFuture::join);
        }
        if (!possible.isEmpty()) {
            FixedPause.sleep(plan.pause());
        }
    }

    private void strike(Fault fault) {
        cluster.timeline()
                .during(fault.what(), fault.reach(), () -> fault.strike().accept(cluster));
    }

    private boolean isPossible(Fault fault) {
        var obstacle = fault.obstacle().apply(cluster);
        obstacle.ifPresent(reason -> skip(fault.what() + ": " + reason));
        return obstacle.isEmpty();
    }

    private void skip(String what) {
        if (!skipped.contains(what)) {
            cluster.timeline().say("skipped: " + what);
            skipped.add(what);
        }
    }

    List<String> skipped() {
        return List.copyOf(skipped);
    }
}
