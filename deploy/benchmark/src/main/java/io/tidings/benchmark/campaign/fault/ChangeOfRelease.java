package io.tidings.benchmark.campaign.fault;

import io.tidings.benchmark.campaign.history.Disturbance.Reach;
import io.tidings.benchmark.campaign.town.Instance;
import io.tidings.benchmark.campaign.town.Town;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * All services are replaced one by one with those of the former release, and later with those of this one, while retries
 * wait, in the order that docs/upgrading.md asks for.
 *
 * @param between so that each has records of the other in every tier that is short enough
 */
public record ChangeOfRelease(Duration between) implements Fault {
    @Override
    public Reach reach() {
        return Reach.OTHERS;
    }

    @Override
    public String what() {
        return "back to the former release, and %d s later to this one".formatted(between.toSeconds());
    }

    @Override
    public Set<String> victims() {
        return RollingRestart.EVERYTHING;
    }

    @Override
    public Optional<String> impossible(Town town) {
        return town.releases().former().isPresent()
                ? Optional.empty()
                : Optional.of("no former release is there; --former FOLDER names a packaged checkout of one");
    }

    @Override
    public void strike(Town town) {
        var readersFirst = readersFirst(town);
        replace(readersFirst.reversed(), town.releases().former().orElseThrow());
        Waiting.sleep(between);
        replace(readersFirst, town.releases().root());
    }

    private static List<Instance> readersFirst(Town town) {
        var instances = new ArrayList<Instance>();
        instances.add(town.exporter());
        instances.addAll(town.workers());
        instances.add(town.topology());
        instances.add(town.ingest());
        return instances;
    }

    private static void replace(List<Instance> instances, Path root) {
        for (var instance : instances) {
            boolean running = instance.running();
            instance.stop();
            instance.use(root);
            if (running) {
                instance.start();
                instance.awaitReady();
            }
        }
    }
}
