package io.tidings.worker.recovery;

import io.tidings.contract.RetryTier;
import io.tidings.worker.partition.AssignedPartition;
import java.util.HashMap;
import java.util.Map;

/** The partitions with one number during one period of ownership. Confined to the poll thread. */
final class OwnedNumber {
    private final AssignedPartition deliveries;
    private final Map<RetryTier, AssignedPartition> tiers;
    private long expected;

    OwnedNumber(AssignedPartition deliveries, Map<RetryTier, AssignedPartition> tiers) {
        this.deliveries = deliveries;
        this.tiers = Map.copyOf(tiers);
    }

    int number() {
        return deliveries.number();
    }

    AssignedPartition deliveries() {
        return deliveries;
    }

    Map<RetryTier, AssignedPartition> tiers() {
        return tiers;
    }

    boolean owned() {
        return deliveries.owned();
    }

    /** Returns for each partition the latest round of what is finished now. */
    Map<AssignedPartition, Long> latestRounds() {
        var rounds = new HashMap<AssignedPartition, Long>();
        rounds.put(deliveries, deliveries.results().latestRound());
        tiers.values().forEach(tier -> rounds.put(tier, tier.results().latestRound()));
        return rounds;
    }

    /** Returns how many forwarded deliveries are read when these, which are written next, have been read. */
    long expectMore(int forwarded) {
        expected = Math.max(expected, deliveries.forwardedRead()) + forwarded;
        return expected;
    }
}
