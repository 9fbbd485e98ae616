package io.tidings.worker.attempt;

import io.tidings.contract.ClockReading;
import io.tidings.contract.subscription.Subscription;
import io.tidings.worker.attempt.LateResponses.TimedOutAttempt;
import io.tidings.worker.commit.VerdictExecutor;
import io.tidings.worker.health.EventCounts;
import io.tidings.worker.partition.PolledDelivery;
import io.tidings.worker.telemetry.DeliveryTracing;
import io.tidings.worker.verdict.Judge;
import io.tidings.worker.verdict.Outcome;
import io.tidings.worker.verdict.Outcome.TimedOut;
import io.tidings.worker.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Judges the deliveries of an ended attempt, logs the attempt and executes the verdicts. */
public final class AttemptCompletion {
    private final Judge judge;
    private final VerdictExecutor verdicts;
    private final EventCounts counts;
    private final DeliveryTracing tracing;
    private final RandomGenerator random;

    public AttemptCompletion(
            Judge judge,
            VerdictExecutor verdicts,
            EventCounts counts,
            DeliveryTracing tracing,
            RandomGenerator random) {
        this.judge = judge;
        this.verdicts = verdicts;
        this.counts = counts;
        this.tracing = tracing;
        this.random = random;
    }

    /** @return the deliveries that are queued for retry */
    public List<PolledDelivery> of(Attempt attempt, Outcome outcome, ClockReading now) {
        List<PolledDelivery> retried = List.of();
        for (var polled : attempt.deliveries()) {
            if (!polled.from().owned()) {
                tracing.left(polled); // its new owner's verdict counts
            } else if (complete(polled, attempt, outcome, now) instanceof Verdict.Retry) {
                retried =
                        retried.isEmpty() ? new ArrayList<>(attempt.deliveries().size()) : retried;
                retried.add(polled);
            }
        }
        return retried;
    }

    private Verdict complete(PolledDelivery polled, Attempt attempt, Outcome outcome, ClockReading now) {
        Subscription subscription = attempt.entry().subscription();
        var verdict = judge.afterSending(polled.delivery(), subscription, outcome, now.wall(), random);
        if (verdict instanceof Verdict.Delivered) {
            counts.delivered(polled, now);
        }
        verdicts.logAttempt(polled, outcome, verdict, attempt.at(), now.wall(), attempt.took(now));
        tracing.ended(
                polled,
                subscription.destination().endpoint().getHost(), // path and query may hold a key
                attempt.deliveries().size(),
                outcome,
                verdict,
                now.wall());
        verdicts.execute(verdict, polled, subscription, now);
        return verdict;
    }

    /** After the timeout only a success still counts (B-DEL-4). */
    public void ofLate(Attempt attempt, Outcome outcome, TimedOutAttempt late, ClockReading now) {
        if (Judge.succeeds(outcome)) {
            attempt.deliveries()
                    .forEach(polled -> verdicts.respondedLate(polled, outcome, now.wall(), attempt.took(now)));
        } else if (outcome instanceof TimedOut && late.awaited()) {
            attempt.deliveries().forEach(polled -> verdicts.aborted(polled, now.wall(), attempt.took(now)));
        }
    }
}
