package io.tidings.worker.dispatch;

import io.tidings.contract.ClockReading;
import io.tidings.worker.health.EndpointBreaker.Change;
import io.tidings.worker.health.EndpointBreakers;
import io.tidings.worker.verdict.EndpointSignal;
import io.tidings.worker.verdict.Judge;
import io.tidings.worker.verdict.Outcome;
import io.tidings.worker.verdict.Outcome.TimedOut;

/**
 * Judges endpoints by the attempts made on them. An attempt on a subscription's former endpoint does not count.
 * Confined to the poll thread.
 */
public final class EndpointObserver {
    private final EndpointBreakers breakers;

    public EndpointObserver(EndpointBreakers breakers) {
        this.breakers = breakers;
    }

    public Change ended(Attempt attempt, Outcome outcome, ClockReading now) {
        var signal = EndpointSignal.of(
                outcome, attempt.entry().subscription().retryProfile().statuses());
        return signal instanceof EndpointSignal.Failure failure
                ? judge(attempt, failure.because(outcome.sentence(attempt.at())), now)
                : judge(attempt, signal, now);
    }

    /** A late success counts as such; anything else counts as a timeout, unless that was judged before. */
    public Change endedLate(Attempt attempt, Outcome outcome, boolean judged, ClockReading now) {
        if (Judge.succeeds(outcome)) {
            return judge(attempt, new EndpointSignal.LateSuccess(), now);
        }
        return judged ? Change.NONE : ended(attempt, new TimedOut(), now);
    }

    private Change judge(Attempt attempt, EndpointSignal signal, ClockReading now) {
        var lane = attempt.lane();
        var grant = attempt.grant();
        if (!breakers.current(lane, grant.breaker())) {
            return Change.NONE;
        }
        var change = grant.breaker().ended(grant.permit(), signal, now);
        breakers.changed(lane, change);
        if (change == Change.COUNTS
                && signal instanceof EndpointSignal.Failure
                && grant.breaker().failedFirst()) {
            breakers.tellFailure(lane, now);
        }
        return change;
    }
}
