package io.tidings.benchmark.campaign;

import io.tidings.benchmark.campaign.fault.Catalogue;
import io.tidings.benchmark.campaign.fault.Fault;
import io.tidings.benchmark.campaign.fault.Waiting;
import io.tidings.benchmark.campaign.town.Town;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

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
        Waiting.pass(plan.pause());
        plan.alone().forEach(this::strike);
        var random = new Random(plan.seed());
        var catalogue = new Catalogue(plan.size(), random);
        long end = System.nanoTime() + plan.mix().toNanos();
        while (!plan.names().isEmpty() && end - System.nanoTime() > 0) {
            strike(catalogue.any(plan.names()));
        }
    }

    private void strike(Fault fault) {
        var obstacle = fault.impossible(town);
        if (obstacle.isPresent()) {
            skip(fault.what() + ": " + obstacle.get());
            return;
        }
        town.incidents().during(fault.what(), fault.reach(), () -> fault.strike(town));
        Waiting.pass(plan.pause());
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
