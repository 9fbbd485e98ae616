package io.tidings.worker.health;

import io.tidings.contract.ClockReading;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.health.EndpointHealth;
import io.tidings.contract.health.Probation;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The probation of an endpoint, when it is over, and when that was decided. Lanes of one subscription tell one another
 * their decisions, and the latest holds (B-LANE-1).
 *
 * <p>Not thread-safe.
 */
final class EndpointProbation {
    private @Nullable Probation present;

    /** The time when probation began, was extended or ended, whichever was last, here or in another lane; null if never. */
    private @Nullable Instant decided;

    /** The monotonic time from which the endpoint may get a probe. */
    private long over;

    /** Goes on with what another worker, whose clock may differ from ours, has written. */
    void resume(EndpointHealth written, ClockReading now) {
        decided = written.decided();
        present = written.probation();
        if (present != null) {
            over = now.monotonicNanos() + present.left(now.wall()).toNanos();
        }
    }

    /** The present probation, over or not; null if there is none. */
    @Nullable
    Probation present() {
        return present;
    }

    @Nullable
    Instant decided() {
        return decided;
    }

    boolean olderThan(EndpointHealth other) {
        return other.decided() != null && (decided == null || other.decided().isAfter(decided));
    }

    /** Makes the next decision later than this one of another lane. */
    void knows(EndpointHealth other) {
        decided = other.decided();
    }

    void begin(Instant since, Duration length, LastOutcome cause, ClockReading now) {
        decide(now);
        present = new Probation(since, now.wall().plus(length), length, cause);
        over = now.monotonicNanos() + length.toNanos();
    }

    void end(ClockReading now) {
        decide(now);
        present = null;
    }

    /** Later than every decision that is known, even if another worker's clock was ahead: the latest one holds. */
    private void decide(ClockReading now) {
        decided = decided == null || now.wall().isAfter(decided) ? now.wall() : decided.plusMillis(1);
    }

    /** Lets the next request be the probe, as if the time of the probation were over. */
    void endWait(ClockReading now) {
        if (present != null) {
            present = new Probation(present.since(), now.wall(), present.length(), present.cause());
            over = now.monotonicNanos();
        }
    }

    /** Returns how long the endpoint may not get a probe; zero if it may, or if there is no probation. */
    Duration left(ClockReading now) {
        long left = over - now.monotonicNanos();
        return present == null || left <= 0 ? Duration.ZERO : Duration.ofNanos(left);
    }
}
