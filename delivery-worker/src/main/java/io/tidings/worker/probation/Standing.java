package io.tidings.worker.probation;

import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.endpoint.EndpointStanding;
import io.tidings.contract.endpoint.Probation;
import io.tidings.worker.lane.Allowance;
import io.tidings.worker.probation.Finding.Bad;
import io.tidings.worker.probation.Finding.Good;
import io.tidings.worker.probation.Finding.Late;
import io.tidings.worker.probation.Finding.Present;
import io.tidings.worker.probation.Finding.Unknown;
import io.tidings.worker.tier.Moment;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How the endpoint of one subscription stands, and how many requests it may have at once.
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
 * <p>What was sent under an earlier standing says nothing about this one, so every attempt carries a {@link Pass}. The
 * exception is a success that comes late: the endpoint has taken an event just now, whenever it was sent.
 *
 * <p>An endpoint that has done so is slow, not broken. Its next timeouts are therefore judged when their exchanges end:
 * see {@link #respondsLate}. Not thread-safe; no clock of its own.
 */
public final class Standing implements Allowance {
    private final ProbationRules rules;
    private final Concurrency concurrency;
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
     * @param generation of the standing when it was given
     * @param sent by the clock that never jumps
     */
    public record Pass(long era, long sent) {}

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
    public Standing(ProbationRules rules, int ceiling) {
        this.rules = rules;
        this.concurrency = new Concurrency(ceiling);
    }

    /** Goes on where a former owner stood. */
    public static Standing resumed(ProbationRules rules, int ceiling, EndpointStanding written, Moment now) {
        var standing = new Standing(rules, ceiling);
        standing.failures = written.consecutiveFailures();
        standing.lastOutcome = written.lastOutcome();
        standing.lastError = written.lastError();
        standing.probation = written.probation();
        standing.opens = now.monotonicNanos() + left(written.probation(), now).toNanos();
        standing.deferred = written.deferred();
        if (written.probation() != null) {
            standing.concurrency.restart();
        }
        return standing;
    }

    /** What is left of a probation that another worker began, whose clock may differ from ours. */
    private static Duration left(@Nullable Probation begun, Moment now) {
        if (begun == null || !now.wall().isBefore(begun.until())) {
            return Duration.ZERO;
        }
        var left = Duration.between(now.wall(), begun.until());
        return left.compareTo(begun.length()) < 0 ? left : begun.length();
    }

    /** As it is written down. */
    public EndpointStanding written(String uid, Instant now) {
        return new EndpointStanding(uid, failures, lastOutcome, probation, deferred, now, null, lastError);
    }

    /** How long nothing may be sent; zero when something may. */
    public Duration openFor(Moment now) {
        long left = opens - now.monotonicNanos();
        return probation == null || probeOut || left <= 0 ? Duration.ZERO : Duration.ofNanos(left);
    }

    /** Whether the answer to a probe is waited for. */
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
    public static Allowance newcomer() {
        return () -> Concurrency.START;
    }

    /** Requests it may have at once. */
    @Override
    public int limit() {
        return concurrency.limit();
    }

    /** Something is sent. */
    public Pass sent(Moment now) {
        probeOut = probation != null;
        return new Pass(generation, now.monotonicNanos());
    }

    /** Something is put off because of it. */
    public void deferred() {
        deferred++;
    }

    /** Whether what was sent with this pass still says something. */
    public boolean current(Pass pass) {
        return pass.era() == generation;
    }

    /** Something that was sent has come to its end. */
    public Change ended(Pass pass, Finding finding, Moment now) {
        if (!current(pass) && !(finding instanceof Late)) {
            return Change.NONE;
        }
        return switch (finding) {
            case Good() -> good(pass, now);
            case Late() -> late(pass, now);
            case Bad(var outcome, var error) -> {
                lastError = error;
                yield bad(pass, outcome, now);
            }
            case Present() -> present(pass, now);
            case Unknown() -> {
                probeOut = false; // the next one is the probe
                yield Change.NONE;
            }
        };
    }

    private Change present(Pass pass, Moment now) {
        if (probation != null) {
            return end();
        }
        concurrency.responded(pass.sent(), now.monotonicNanos());
        return Change.NONE;
    }

    private Change good(Pass pass, Moment now) {
        if (probation != null) {
            return end();
        }
        concurrency.responded(pass.sent(), now.monotonicNanos());
        if (failures == 0) {
            return Change.NONE;
        }
        failures = 0;
        return Change.COUNTS;
    }

    private Change late(Pass pass, Moment now) {
        if (!tookLate) {
            tookLate = true;
            concurrency.silenceWasSlowness();
        }
        return good(pass, now);
    }

    private Change bad(Pass pass, LastOutcome outcome, Moment now) {
        failures++;
        lastOutcome = outcome;
        tookLate &= outcome != LastOutcome.TIMED_OUT;
        if (outcome == LastOutcome.BUSY || outcome == LastOutcome.TIMED_OUT) {
            concurrency.tooMuch(pass.sent(), now.monotonicNanos());
        }
        if (probation != null) {
            return begin(probation.since(), rules.next(probation.length(), outcome), outcome, now);
        }
        return rules.tooMany(failures) ? begin(now.wall(), rules.first(outcome), outcome, now) : Change.COUNTS;
    }

    private Change begin(Instant since, Duration length, LastOutcome cause, Moment now) {
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
                + (probation == null ? "" : ", left alone until " + probation.until());
    }
}
