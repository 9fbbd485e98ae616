package io.tidings.benchmark.campaign.fault;

import io.tidings.benchmark.campaign.history.Disturbance.Reach;
import io.tidings.benchmark.campaign.town.Town;
import java.util.Optional;
import java.util.Set;

/** One thing that goes wrong. */
public sealed interface Fault
        permits Kill,
                Freeze,
                MoreWorkers,
                Takeover,
                RollingRestart,
                ChangeOfRelease,
                BrokerLoss,
                FrozenBrokers,
                Storm,
                HangingResolver,
                StorageLoss,
                RedriveAmongKills,
                Churn,
                SteppedClock,
                FullDisk {
    String what();

    /** Whether a worker may lose to it what became of its requests; instances tell of their own ends and starts. */
    default Reach reach() {
        return Reach.RESULTS;
    }

    /** What it touches: two faults that touch the same do not go together. */
    Set<String> victims();

    /** Why it cannot be done here; a campaign says so and goes on without it. */
    default Optional<String> impossible(Town town) {
        return Optional.empty();
    }

    /** Does it, and returns when it is over and everything is ready again. */
    void strike(Town town);

    /** Instances that take each other's work are one victim. */
    static String kind(String instance) {
        return instance.startsWith("worker") ? "workers" : instance;
    }
}
