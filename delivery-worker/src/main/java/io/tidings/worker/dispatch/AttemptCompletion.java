package io.tidings.worker.dispatch;

import io.tidings.contract.ClockReading;
import io.tidings.contract.TraceContext;
import io.tidings.worker.commit.AttemptEnd;
import io.tidings.worker.commit.VerdictExecutor;
import io.tidings.worker.dispatch.LateResponses.TimedOutAttempt;
import io.tidings.worker.partition.PolledDelivery;
import io.tidings.worker.telemetry.DeliveryTracing;
import io.tidings.worker.telemetry.SubscriptionStats;
import io.tidings.worker.verdict.Judge;
import io.tidings.worker.verdict.Outcome;
import io.tidings.worker.verdict.Outcome.Responded;
import io.tidings.worker.verdict.Outcome.TimedOut;
import io.tidings.worker.verdict.Outcome.Written;
import io.tidings.worker.verdict.Verdict;
import io.tidings.worker.webhook.ResponseExcerpt;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/** Judges the deliveries of an ended attempt, logs the attempt and executes the verdicts. */
public final class AttemptCompletion {
    private final Judge judge;
    private final VerdictExecutor verdicts;
    private final DeliveryTracing tracing;
    private final SubscriptionStats stats;
    private final RandomGenerator random;

    public AttemptCompletion(
            Judge judge,
            VerdictExecutor verdicts,
            DeliveryTracing tracing,
            SubscriptionStats stats,
            RandomGenerator random) {
        this.judge = judge;
        this.verdicts = verdicts;
        this.tracing = tracing;
        this.stats = stats;
        this.random = random;
    }

    /** @return the deliveries that are queued for retry */
    public List<PolledDelivery> of(Attempt attempt, Outcome outcome, ClockReading now) {
        List<PolledDelivery> retried = List.of();
        var end = end(attempt, shared(outcome, attempt.deliveries().size()), now);
        for (var polled : attempt.deliveries()) {
            if (!polled.from().owned()) {
                tracing.left(polled); // its new owner's verdict counts
            } else if (complete(polled, attempt, end, now) instanceof Verdict.Retry) {
                retried =
                        retried.isEmpty() ? new ArrayList<>(attempt.deliveries().size()) : retried;
                retried.add(polled);
            }
        }
        return retried;
    }

    private static AttemptEnd end(Attempt attempt, Outcome outcome, ClockReading now) {
        return AttemptEnd.of(attempt.entry().subscription(), outcome, attempt.at(), now.wall(), attempt.took(now));
    }

    /** The lines of a large batch share one excerpt. */
    private static Outcome shared(Outcome outcome, int events) {
        return events > 1 && outcome instanceof Responded response && response.excerpt() != null
                ? response.withExcerpt(ResponseExcerpt.share(response.excerpt(), events))
                : outcome;
    }

    private Verdict complete(PolledDelivery polled, Attempt attempt, AttemptEnd end, ClockReading now) {
        var subscription = end.subscription();
        var verdict = judge.afterSending(polled.delivery(), subscription, end.outcome(), now.wall(), random);
        boolean delivered = verdict instanceof Verdict.Delivered;
        if (end.outcome().attempted()) {
            stats.attempted(polled.counted(), delivered, end.took(), now.wall());
        }
        verdicts.logAttempt(polled, end, verdict);
        traced(polled, attempt, end.outcome(), verdict, now);
        verdicts.execute(verdict, polled, subscription, now);
        return verdict;
    }

    private void traced(PolledDelivery polled, Attempt attempt, Outcome outcome, Verdict verdict, ClockReading now) {
        var host = attempt.entry().subscription().destination().endpoint().getHost(); // path and query may hold a key
        tracing.ended(polled, host, attempt.deliveries().size(), outcome, verdict, now.wall());
    }

    /** Begins the trace of an attempt to write a record, and returns the context that the record carries. */
    public @Nullable TraceContext begun(Attempt attempt) {
        return tracing.begun(attempt.deliveries(), attempt.started().wall());
    }

    /** Returns the lines that log a record of a Kafka topic, in the same transaction. */
    public List<ProducerRecord<byte[], byte[]>> linesOfWritten(Attempt attempt, ClockReading now) {
        var polled = attempt.deliveries().getFirst();
        return verdicts.lineOf(polled, end(attempt, new Written(), now), new Verdict.Delivered()).stream()
                .toList();
    }

    /** Counts a delivery whose record is committed. */
    public void written(Attempt attempt, ClockReading now) {
        var polled = attempt.deliveries().getFirst();
        stats.attempted(polled.counted(), true, attempt.took(now), now.wall());
        traced(polled, attempt, new Written(), new Verdict.Delivered(), now);
        verdicts.written(polled, now.wall());
    }

    /** After the timeout only a success still counts (B-DEL-4). */
    public void ofLate(Attempt attempt, Outcome outcome, TimedOutAttempt late, ClockReading now) {
        if (Judge.succeeds(outcome)) {
            var end = end(attempt, outcome, now);
            for (var polled : attempt.deliveries()) {
                stats.deliveredLate(polled.counted(), now.wall());
                verdicts.respondedLate(polled, end, late.retried().contains(polled));
            }
        } else if (outcome instanceof TimedOut && late.awaited()) {
            var subscription = attempt.entry().subscription();
            attempt.deliveries()
                    .forEach(polled -> verdicts.aborted(polled, subscription, now.wall(), attempt.took(now)));
        }
    }

    /** Tells the time while no attempt ends. */
    public void passed(ClockReading now) {
        stats.passed(now.wall());
    }
}
