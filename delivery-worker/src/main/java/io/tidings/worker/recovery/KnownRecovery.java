package io.tidings.worker.recovery;

import io.tidings.contract.ClockReading;
import io.tidings.contract.RetryTier;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.lane.Lane;
import io.tidings.worker.partition.AssignedPartition;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The recovery of a lane of a subscription by this worker, until it loses the partitions. Confined to the poll thread. */
final class KnownRecovery {
    private static final Duration BETWEEN_TRIES = Duration.ofSeconds(1);

    private final SubscriptionKey key;
    private final SubscriptionRecovery recovery;
    private final OwnedNumber number;
    private boolean endsAsked;
    private long expected;
    private Map<AssignedPartition, Long> unwritten = new HashMap<>();
    private final Map<RetryTier, Long> read = new EnumMap<>(RetryTier.class);
    private @Nullable ClockReading failed;

    KnownRecovery(SubscriptionKey key, SubscriptionRecovery recovery, OwnedNumber number) {
        this.key = key;
        this.recovery = recovery;
        this.number = number;
    }

    SubscriptionKey key() {
        return key;
    }

    SubscriptionRecovery recovery() {
        return recovery;
    }

    Lane lane() {
        return new Lane(key, number.number());
    }

    OwnedNumber number() {
        return number;
    }

    /**
     * Sends at once what the tiers release before it is moved.
     *
     * @param well whether the endpoint takes deliveries
     */
    void bringForward(boolean well) {
        boolean forward = well && recovery.moving();
        number.tiers().forEach((tier, partition) -> {
            var sweep = recovery.sweep(tier);
            if (forward && recovery.endsUnknown()) {
                partition.moved().bringForward(key, recovery.uid(), read.getOrDefault(tier, 0L));
            } else if (forward && sweep != null) {
                partition.moved().bringForward(key, recovery.uid(), sweep.end());
            } else {
                partition.moved().leaveToSchedule(key);
            }
        });
    }

    /**
     * Includes what the next transactions put into the tiers, which began to wait before the recovery began. Until the
     * ends of the tiers are known, only what was read before is known to have been appended before.
     */
    void begun() {
        unwritten = number.latestRounds();
        number.tiers().forEach((tier, partition) -> read.put(tier, partition.readUpTo()));
    }

    private boolean written() {
        unwritten.entrySet().removeIf(next -> next.getKey().results().hasCommitted(next.getValue()));
        return unwritten.isEmpty();
    }

    /** Begins to ask for the ends of the tiers; returns false if they need not be asked for now. */
    boolean beginAskingForEnds(ClockReading now) {
        boolean asks = recovery.endsUnknown() && !endsAsked && rested(now) && written();
        endsAsked |= asks;
        return asks;
    }

    void endsReported() {
        endsAsked = false;
    }

    /** Waits until so many forwarded deliveries of its partition number were read. */
    void expect(long forwarded) {
        expected = forwarded;
    }

    /** Returns whether all that was moved so far was read. */
    boolean arrived() {
        return number.deliveries().forwardedRead() >= expected;
    }

    void tryLater(ClockReading now) {
        failed = now;
    }

    boolean rested(ClockReading now) {
        return failed == null || now.since(failed).compareTo(BETWEEN_TRIES) >= 0;
    }
}
