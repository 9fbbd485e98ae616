package io.tidings.benchmark.campaign.fault;

import io.tidings.benchmark.campaign.endpoint.Conduct;
import io.tidings.benchmark.campaign.history.Disturbance.Reach;
import io.tidings.benchmark.campaign.publish.Profile;
import io.tidings.benchmark.campaign.town.Town;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/** Workers are killed one after the other while endpoints are on probation, so that others take these over. */
public record Takeover(Duration intoIt) implements Fault {
    private static final Duration LOOK = Duration.ofMillis(200);

    @Override
    public Reach reach() {
        return Reach.OTHERS;
    }

    @Override
    public String what() {
        return "partitions are taken over during probation";
    }

    @Override
    public Set<String> victims() {
        return Set.of("workers");
    }

    @Override
    public Optional<String> impossible(Town town) {
        return town.size().profile() == Profile.PROBATION
                ? Optional.empty()
                : Optional.of("no endpoint is on probation here; it takes --profile probation");
    }

    @Override
    public void strike(Town town) {
        for (int i = 0; i < town.size().workers(); i++) {
            awaitOutage();
            Waiting.sleep(intoIt);
            var worker = town.workers().get(i);
            worker.kill();
            Waiting.sleep(intoIt.multipliedBy(2)); // another has its partitions
            worker.start();
            town.awaitReady();
        }
    }

    /** That begins from now on, not one that is under way. */
    private static void awaitOutage() {
        while (Conduct.isOut(Instant.now())) {
            Waiting.sleep(LOOK);
        }
        while (!Conduct.isOut(Instant.now())) {
            Waiting.sleep(LOOK);
        }
    }
}
