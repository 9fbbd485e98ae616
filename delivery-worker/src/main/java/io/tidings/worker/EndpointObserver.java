package io.tidings.worker;

import io.tidings.worker.probation.Finding;
import io.tidings.worker.probation.Standing.Change;
import io.tidings.worker.tier.Moment;
import io.tidings.worker.verdict.Outcome;
import io.tidings.worker.verdict.Outcome.Silent;

/**
 * Judges endpoints by the attempts that were made on them; a subscription that was pointed to another endpoint
 * meanwhile is not judged by the former one.
 *
 * <p>Confined to the poll thread.
 */
final class EndpointObserver {
    private final Standings standings;

    EndpointObserver(Standings standings) {
        this.standings = standings;
    }

    /** Judges by a response that came in time, or by a failure before one. */
    Change ended(Attempt attempt, Outcome outcome, Moment now) {
        var finding = Finding.of(outcome);
        return finding instanceof Finding.Bad(var word, var _)
                ? judge(attempt, new Finding.Bad(word, outcome.sentence(attempt.at())), now)
                : judge(attempt, finding, now);
    }

    /** Judges by a timeout, unless the endpoint is known to respond late: then the end of the exchange decides. */
    Change timedOut(Attempt attempt, Moment now) {
        return attempt.grant().standing().respondsLate() ? Change.NONE : ended(attempt, new Silent(), now);
    }

    /** Judges by the end of an exchange that had timed out: a success counts, anything else is a timeout, once. */
    Change endedLate(Attempt attempt, Outcome outcome, Moment now) {
        if (Finding.of(outcome) instanceof Finding.Good) {
            return judge(attempt, new Finding.Late(), now);
        }
        return attempt.judged() ? Change.NONE : ended(attempt, new Silent(), now);
    }

    private Change judge(Attempt attempt, Finding finding, Moment now) {
        attempt.judge();
        var key = attempt.subscription();
        var place = attempt.grant();
        if (!standings.current(key, place.standing())) {
            return Change.NONE;
        }
        var change = place.standing().ended(place.pass(), finding, now);
        standings.changed(key, change);
        if (change == Change.COUNTS
                && finding instanceof Finding.Bad
                && place.standing().failedFirst()) {
            standings.tellFailure(key, now);
        }
        return change;
    }
}
