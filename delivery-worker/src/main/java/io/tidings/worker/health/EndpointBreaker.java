package io.tidings.worker.health;

import io.tidings.contract.ClockReading;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.health.EndpointHealth;
import io.tidings.contract.health.Probation;
import io.tidings.worker.schedule.RequestAllowance;
import io.tidings.worker.verdict.EndpointSignal;
import io.tidings.worker.verdict.EndpointSignal.Alive;
import io.tidings.worker.verdict.EndpointSignal.Failure;
import io.tidings.worker.verdict.EndpointSignal.LateSuccess;
import io.tidings.worker.verdict.EndpointSignal.None;
import io.tidings.worker.verdict.EndpointSignal.Success;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The health of the endpoint of one subscription, and how many requests it may have at once. While a breaker is open,
 * nothing is sent.
 *
 * <pre>
 *            too many failures in a row
 *  healthy ────────────────────────────> on probation <──────────┐
 *     ^                                       │ time is over     │ failed: twice as long
 *     │                                       v                  │
 *     └─── took the probe, or 400, 413 ─── one probe ────────────┘
 *                                           ^     │ failure of our own
 *                                           └─────┘
 * </pre>
 *
 * <p>What was sent before a probation began or ended says nothing about the time after, so every attempt carries a {@link Permit}. The
 * exception is a success that comes late: the endpoint has taken an event just now, whenever it was sent.
 *
 * <p>An endpoint that has done so is slow, not broken. Its next timeouts are therefore judged when their exchanges end:
 * see {@link #respondsLate}. Not thread-safe; no clock of its own.
 */
public final class EndpointBreaker implements RequestAllowance {
    private final ProbationPolicy policy;
    private final ConcurrencyLimit concurrency;
    private int failures;
    private @Nullable LastOutcome lastOutcome;
    private @Nullable String lastError;
    private @Nullable Probation probation;
    private long deferred;
    private long generation;
    /** When it may be asked again, by the clock that never jumps. */
    private long opens;

    private boolean probeOut;
    private boolean tookLate;

    /**
     * The right to judge the endpoint by one attempt.
     *
     * @param generation of the breaker when it was given
     * @param sent by the clock that never jumps
     */
    public record Permit(long generation, long sent) {}

    /** What an attempt changed. */
    public enum Change {
        NONE,
        /** Numbers only. */
        COUNTS,
        /** It is on probation from now on, or longer than before. */
        PROBATION_BEGAN,
        PROBATION_ENDED
    }

    /** @param ceiling most requests at once */
    public EndpointBreaker(ProbationPolicy policy, int ceiling) {
        this.policy = policy;
        this.concurrency = new ConcurrencyLimit(ceiling);
    }

    /** Resumes what a former owner has written down. */
    public static EndpointBreaker resumed(
            ProbationPolicy policy, int ceiling, EndpointHealth written, ClockReading now) {
        var breaker = new EndpointBreaker(policy, ceiling);
        breaker.failures = written.consecutiveFailures();
        breaker.lastOutcome = written.lastOutcome();
        breaker.lastError = written.lastError();
        breaker.probation = written.probation();
        breaker.opens = now.monotonicNanos() + left(written.probation(), now).toNanos();
        breaker.deferred = written.deferred();
        if (written.probation() != null) {
            breaker.concurrency.restart();
        }
        return breaker;
    }

    /** What is left of a probation that another worker began, whose clock may differ from ours. */
    private static Duration left(@Nullable Probation begun, ClockReading now) {
        if (begun == null || !now.wall().isBefore(begun.until())) {
            return Duration.ZERO;
        }
        var left = Duration.between(now.wall(), begun.until());
        return left.compareTo(begun.length()) < 0 ? left : begun.length();
    }

    /** As it is written down. */
    public EndpointHealth written(String uid, Instant now) {
        return new EndpointHealth(uid, failures, lastOutcome, probation, deferred, now, null, lastError);
    }

    /** How long nothing may be sent; zero when something may. */
    public Duration openFor(ClockReading now) {
        long left = opens - now.monotonicNanos();
        return probation == null || probeOut || left <= 0 ? Duration.ZERO : Duration.ofNanos(left);
    }

    /** Whether the response to a probe is awaited. */
    public boolean probing() {
        return probeOut;
    }

    public boolean onProbation() {
        return probation != null;
    }

    /** Whether it is known to respond after the timeout, so that an attempt is judged when its exchange ends. */
    public boolean respondsLate() {
        return tookLate && probation == null;
    }

    /** Whether the last attempt failed and the one before did not. */
    public boolean failedFirst() {
        return failures == 1;
    }

    /** What went wrong last, for people. */
    public String lastFailure() {
        return (lastOutcome == null ? "" : lastOutcome.wireName()) + (lastError == null ? "" : " (" + lastError + ")");
    }

    /** Whether it is as if nothing had ever been known about it. */
    public boolean pristine() {
        return failures == 0 && probation == null;
    }

    /** What an endpoint takes of which nothing is known yet. */
    public static RequestAllowance newcomer() {
        return () -> ConcurrencyLimit.START;
    }

    /** Requests it may have at once. */
    @Override
    public int limit() {
        return concurrency.limit();
    }

    /** Something is sent. */
    public Permit sent(ClockReading now) {
        probeOut = probation != null;
        return new Permit(generation, now.monotonicNanos());
    }

    /** Something is put off because of it. */
    public void deferred() {
        deferred++;
    }

    /** Whether what was sent with this permit still says something about the endpoint. */
    public boolean current(Permit permit) {
        return permit.generation() == generation;
    }

    /** Something that was sent has come to its end. */
    public Change ended(Permit permit, EndpointSignal signal, ClockReading now) {
        if (!current(permit) && !(signal instanceof LateSuccess)) {
            return Change.NONE;
        }
        return switch (signal) {
            case Success() -> succeeded(permit, now);
            case LateSuccess() -> succeededLate(permit, now);
            case Failure failure -> failed(permit, failure, now);
            case Alive() -> alive(permit, now);
            case None() -> {
                probeOut = false; // the next one is the probe
                yield Change.NONE;
            }
        };
    }

    private Change alive(Permit permit, ClockReading now) {
        if (probation != null) {
            return end();
        }
        concurrency.responded(permit.sent(), now.monotonicNanos());
        return Change.NONE;
    }

    private Change succeeded(Permit permit, ClockReading now) {
        if (probation != null) {
            return end();
        }
        concurrency.responded(permit.sent(), now.monotonicNanos());
        if (failures == 0) {
            return Change.NONE;
        }
        failures = 0;
        return Change.COUNTS;
    }

    private Change succeededLate(Permit permit, ClockReading now) {
        if (!tookLate) {
            tookLate = true;
            concurrency.silenceWasSlowness();
        }
        return succeeded(permit, now);
    }

    private Change failed(Permit permit, Failure failure, ClockReading now) {
        failures++;
        lastOutcome = failure.outcome();
        lastError = failure.error();
        tookLate &= failure.outcome() != LastOutcome.TIMED_OUT;
        if (failure.overload()) {
            concurrency.tooMuch(permit.sent(), now.monotonicNanos());
        }
        if (probation != null) {
            var length = policy.next(probation.length(), failure.probation());
            return begin(probation.since(), length, failure.outcome(), now);
        }
        return policy.tooMany(failures)
                ? begin(now.wall(), policy.first(failure.probation()), failure.outcome(), now)
                : Change.COUNTS;
    }

    private Change begin(Instant since, Duration length, LastOutcome cause, ClockReading now) {
        probation = new Probation(since, now.wall().plus(length), length, cause);
        opens = now.monotonicNanos() + length.toNanos();
        probeOut = false;
        concurrency.restart();
        generation++;
        return Change.PROBATION_BEGAN;
    }

    private Change end() {
        probation = null;
        probeOut = false;
        failures = 0;
        deferred = 0;
        generation++;
        return Change.PROBATION_ENDED;
    }

    @Override
    public String toString() {
        return failures + " failures in a row, the last one " + lastFailure()
                + (probation == null ? "" : ", until " + probation.until());
    }
}
