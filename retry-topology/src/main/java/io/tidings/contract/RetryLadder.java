package io.tidings.contract;

import java.time.Duration;
import java.util.Optional;

/**
 * The schedule of B-RETRY-1 and how a wait of any length is made of hops through the tiers.
 *
 * <p>Waits are true waits: a scaled ladder has scaled tiers and is asked with scaled waits.
 */
public record RetryLadder(TimeScale scale) {
    /**
     * How much earlier than its tier says a record may leave it: about one commit interval, which is what lies
     * between the end of an attempt and the append of its record.
     */
    private static final Duration ALLOWANCE = Duration.ofMillis(500);

    /** The step that follows the given number of attempts; the last one repeats. */
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

    /** What a tier's wait is shortened by, so that neither append nor commit makes a retry late. */
    public Duration allowance() {
        return Durations.min(length(RetryTier.TEN_SECONDS).dividedBy(10), ALLOWANCE);
    }

    /** How long after its append a record leaves this tier; what is left until it is due is waited out in memory. */
    public Duration stay(RetryTier tier) {
        return length(tier).minus(allowance());
    }

    /** The first tier of a wait: the largest that is not longer. Empty: too short for any, wait in memory. */
    public Optional<RetryTier> firstHop(Duration wait) {
        return largestUpTo(wait);
    }

    /** The next tier of a wait that has come out of one: the largest not longer than what is left. */
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
