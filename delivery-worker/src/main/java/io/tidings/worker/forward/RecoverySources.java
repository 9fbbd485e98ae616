package io.tidings.worker.forward;

import io.tidings.contract.RetryLadder;
import io.tidings.contract.RetryTier;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.Topics;
import io.tidings.contract.recovery.RecoveryTable;
import io.tidings.contract.table.ResourceTable;
import io.tidings.contract.table.SubscriptionEntry;
import java.util.Optional;
import java.util.function.IntSupplier;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Utils;

/**
 * Where a recovery learns of subscriptions and of what former owners have moved.
 *
 * @param partitions of {@code deliveries} now; asked on the poll thread
 */
public record RecoverySources(
        Topics topics, RetryLadder ladder, IntSupplier partitions, ResourceTable resources, RecoveryTable recoveries) {
    Optional<SubscriptionEntry> subscription(SubscriptionKey key, String uid) {
        return resources.subscription(key).filter(entry -> entry.uid().equals(uid));
    }

    /** The number of the partition to which matching writes the deliveries of a subscription. */
    int numberOf(SubscriptionKey key) {
        return Utils.toPositive(Utils.murmur2(key.bytes())) % partitions.getAsInt();
    }

    TopicPartition partition(RetryTier tier, int number) {
        return new TopicPartition(topics.retry(tier), number);
    }
}
