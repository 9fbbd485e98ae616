package io.tidings.benchmark.campaign.fault;

import io.tidings.benchmark.campaign.history.Disturbance.Reach;
import io.tidings.benchmark.campaign.town.Town;
import java.util.Optional;

/** One thing that goes wrong. */
public sealed interface Fault
        permits Kill, MoreWorkers, RollingRestart, BrokerLoss, Storm, StorageLoss, Churn, SteppedClock, FullDisk {
    String what();

    /** Whether a worker may lose to it what became of its requests; instances tell of their own ends and starts. */
    default Reach reach() {
        return Reach.RESULTS;
    }

    /** Why it cannot be done here; a campaign says so and goes on without it. */
    default Optional<String> impossible(Town town) {
        return Optional.empty();
    }

    /** Does it, and returns when it is over and everything is ready again. */
    void strike(Town town);
}
