package io.tidings.worker.health;

import io.tidings.contract.ClockReading;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.health.EndpointHealth;
import io.tidings.contract.health.GoneReport;
import io.tidings.contract.health.HoldUse;
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
    private final EndpointProbation probation = new EndpointProbation();
    private long deferred;
    private long generation;
    private boolean probeOut;
    private boolean tookLate;
    /** The time when the latest request that failed was sent; null if none has failed. */
    private @Nullable Long failedRequest;

    private boolean lacking;
    private @Nullable GoneReport gone;
    private @Nullable HoldUse hold;

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
        breaker.probation.resume(written, now);
        breaker.deferred = written.deferred();
        breaker.gone = written.gone();
        breaker.hold = written.hold();
        if (written.probation() != null) {
            breaker.concurrency.restart();
        }
        return breaker;
    }

    /** @param most requests at once, at least 1 */
    void ceiling(int most) {
        concurrency.ceiling(most);
    }

    public EndpointHealth written(String uid, Instant now) {
        return new EndpointHealth(uid, failures, lastOutcome, probation.present(), deferred, now)
                .withError(lastError)
                .withConcurrencyLimit(concurrency.limit())
                .decided(probation.decided())
                .with(gone)
                .with(hold);
    }

    void gone(GoneReport latest) {
        gone = latest;
    }

    /** Returns false if that is known already. */
    boolean holds(@Nullable HoldUse use) {
        boolean news = hold != use;
        hold = use;
        return news;
    }

    @Nullable
    Instant decided() {
        return probation.decided();
    }

    /**
     * Takes over what another lane of the subscription decided, if it is later than the own decision (B-LANE-1). While
     * an own probe is out, only the end of the probation is taken over: otherwise the probe's response decides.
     */
    Change takeOver(EndpointHealth other, ClockReading now) {
        if (!probation.olderThan(other)) {
            return Change.NONE;
        }
        if (other.probation() == null ? !onProbation() : probeOut) {
            probation.knows(other);
            return Change.NONE;
        }
        probation.resume(other, now);
        if (other.probation() == null) {
            return recovered();
        }
        failures = Math.max(failures, other.consecutiveFailures());
        lastOutcome = other.lastOutcome();
        lastError = other.lastError();
        return suspended();
    }

    /** Returns how long nothing may be sent; zero if a request may be sent now. */
    public Duration openFor(ClockReading now) {
        return probeOut ? Duration.ZERO : probation.left(now);
    }

    public boolean probing() {
        return probeOut;
    }

    public boolean onProbation() {
        return probation.present() != null;
    }

    /** Returns whether the endpoint responds after the timeout, so that attempts are judged at their late end. */
    public boolean respondsLate() {
        return tookLate && !onProbation();
    }

    /** Returns whether a request that was sent at or after a time has failed. */
    public boolean failedSince(ClockReading time) {
        return failedRequest != null && failedRequest - time.monotonicNanos() >= 0;
    }

    /** Lets the next request be the probe, as if the time of the probation were over. */
    public void endWait(ClockReading now) {
        probation.endWait(now);
    }

    public boolean failedFirst() {
        return failures == 1;
    }

    public String lastFailure() {
        return (lastOutcome == null ? "" : lastOutcome.wireName()) + (lastError == null ? "" : " (" + lastError + ")");
    }

    public boolean pristine() {
        return failures == 0 && !onProbation();
    }

    @Override
    public int limit() {
        return concurrency.limit();
    }

    public Permit sent(ClockReading now) {
        probeOut = onProbation();
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
        if (onProbation()) {
            return end(now);
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
        if (onProbation()) {
            return end(now);
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
        var present = probation.present();
        if (present != null) {
            probation.begin(
                    present.since(), policy.next(present.length(), failure.probation()), failure.outcome(), now);
            return suspended();
        }
        if (!policy.tooMany(failures)) {
            return Change.COUNTS;
        }
        probation.begin(now.wall(), policy.first(failure.probation()), failure.outcome(), now);
        return suspended();
    }

    private Change suspended() {
        probeOut = false;
        concurrency.restart();
        generation++;
        return Change.PROBATION_BEGAN;
    }

    private Change end(ClockReading now) {
        probation.end(now);
        return recovered();
    }

    private Change recovered() {
        probeOut = false;
        failures = 0;
        deferred = 0;
        generation++;
        return Change.PROBATION_ENDED;
    }

    @Override
    public String toString() {
        return failures + " failures in a row, the last one " + lastFailure()
                + (probation.present() == null
                        ? ""
                        : ", until " + probation.present().until());
    }
}
