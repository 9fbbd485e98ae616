package io.tidings.benchmark.campaign.fault;

import io.tidings.benchmark.campaign.history.Disturbance.Reach;
import io.tidings.benchmark.campaign.town.Town;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * All services are replaced one by one with those of the former release, and later with those of this one, while retries
 * wait.
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
        replace(town, town.releases().former().orElseThrow());
        Waiting.pass(between);
        replace(town, town.releases().root());
    }

    private static void replace(Town town, Path root) {
        town.all().forEach(instance -> instance.use(root));
        new RollingRestart().strike(town);
    }
}
