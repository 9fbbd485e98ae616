package io.tidings.chaos.fault;

import io.tidings.chaos.cluster.ChaosCluster;
import io.tidings.chaos.subscriber.EndpointBehaviour;
import io.tidings.chaos.subscriber.EndpointProfile;
import io.tidings.testbed.cluster.Disturbance.Reach;
import io.tidings.testbed.load.FixedPause;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/** Workers are killed one after the other while endpoints are on probation, so that others take these over. */
public record ProbationTakeover(Duration intoIt) implements Fault {
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
    public Optional<String> impossible(ChaosCluster cluster) {
        return cluster.size().profile() == EndpointProfile.PROBATION
                ? Optional.empty()
                : Optional.of("no endpoint is on probation here; it takes --profile probation");
    }

    @Override
    public void strike(ChaosCluster cluster) {
        for (int i = 0; i < cluster.size().workers(); i++) {
            awaitOutage();
            FixedPause.sleep(intoIt);
            var worker = cluster.workers().get(i);
            worker.kill();
            FixedPause.sleep(intoIt.multipliedBy(2)); // another has its partitions
            worker.start();
            cluster.awaitReady();
        }
    }

    /** That begins from now on, not one that is under way. */
    private static void awaitOutage() {
        while (EndpointBehaviour.isOut(Instant.now())) {
            FixedPause.sleep(LOOK);
        }
        while (!EndpointBehaviour.isOut(Instant.now())) {
            FixedPause.sleep(LOOK);
        }
    }
}
