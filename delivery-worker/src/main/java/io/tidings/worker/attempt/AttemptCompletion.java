package io.tidings.worker.attempt;

import io.tidings.contract.ClockReading;
import io.tidings.contract.subscription.Subscription;
import io.tidings.worker.commit.VerdictExecutor;
import io.tidings.worker.health.EventCounts;
import io.tidings.worker.partition.PolledDelivery;
import io.tidings.worker.telemetry.DeliveryTracing;
import io.tidings.worker.verdict.EndpointSignal;
import io.tidings.worker.verdict.Judge;
import io.tidings.worker.verdict.Outcome;
import io.tidings.worker.verdict.Outcome.TimedOut;
import io.tidings.worker.verdict.Verdict;
import java.util.random.RandomGenerator;

/** What becomes of the deliveries of an attempt that has ended: judged, logged, and the verdict carried out. */
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

    public void of(PolledDelivery polled, Attempt attempt, Outcome outcome, ClockReading now) {
        Subscription subscription = attempt.entry().subscription();
        var verdict = judge.afterSending(polled.delivery(), subscription, outcome, now.wall(), random);
        if (verdict instanceof Verdict.Retry) {
            attempt.retried(polled);
        }
        if (verdict instanceof Verdict.Delivered) {
            counts.delivered(polled, now);
        }
        verdicts.logAttempt(polled, outcome, verdict, attempt.at(), now.wall(), attempt.took(now));
        tracing.ended(
                polled,
                attempt.entry().subscription().destination().endpoint().getHost(), // path and query may hold a key
                attempt.deliveries().size(),
                outcome,
                verdict,
                now.wall());
        verdicts.execute(verdict, polled, subscription, now);
    }

    /** Of one whose timeout has passed, only a success still counts (B-DEL-4). */
    public void ofLate(Attempt attempt, Outcome outcome, LateResponses lateResponses, ClockReading now) {
        if (EndpointSignal.of(outcome) instanceof EndpointSignal.Success) {
            lateResponses.delivered(attempt, now.wall());
            attempt.deliveries()
                    .forEach(polled -> verdicts.respondedLate(polled, outcome, now.wall(), attempt.took(now)));
        } else if (outcome instanceof TimedOut && attempt.waitedFor()) {
            attempt.deliveries().forEach(polled -> verdicts.aborted(polled, now.wall(), attempt.took(now)));
        }
    }
}
