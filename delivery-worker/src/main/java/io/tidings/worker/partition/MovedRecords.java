package io.tidings.worker.partition;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.health.MovedOffsets;
import io.tidings.contract.health.MovedRanges;
import io.tidings.contract.record.RejectedRecord;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * The records that were moved out of one partition of a tier, and so are finished without being sent when the tier comes
 * to them (B-RECOVER-3). Confined to the poll thread.
 */
public final class MovedRecords {
    private final Map<SubscriptionKey, MovedOffsets> bySubscription;
    private final Map<SubscriptionKey, Recovering> recovering = new HashMap<>();

    /** @param end the offset after the last record that the recovery of a subscription brings forward */
    private record Recovering(String uid, long end) {}

    public MovedRecords(Map<SubscriptionKey, MovedOffsets> inherited) {
        bySubscription = new HashMap<>(inherited);
    }

    /**
     * Returns whether a record may be moved, which depends on the record alone: so the same records are recognised later.
     */
    public static boolean movable(ConsumerRecord<byte[], byte[]> record, Delivery delivery) {
        return delivery.retryState().movable()
                && Arrays.equals(record.key(), delivery.subscription().bytes())
                && RejectedRecord.fits(record.key(), record.value(), record.headers());
    }

    /** Returns whether the record was moved forward, so that it is finished (B-RECOVER-3). */
    public boolean contain(ConsumerRecord<byte[], byte[]> record, Delivery delivery) {
        if (bySubscription.isEmpty()) {
            return false;
        }
        var moved = bySubscription.get(delivery.subscription());
        return moved != null
                && moved.uid().equals(delivery.uid())
                && moved.ranges().contain(record.offset())
                && movable(record, delivery);
    }

    /** Brings forward what the tier releases below that offset before the recovery has moved it (B-RECOVER-1). */
    public void bringForward(SubscriptionKey key, String uid, long end) {
        recovering.put(key, new Recovering(uid, end));
    }

    /** Leaves what the tier releases to its schedule. */
    public void leaveToSchedule(SubscriptionKey key) {
        recovering.remove(key);
    }

    /** Returns whether the record is due, because a recovery has begun and not moved it yet (B-RECOVER-1). */
    public boolean broughtForward(ConsumerRecord<byte[], byte[]> record, Delivery delivery) {
        if (recovering.isEmpty()) {
            return false;
        }
        var recovery = recovering.get(delivery.subscription());
        return recovery != null
                && recovery.uid().equals(delivery.uid())
                && record.offset() < recovery.end()
                && movable(record, delivery);
    }

    /** Returns nothing for another subscription of the same name. */
    public MovedRanges of(SubscriptionKey key, String uid) {
        var moved = bySubscription.get(key);
        return moved == null || !moved.uid().equals(uid) ? MovedRanges.NONE : moved.ranges();
    }

    public void put(SubscriptionKey key, MovedOffsets moved) {
        bySubscription.put(key, moved);
    }

    /**
     * Forgets the ranges that a commit has passed.
     *
     * @return the subscriptions with a change, and what is left of them
     */
    public Map<SubscriptionKey, MovedOffsets> forgetBelow(long committed) {
        if (bySubscription.isEmpty()) {
            return Map.of();
        }
        var changed = new HashMap<SubscriptionKey, MovedOffsets>();
        bySubscription.forEach((key, moved) -> {
            var left = moved.ranges().notBelow(committed);
            if (!left.equals(moved.ranges()) || left.isEmpty()) {
                changed.put(key, moved.with(left));
            }
        });
        bySubscription.putAll(changed);
        bySubscription.values().removeIf(moved -> moved.ranges().isEmpty());
        return changed;
    }
}
