package io.tidings.worker.recovery;

import io.tidings.contract.RetryLadder;
import io.tidings.contract.RetryTier;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.Topics;
import io.tidings.contract.health.RecoveryTable;
import io.tidings.contract.lane.Lanes;
import io.tidings.contract.lane.PartitionCounts;
import io.tidings.contract.table.EndpointHealthTable;
import io.tidings.contract.table.ResourceTable;
import io.tidings.contract.table.SubscriptionEntry;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntSupplier;
import org.apache.kafka.common.TopicPartition;

/**
 * The place where a recovery learns of subscriptions and of what former owners have moved.
 *
 * @param partitions of {@code deliveries} now; asked on the poll thread
 */
public record RecoverySources(
        Topics topics,
        RetryLadder ladder,
        IntSupplier partitions,
        ResourceTable resources,
        EndpointHealthTable health) {
    Optional<SubscriptionEntry> subscription(SubscriptionKey key, String uid) {
        return resources.subscription(key).filter(entry -> entry.uid().equals(uid));
    }

    RecoveryTable recoveries() {
        return health.recoveries();
    }

    /** Returns whether the deliveries of a subscription are, or were, spread over several numbers; cheap to ask. */
    boolean hasLanes(SubscriptionEntry entry) {
        return entry.subscription().extensions().lanes() > 1
                || health.hasLanes(entry.subscription().key());
    }

    /** The numbers in which deliveries of a subscription may wait: those of its lanes, now and formerly. */
    Set<Integer> numbersOf(SubscriptionEntry entry) {
        var subscription = entry.subscription();
        var numbers = Lanes.numbers(
                subscription.key(), subscription.extensions().lanes(), PartitionCounts.of(partitions.getAsInt()));
        numbers.addAll(health.lanes(subscription.key(), entry.uid()).keySet());
        return numbers;
    }

    TopicPartition partition(RetryTier tier, int number) {
        return new TopicPartition(topics.retry(tier), number);
    }
}
