package io.tidings.contract;

import java.time.Duration;
import java.util.Optional;

/**
 * The schedule of B-RETRY-1, and the hops through the tiers that make up a wait of any length. All waits are scaled
 * with {@link TimeScale} already.
 */
public record RetryLadder(TimeScale scale) {
    /**
     * The time by which a record leaves a tier before its length is over: about a commit interval, the time between the end of
     * an attempt and the append of its record.
     */
    private static final Duration ALLOWANCE = Duration.ofMillis(500);

    /** Returns the wait after this number of attempts; the last step repeats. */
    public Duration step(int attempts) {
        if (attempts < 1) {
            throw new IllegalArgumentException("no step follows " + attempts + " attempts");
        }
        var tiers = RetryTier.values();
        return length(tiers[Math.min(attempts, tiers.length) - 1]);
    }

    public Duration length(RetryTier tier) {
        return scale.of(tier.length());
    }

    /** The time by which a record leaves a tier early, so that neither append nor commit makes a retry late. */
    public Duration allowance() {
        return Durations.min(length(RetryTier.TEN_SECONDS).dividedBy(10), ALLOWANCE);
    }

    /** The time after its append when a record leaves this tier. The rest of the wait is spent in memory. */
    public Duration stay(RetryTier tier) {
        return length(tier).minus(allowance());
    }

    /** Returns the largest tier that is not longer than the wait; empty if the wait must be spent in memory. */
    public Optional<RetryTier> firstHop(Duration wait) {
        return largestUpTo(wait);
    }

    /** Returns the largest tier that is not longer than the rest of the wait. */
    public Optional<RetryTier> nextHop(Duration left) {
        return largestUpTo(left.plus(allowance()));
    }

    private Optional<RetryTier> largestUpTo(Duration wait) {
        var tiers = RetryTier.values();
        for (int i = tiers.length - 1; i >= 0; i--) {
            if (length(tiers[i]).compareTo(wait) <= 0) {
                return Optional.of(tiers[i]);
            }
        }
        return Optional.empty();
    }
}
