package io.tidings.worker.recovery;

import io.tidings.contract.RetryLadder;
import io.tidings.contract.RetryTier;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.health.MovedOffsets;
import io.tidings.contract.health.MovedRange;
import io.tidings.contract.health.RecoveryProgress;
import io.tidings.worker.commit.LadderRecords;
import io.tidings.worker.partition.AssignedPartition;
import io.tidings.worker.telemetry.WorkerMetrics;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Writes what a recovery moves, with the next transaction. Confined to the poll thread. */
public final class ForwardWriter {
    private final LadderRecords records;
    private final RetryLadder ladder;
    private final WorkerMetrics metrics;

    public ForwardWriter(LadderRecords records, RetryLadder ladder, WorkerMetrics metrics) {
        this.records = records;
        this.ladder = ladder;
        this.metrics = metrics;
    }

    /**
     * Writes copies of deliveries together with the range that they come from. Both are in one transaction with the
     * offsets of the tier, so whoever reads the originals later knows that they were moved.
     *
     * @return how many go to {@code deliveries}
     */
    int move(
            SubscriptionKey key,
            String uid,
            AssignedPartition from,
            List<WaitingDelivery> deliveries,
            MovedRange range,
            Instant now) {
        int atOnce = 0;
        for (var each : deliveries) {
            var next = each.delivery().retryState().movedForward(now);
            var tier = next.due() == null
                    ? Optional.<RetryTier>empty()
                    : ladder.firstHop(Duration.between(now, next.due()));
            from.results()
                    .alsoWrite(records.forwarded(each.record(), each.delivery().at(next), tier.orElse(null), now));
            atOnce += tier.isEmpty() ? 1 : 0;
        }
        var ranges = from.moved().of(key, uid).plus(range);
        var moved = new MovedOffsets(uid, from.results().topicId(), ranges);
        from.moved().put(key, moved);
        note(key, from, moved);
        metrics.movedForward(key, deliveries.size());
        return atOnce;
    }

    /** Forgets the ranges that the commits have passed. */
    void forgetPassed(OwnedNumber number) {
        for (var tier : number.tiers().values()) {
            tier.moved().forgetBelow(tier.results().committed()).forEach((key, left) -> note(key, tier, left));
        }
    }

    /** A tier's own partition writes its ranges, so that they stay in order. */
    private void note(SubscriptionKey key, AssignedPartition from, MovedOffsets moved) {
        var tier = from.tier();
        if (tier != null) {
            from.results().alsoWrite(records.moved(key, tier, from.number(), moved));
        }
    }

    void note(SubscriptionKey key, OwnedNumber number, RecoveryProgress progress) {
        number.deliveries().results().alsoWrite(records.recovery(key, number.number(), progress));
    }

    void forget(SubscriptionKey key, OwnedNumber number) {
        number.deliveries().results().alsoWrite(records.recoveryTombstone(key, number.number()));
    }

    void active(int recoveries) {
        metrics.recoveries(recoveries);
    }
}
