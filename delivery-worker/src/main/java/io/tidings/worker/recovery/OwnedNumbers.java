package io.tidings.worker.recovery;

import io.tidings.contract.RetryTier;
import io.tidings.worker.partition.AssignedPartition;
import io.tidings.worker.schedule.Origin;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The partition numbers that this worker owns and has started. Confined to the poll thread. */
final class OwnedNumbers {
    private final Map<Integer, OwnedNumber> started = new HashMap<>();

    @Nullable
    OwnedNumber of(int number) {
        return started.get(number);
    }

    Collection<OwnedNumber> all() {
        return started.values();
    }

    /** Forgets lost numbers, and returns those that were started since the last call. */
    List<OwnedNumber> update(Collection<AssignedPartition> partitions) {
        started.values().removeIf(number -> !number.owned());
        var added = new ArrayList<OwnedNumber>();
        for (var partition : partitions) {
            if (partition.origin() == Origin.DELIVERIES
                    && partition.started()
                    && !started.containsKey(partition.number())) {
                var tiers = tiers(partition.number(), partitions);
                if (tiers.values().stream().allMatch(AssignedPartition::started)) {
                    var number = new OwnedNumber(partition, tiers);
                    started.put(partition.number(), number);
                    added.add(number);
                }
            }
        }
        return added;
    }

    private static Map<RetryTier, AssignedPartition> tiers(int number, Collection<AssignedPartition> partitions) {
        var tiers = new EnumMap<RetryTier, AssignedPartition>(RetryTier.class);
        for (var partition : partitions) {
            if (partition.number() == number && partition.tier() != null) {
                tiers.put(partition.tier(), partition);
            }
        }
        return tiers;
    }
}
