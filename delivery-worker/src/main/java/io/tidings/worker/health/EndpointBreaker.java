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
 *     └── accepted the probe, or 400, 413 ── one probe ──────────┘
 *                                           ^     │ failure of our own
 *                                           └─────┘
 * </pre>
 *
 * <p>A request sent before a probation began or ended says nothing about the time after, so every attempt carries a
 * {@link Permit}. The exception is a late success: the endpoint accepted an event just now, whenever it was sent. Such an
 * endpoint is slow, not broken, so its next timeouts are judged when their exchanges end: see {@link #respondsLate}.
 *
 * <p>Not thread-safe; no clock of its own.
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
    /** The monotonic time from which the endpoint may get a probe. */
    private long opens;

    private boolean probeOut;
    private boolean tookLate;
    /** When the latest request that failed was sent; null if none has failed. */
    private @Nullable Long failedRequest;

    private boolean lacking;

    /** The right to judge the endpoint by one attempt, which was sent at a monotonic time. */
    public record Permit(long generation, long sent) {}

    public enum Change {
        NONE,
        /** Only numbers changed. */
        COUNTS,
        PROBATION_BEGAN,
        PROBATION_ENDED
    }

    public EndpointBreaker(ProbationPolicy policy, int ceiling) {
        this.policy = policy;
        this.concurrency = new ConcurrencyLimit(ceiling);
    }

    public static EndpointBreaker resumed(
            ProbationPolicy policy, int ceiling, EndpointHealth written, ClockReading now) {
        var breaker = new EndpointBreaker(policy, ceiling);
        breaker.failures = written.consecutiveFailures();
        breaker.lastOutcome = written.lastOutcome();
        breaker.lastError = written.lastError();
        breaker.lacking = written.lastOutcome() == null && written.lastError() != null;
        breaker.probation = written.probation();
        breaker.opens = now.monotonicNanos() + left(written.probation(), now).toNanos();
        breaker.deferred = written.deferred();
        if (written.probation() != null) {
            breaker.concurrency.restart();
        }
        return breaker;
    }

    /** @param most requests at once, at least 1 */
    void ceiling(int most) {
        concurrency.ceiling(most);
    }

    /** The rest of a probation that another worker began, whose clock may differ from ours. */
    private static Duration left(@Nullable Probation begun, ClockReading now) {
        if (begun == null || !now.wall().isBefore(begun.until())) {
            return Duration.ZERO;
        }
        var left = Duration.between(now.wall(), begun.until());
        return left.compareTo(begun.length()) < 0 ? left : begun.length();
    }

    public EndpointHealth written(String uid, Instant now) {
        return new EndpointHealth(uid, failures, lastOutcome, probation, deferred, now, null, lastError)
                .withConcurrencyLimit(concurrency.limit());
    }

    /** Returns how long nothing may be sent; zero if a request may be sent now. */
    public Duration openFor(ClockReading now) {
        long left = opens - now.monotonicNanos();
        return probation == null || probeOut || left <= 0 ? Duration.ZERO : Duration.ofNanos(left);
    }

    public boolean probing() {
        return probeOut;
    }

    public boolean onProbation() {
        return probation != null;
    }

    /** Returns whether the endpoint responds after the timeout, so that attempts are judged at their late end. */
    public boolean respondsLate() {
        return tookLate && probation == null;
    }

    /** Returns whether a request that was sent at or after a time has failed. */
    public boolean failedSince(ClockReading time) {
        return failedRequest != null && failedRequest - time.monotonicNanos() >= 0;
    }

    /** Lets the next request be the probe, as if the time of the probation were over. */
    public void endWait(ClockReading now) {
        if (probation != null) {
            probation = new Probation(probation.since(), now.wall(), probation.length(), probation.cause());
            opens = now.monotonicNanos();
        }
    }

    public boolean failedFirst() {
        return failures == 1;
    }

    public String lastFailure() {
        return (lastOutcome == null ? "" : lastOutcome.wireName()) + (lastError == null ? "" : " (" + lastError + ")");
    }

    public boolean pristine() {
        return failures == 0 && probation == null;
    }

    public static RequestAllowance newcomer() {
        return () -> ConcurrencyLimit.START;
    }

    @Override
    public int limit() {
        return concurrency.limit();
    }

    public Permit sent(ClockReading now) {
        probeOut = probation != null;
        return new Permit(generation, now.monotonicNanos());
    }

    public void deferred() {
        deferred++;
    }

    /** Shows what the worker lacks to send anything; returns false if that is shown already. */
    public boolean notConfigured(String sentence) {
        boolean news = !lacking || !sentence.equals(lastError);
        lacking = true;
        lastError = sentence;
        return news;
    }

    /** Returns whether an attempt with this permit still says something about the endpoint. */
    public boolean current(Permit permit) {
        return permit.generation() == generation;
    }

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
                probeOut = false; // the next request is the probe
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
        boolean lacked = lacking;
        if (lacked) {
            lacking = false;
            lastError = null;
        }
        if (probation != null) {
            return end();
        }
        concurrency.responded(permit.sent(), now.monotonicNanos());
        if (failures == 0 && !lacked) {
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
        failedRequest = permit.sent();
        failures++;
        lastOutcome = failure.outcome();
        lastError = failure.error();
        lacking = false;
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
