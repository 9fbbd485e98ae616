package io.tidings.contract.delivery;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The position of a delivery in the ladder. Exactly one record holds it at any time (B-RETRY-6).
 *
 * @param deferrals for overload since the last attempt
 * @param due when the next attempt may start; null for a delivery that is due at once
 * @param last null before the first attempt or deferral
 * @param notBefore until when the status or the endpoint's {@code Retry-After} forbids an attempt; null if nothing does
 * @param forwarded whether the delivery was moved out of a tier because its endpoint recovered (B-RECOVER-1)
 */
public record RetryState(
        int attempts,
        int deferrals,
        @Nullable Instant due,
        @Nullable LastAttempt last,
        @Nullable Instant notBefore,
        boolean forwarded) {
    /** The largest count that a record may hold, so that one more does not overflow. */
    public static final int MOST_COUNTED = 1_000_000_000;

    public static final RetryState START = new RetryState(0, 0, null, null);

    public RetryState {
        if (attempts < 0 || deferrals < 0) {
            throw new IllegalArgumentException("attempts " + attempts + ", deferrals " + deferrals);
        }
    }

    public RetryState(int attempts, int deferrals, @Nullable Instant due, @Nullable LastAttempt last) {
        this(attempts, deferrals, due, last, null, false);
    }

    public RetryState failed(LastAttempt attempt, Instant nextDue) {
        return failed(attempt, nextDue, null);
    }

    /** @param earliest before which no attempt may start whatever happens; null if there is no such time */
    public RetryState failed(LastAttempt attempt, Instant nextDue, @Nullable Instant earliest) {
        return new RetryState(attempts + 1, 0, nextDue, attempt, earliest, false);
    }

    /** Converts the times to another clock. */
    public RetryState dueAt(Instant nextDue) {
        var earliest = due == null || notBefore == null ? null : notBefore.plus(Duration.between(due, nextDue));
        return new RetryState(attempts, deferrals, nextDue, last, earliest, forwarded);
    }

    /** @param times how often receivers of a queue had the delivery; each counts as an attempt */
    public RetryState received(int times) {
        return new RetryState(times, 0, null, last);
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

    /**
     * Returns whether the delivery may be sent before it is due if its endpoint recovers (B-RECOVER-1). The result is the
     * same at any time, so a record that was moved out of a tier is recognised when the tier comes to it.
     */
    public boolean movable() {
        return due != null && (notBefore == null || notBefore.isBefore(due));
    }

    /** Returns the state of a movable delivery that is moved now. */
    public RetryState movedForward(Instant now) {
        var earliest = notBefore != null && notBefore.isAfter(now) ? notBefore : null;
        return new RetryState(attempts, deferrals, earliest, last, earliest, true);
    }
}
