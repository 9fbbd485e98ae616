package io.tidings.worker.dispatch;

import io.tidings.contract.ClockReading;
import io.tidings.contract.lane.Lane;
import io.tidings.worker.health.EndpointBreaker.Change;
import io.tidings.worker.health.EndpointBreakers;
import io.tidings.worker.partition.PolledDelivery;
import io.tidings.worker.schedule.FairScheduler;
import io.tidings.worker.verdict.Judge;
import io.tidings.worker.verdict.Outcome;
import io.tidings.worker.verdict.Outcome.TimedOut;
import io.tidings.worker.webhook.DynamicHeaders;
import io.tidings.worker.webhook.WebhookCall;
import java.time.Duration;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Attempts from their start to their end: each delivery gets its verdict, the breaker its signal, and the scheduler its
 * slot back. Confined to the poll thread.
 *
 * <pre>
 *   in flight ── response, failure ──> ended
 *       └─ timed out ──> awaiting a late response ──> ended
 * </pre>
 */
final class Attempts {
    private final InFlightRequests requests;
    private final AttemptCompletion completion;
    private final LateResponses lateResponses;
    private final EndpointObserver observer;
    private final EndpointBreakers breakers;
    private final FairScheduler<PolledDelivery> scheduler;
    private final BiConsumer<PolledDelivery, ClockReading> queue;
    private final InFlightRequests.End end = this::ended;
    private boolean stopped;

    /** @param queue takes due deliveries that were not sent */
    Attempts(
            InFlightRequests requests,
            AttemptCompletion completion,
            LateResponses lateResponses,
            EndpointBreakers breakers,
            FairScheduler<PolledDelivery> scheduler,
            BiConsumer<PolledDelivery, ClockReading> queue) {
        this.requests = requests;
        this.completion = completion;
        this.lateResponses = lateResponses;
        this.observer = new EndpointObserver(breakers);
        this.breakers = breakers;
        this.scheduler = scheduler;
        this.queue = queue;
    }

    void start(Attempt attempt, DynamicHeaders.Values values) {
        requests.send(attempt, values, end);
    }

    private void ended(Attempt attempt, Outcome outcome, ClockReading now) {
        if (stopped) {
            attempt.deliveries().forEach(polled -> polled.from().attemptEnded());
            return; // cancelled by the worker, which says nothing about the endpoint: the next owner sends it again
        }
        var late = lateResponses.ended(attempt);
        if (late == null) {
            endedInTime(attempt, outcome, now);
        } else {
            endedLate(attempt, outcome, late, now);
        }
    }

    private void endedInTime(Attempt attempt, Outcome outcome, ClockReading now) {
        requests.ended(attempt, outcome, now);
        var rest = attempt.split();
        if (Judge.halves(outcome, attempt.deliveries().size())) {
            rest = halved(attempt);
        } else {
            var _ = completion.of(attempt, outcome, now);
        }
        judge(attempt, outcome, now);
        if (!sendRest(attempt, rest, now)) {
            scheduler.releaseMemory(attempt.grant().slot());
            scheduler.completed(attempt.grant().slot());
        }
    }

    private void endedLate(Attempt attempt, Outcome outcome, LateResponses.TimedOutAttempt late, ClockReading now) {
        completion.ofLate(attempt, outcome, late, now);
        if (Judge.succeeds(outcome)) {
            lateResponses.delivered(late, now.wall());
        }
        follow(observer.endedLate(attempt, outcome, late.judged(), now), attempt.lane(), now);
        scheduler.releaseMemory(attempt.grant().slot());
    }

    /** @param usual timeout, of subscriptions that set none */
    void cutOverdue(Duration usual, ClockReading now) {
        for (var overdue = requests.overdue(usual, now); overdue != null; overdue = requests.overdue(usual, now)) {
            if (overdue.getValue().responded()) {
                requests.cut(overdue.getKey(), overdue.getValue()); // the response arrives through the inbox
            } else {
                timeOut(overdue.getKey(), overdue.getValue(), now);
            }
        }
        lateResponses.cutOverdue(now);
    }

    private void timeOut(Attempt attempt, WebhookCall call, ClockReading now) {
        var outcome = new TimedOut();
        requests.ended(attempt, outcome, now);
        var retried = completion.of(attempt, outcome, now);
        // An endpoint known to respond late is judged when the exchange ends.
        boolean judged = !attempt.grant().breaker().respondsLate();
        if (judged) {
            judge(attempt, outcome, now);
        }
        call.sendNoMore();
        lateResponses.awaitResponse(attempt, call, retried, judged);
        if (!sendRest(attempt, attempt.split(), now)) {
            scheduler.completed(attempt.grant().slot());
        }
    }

    /** Judges the endpoint by an attempt. */
    void judge(Attempt attempt, Outcome outcome, ClockReading now) {
        follow(observer.ended(attempt, outcome, now), attempt.lane(), now);
    }

    /** Tells the time while no attempt ends. */
    void passed(ClockReading now) {
        completion.passed(now);
    }

    /** Splits a batch that is too large. Its halves belong to the same attempt. */
    private SplitBatch halved(Attempt attempt) {
        requests.halved(attempt);
        var split = attempt.split() == null ? new SplitBatch() : attempt.split();
        split.halve(attempt.deliveries());
        return split;
    }

    /** @return false if nothing is left of the attempt's batch, or nothing may be sent now */
    private boolean sendRest(Attempt attempt, @Nullable SplitBatch rest, ClockReading now) {
        if (rest == null) {
            return false;
        }
        var breaker = attempt.grant().breaker();
        for (var part = rest.next(); part != null; part = rest.next()) {
            if (breakers.current(attempt.lane(), breaker) && !breaker.onProbation()) {
                var grant = new Attempt.Grant(
                        breaker, breaker.sent(now), attempt.grant().slot());
                var next = new Attempt(part, attempt.entry(), attempt.template(), grant, now, rest);
                var first = part.getFirst();
                start(
                        next,
                        attempt.template()
                                .valuesOf(
                                        first.event(), first.delivery().event().recordValues()));
                return true;
            }
            part.forEach(polled -> queue.accept(polled, now));
        }
        return false;
    }

    private void follow(Change change, Lane lane, ClockReading now) {
        switch (change) {
            case NONE, COUNTS -> {}
            case PROBATION_ENDED -> scheduler.ignoreInFlight(lane);
            case PROBATION_BEGAN -> {
                scheduler.ignoreInFlight(lane);
                deferQueued(lane, now);
            }
        }
    }

    void deferQueued(Lane lane, ClockReading now) {
        scheduler.drain(lane).forEach(polled -> queue.accept(polled, now));
    }

    /** Cancels all requests when the session ends; their responses no longer count. */
    void cutAll() {
        stopped = true;
        requests.cutAll();
        lateResponses.cutAll();
    }
}
