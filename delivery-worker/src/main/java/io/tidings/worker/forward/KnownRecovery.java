package io.tidings.worker.forward;

import io.tidings.contract.ClockReading;
import io.tidings.contract.SubscriptionKey;
import io.tidings.worker.recovery.SubscriptionRecovery;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The recovery of a subscription by this worker, until it loses the partitions. Confined to the poll thread. */
final class KnownRecovery {
    private static final Duration BETWEEN_TRIES = Duration.ofSeconds(1);

    private final SubscriptionKey key;
    private final SubscriptionRecovery recovery;
    private final OwnedNumber number;
    private boolean endsAsked;
    private long expected;
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

    OwnedNumber number() {
        return number;
    }

    /** Returns whether the ends must be asked for now, and remembers that they are. */
    boolean asksForEnds(ClockReading now) {
        boolean asks = recovery.endsUnknown() && !endsAsked && rested(now);
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
