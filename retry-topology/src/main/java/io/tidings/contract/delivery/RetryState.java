package io.tidings.contract.delivery;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Where a delivery stands in the ladder; exactly one record says so at any time (B-RETRY-6).
 *
 * @param attempts made so far
 * @param deferrals for overload since the last attempt
 * @param due when the next attempt may start; absent on a new delivery, which is due at once
 * @param last what the latest attempt came to; absent before the first
 */
public record RetryState(
        int attempts,
        int deferrals,
        @Nullable Instant due,
        @Nullable LastAttempt last) {
    /** The largest count that a record may hold: one more never overflows. */
    public static final int MOST_COUNTED = 1_000_000_000;

    /** A delivery that has just been matched. */
    public static final RetryState START = new RetryState(0, 0, null, null);

    public RetryState {
        if (attempts < 0 || deferrals < 0) {
            throw new IllegalArgumentException("attempts " + attempts + ", deferrals " + deferrals);
        }
    }

    /** After one more attempt that failed. */
    public RetryState failed(LastAttempt attempt, Instant nextDue) {
        return new RetryState(attempts + 1, 0, nextDue, attempt);
    }

    /** The same wait, which ends at another time. */
    public RetryState dueAt(Instant nextDue) {
        return new RetryState(attempts, deferrals, nextDue, last);
    }

    /** Given up after one more attempt. */
    public RetryState ended(LastAttempt attempt) {
        return new RetryState(attempts + 1, 0, null, attempt);
    }

    /**
     * Put off without an attempt; the attempt it waits for stays the same.
     *
     * @param why {@link LastOutcome#PROBATION}, or {@link LastOutcome#DELIVERING} for overload
     */
    public RetryState deferred(LastOutcome why, Instant nextDue) {
        int overloads = why == LastOutcome.DELIVERING ? deferrals + 1 : deferrals;
        var remembered =
                last == null ? new LastAttempt(why, null, null) : new LastAttempt(why, last.status(), last.at());
        return new RetryState(attempts, overloads, nextDue, remembered);
    }
}
