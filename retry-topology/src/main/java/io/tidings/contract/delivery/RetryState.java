package io.tidings.contract.delivery;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The position of a delivery in the ladder. Exactly one record holds it at any time (B-RETRY-6).
 *
 * @param deferrals for overload since the last attempt
 * @param due when the next attempt may start; null for a new delivery, which is due at once
 * @param last null before the first attempt or deferral
 */
public record RetryState(
        int attempts,
        int deferrals,
        @Nullable Instant due,
        @Nullable LastAttempt last) {
    /** The largest count that a record may hold, so that one more does not overflow. */
    public static final int MOST_COUNTED = 1_000_000_000;

    public static final RetryState START = new RetryState(0, 0, null, null);

    public RetryState {
        if (attempts < 0 || deferrals < 0) {
            throw new IllegalArgumentException("attempts " + attempts + ", deferrals " + deferrals);
        }
    }

    public RetryState failed(LastAttempt attempt, Instant nextDue) {
        return new RetryState(attempts + 1, 0, nextDue, attempt);
    }

    public RetryState dueAt(Instant nextDue) {
        return new RetryState(attempts, deferrals, nextDue, last);
    }

    public RetryState ended(LastAttempt attempt) {
        return new RetryState(attempts + 1, 0, null, attempt);
    }

    /** @param why {@link LastOutcome#PROBATION}, or {@link LastOutcome#DELIVERING} for overload */
    public RetryState deferred(LastOutcome why, Instant nextDue) {
        int overloads = why == LastOutcome.DELIVERING ? deferrals + 1 : deferrals;
        var remembered =
                last == null ? new LastAttempt(why, null, null) : new LastAttempt(why, last.status(), last.at());
        return new RetryState(attempts, overloads, nextDue, remembered);
    }
}
