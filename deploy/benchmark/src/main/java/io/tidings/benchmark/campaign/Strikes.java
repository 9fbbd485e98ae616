package io.tidings.benchmark.campaign;

import io.tidings.benchmark.campaign.fault.Catalogue;
import io.tidings.benchmark.campaign.fault.Fault;
import io.tidings.benchmark.campaign.fault.Waiting;
import io.tidings.benchmark.campaign.town.Town;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;

/** Does to a town what a plan says. */
final class Strikes {
    private final Plan plan;
    private final Town town;
    private final List<String> skipped = new ArrayList<>();

    Strikes(Plan plan, Town town) {
        this.plan = plan;
        this.town = town;
    }

    void all() {
        Waiting.sleep(plan.pause());
        plan.alone().forEach(fault -> strike(List.of(fault)));
        var random = new Random(plan.seed());
        var catalogue = new Catalogue(plan.size(), random);
        long end = System.nanoTime() + plan.mix().lasting().toNanos();
        while (!plan.names().isEmpty() && end - System.nanoTime() > 0) {
            strike(plan.mix().pairs() ? catalogue.pair(plan.names()) : List.of(catalogue.any(plan.names())));
        }
    }

    /** Those that are possible, at once. */
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
            Waiting.sleep(plan.pause());
        }
    }

    private void strike(Fault fault) {
        town.incidents().during(fault.what(), fault.reach(), () -> fault.strike(town));
    }

    private boolean isPossible(Fault fault) {
        var obstacle = fault.impossible(town);
        obstacle.ifPresent(reason -> skip(fault.what() + ": " + reason));
        return obstacle.isEmpty();
    }

    private void skip(String what) {
        if (!skipped.contains(what)) {
            town.incidents().say("skipped: " + what);
            skipped.add(what);
        }
    }

    List<String> skipped() {
        return List.copyOf(skipped);
    }
}
