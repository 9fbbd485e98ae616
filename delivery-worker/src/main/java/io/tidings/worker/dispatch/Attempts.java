package io.tidings.worker.dispatch;

import io.tidings.contract.ClockReading;
import io.tidings.contract.health.GoneReport;
import io.tidings.contract.secret.CanonicalOrigin;
import io.tidings.worker.commit.AttemptEnd;
import io.tidings.worker.commit.VerdictExecutor;
import io.tidings.worker.dispatch.Admission.Send;
import io.tidings.worker.dispatch.Attempt.Late;
import io.tidings.worker.health.EndpointBreakers;
import io.tidings.worker.partition.PolledDelivery;
import io.tidings.worker.partition.TopicWrite;
import io.tidings.worker.schedule.FairScheduler;
import io.tidings.worker.schedule.InFlightSlot;
import io.tidings.worker.telemetry.DeliveryTracing;
import io.tidings.worker.telemetry.WorkerMetrics;
import io.tidings.worker.verdict.EndpointSignal;
import io.tidings.worker.verdict.EndpointSignal.Failure;
import io.tidings.worker.verdict.EndpointSignal.LateSuccess;
import io.tidings.worker.verdict.Judge;
import io.tidings.worker.verdict.Outcome;
import io.tidings.worker.verdict.Outcome.Responded;
import io.tidings.worker.verdict.Outcome.TimedOut;
import io.tidings.worker.verdict.Outcome.Written;
import io.tidings.worker.verdict.Verdict;
import io.tidings.worker.webhook.ResponseExcerpt;
import io.tidings.worker.webhook.WebhookCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Attempts from their start to their end: each delivery gets its verdict, the breaker its signal, and the scheduler its
 * slot back. Confined to the poll thread.
 */
final class Attempts {
    private final Judge judge;
    private final Duration usualTimeout;
    private final Dispatcher dispatcher;
    private final FairScheduler<PolledDelivery> scheduler;
    private final LateResponses lateResponses;
    private final Transports transports;
    private final EndpointBreakers breakers;
    private final VerdictExecutor verdicts;
    private final WorkerMetrics metrics;
    private final DeliveryTracing tracing;
    private final RandomGenerator random;

    /** Requests that have neither ended nor timed out. */
    private final AttemptQueues requests = new AttemptQueues();

    private final FreshRequestLimit freshRequests = new FreshRequestLimit();

    /** Those whose record waits for its transaction. */
    private final Set<Attempt> parked = new HashSet<>();

    private boolean stopped;

    Attempts(
            DispatchSettings settings,
            Dispatcher dispatcher,
            FairScheduler<PolledDelivery> scheduler,
            LateResponses lateResponses,
            Transports transports,
            EndpointBreakers breakers,
            VerdictExecutor verdicts,
            WorkerMetrics metrics,
            DeliveryTracing tracing,
            RandomGenerator random) {
        this.judge = settings.judge();
        this.usualTimeout = settings.response();
        this.dispatcher = dispatcher;
        this.scheduler = scheduler;
        this.lateResponses = lateResponses;
        this.transports = transports;
        this.breakers = breakers;
        this.verdicts = verdicts;
        this.metrics = metrics;
        this.tracing = tracing;
        this.random = random;
    }

    /** Returns whether another request may start: there are not too many that hardly had time to end. */
    boolean room(ClockReading now) {
        return freshRequests.room(now);
    }

    boolean noRequests() {
        return requests.isEmpty();
    }

    /**
     * Starts an attempt.
     *
     * <pre>
     *   start ──┬── webhook ──> onRequest ──┬── response, failure ──> onEnd
     *           │                           └── overdue ──> onTimeout ──> onLateEnd
     *           └── Kafka topic ──┬── missing, too large … ──> onEnd
     *                             └── onRecord ──┬──> onCommitted
     *                                            └──> onRefused ──> onEnd
     * </pre>
     */
    void start(Send admitted, InFlightSlot<PolledDelivery> slot, ClockReading now) {
        var entry = admitted.entry();
        var breaker = admitted.breaker();
        breakers.keep(entry, breaker, slot.first().from());
        var grant = new Attempt.Grant(breaker, breaker.sent(now), slot);
        var transport = transports.to(entry.subscription().destination());
        send(transport.attempt(entry, grant, dispatcher, now), transport);
    }

    private void send(Attempt attempt, Transport transport) {
        for (var polled : attempt.deliveries) {
            var due = polled.delivery().retryState().due();
            metrics.late(due == null ? null : Duration.between(due, attempt.started.wall()));
            polled.from().attemptStarted();
        }
        metrics.attemptStarted();
        transport.send(attempt, tracing.begun(attempt.deliveries, attempt.started.wall()), this);
    }

    /** A request is on its way: it may end, or time out. */
    void onRequest(Attempt attempt, WebhookCall call) {
        attempt.sent(call);
        freshRequests.started(attempt);
        requests.add(attempt);
    }

    /** There is a response, or there will be none. */
    void onEnd(Attempt attempt, Outcome outcome, ClockReading now) {
        var late = attempt.late;
        if (stopped) { // cancelled by the worker, which says nothing about the endpoint: the next owner sends it again
            attempt.deliveries.forEach(polled -> polled.from().attemptEnded());
        } else if (late != null) {
            onLateEnd(attempt, outcome, late, now);
        } else {
            over(attempt, outcome, now);
            var rest = attempt.split;
            if (Judge.halves(outcome, attempt.deliveries.size())) {
                rest = halved(attempt);
            } else {
                var _ = execute(attempt, outcome, now);
            }
            judgeEndpoint(attempt, outcome, now);
            if (!sendRest(attempt, rest, now)) {
                release(attempt);
            }
        }
    }

    private void onTimeout(Attempt attempt, ClockReading now) {
        var outcome = new TimedOut();
        over(attempt, outcome, now);
        var retried = execute(attempt, outcome, now);
        // An endpoint known to respond late is judged when the exchange ends.
        boolean judged = !attempt.grant.breaker().respondsLate();
        if (judged) {
            judgeEndpoint(attempt, outcome, now);
        }
        attempt.call().sendNoMore();
        lateResponses.awaitResponse(attempt, retried, judged);
        if (!sendRest(attempt, attempt.split, now)) {
            scheduler.completed(attempt.grant.slot());
        }
    }

    /** After the timeout only a success still counts (B-DEL-4). */
    private void onLateEnd(Attempt attempt, Outcome outcome, Late late, ClockReading now) {
        lateResponses.ended(attempt);
        if (Judge.succeeds(outcome)) {
            var end = end(attempt, outcome, now);
            for (var polled : attempt.deliveries) {
                verdicts.respondedLate(polled, end, late.retried().contains(polled));
            }
            lateResponses.delivered(late.retried(), now.wall());
            judgeEndpoint(attempt, new LateSuccess(), now);
        } else {
            if (outcome instanceof TimedOut && late.awaited()) {
                var end = end(attempt, outcome, now);
                attempt.deliveries.forEach(polled -> verdicts.aborted(polled, end));
            }
            if (!late.judged()) {
                judgeEndpoint(attempt, new TimedOut(), now);
            }
        }
        scheduler.releaseMemory(attempt.grant.slot());
    }

    /**
     * The next transaction writes a record. Transactions take thousands of them, so that only a probe keeps its slot
     * until then.
     */
    void onRecord(Attempt attempt, ProducerRecord<byte[], byte[]> record, TopicWrite.End then, ClockReading now) {
        land(attempt);
        parked.add(attempt);
        verdicts.write(attempt.first(), record, end(attempt, new Written(), now), then);
        if (!attempt.grant.breaker().probing()) {
            release(attempt);
        }
    }

    void onCommitted(Attempt attempt, ClockReading now) {
        if (parked.remove(attempt)) {
            var outcome = new Written();
            over(attempt, outcome, now);
            verdicts.written(attempt.first(), end(attempt, outcome, now));
            judgeEndpoint(attempt, outcome, now);
            release(attempt);
        }
    }

    void onRefused(Attempt attempt, Outcome outcome, ClockReading now) {
        if (parked.remove(attempt)) {
            onEnd(attempt, outcome, now);
        }
    }

    private void over(Attempt attempt, Outcome outcome, ClockReading now) {
        land(attempt);
        scheduler.resent(attempt.grant.slot(), attempt.resends(), now.monotonicNanos());
        if (outcome.attempted()) {
            metrics.responded(attempt.subscription(), attempt.took(now));
        }
    }

    private void land(Attempt attempt) {
        if (attempt.land()) {
            requests.remove(attempt);
            freshRequests.ended(attempt);
            metrics.attemptEnded();
            attempt.deliveries.forEach(polled -> polled.from().attemptEnded());
        }
    }

    /** Gives each delivery its verdict; returns those that are queued for retry. */
    private List<PolledDelivery> execute(Attempt attempt, Outcome outcome, ClockReading now) {
        List<PolledDelivery> retried = List.of();
        var end = end(attempt, outcome, now);
        if (Judge.gone(end.subscription(), outcome)) {
            reportGone(attempt, now);
        }
        for (var polled : attempt.deliveries) {
            if (!polled.from().owned()) {
                tracing.left(polled); // its new owner's verdict counts
                continue;
            }
            var held = attempt.entry.pauses().within(polled.delivery().event().published(), now.wall());
            var verdict =
                    judge.afterSending(polled.delivery(), end.subscription(), held, end.outcome(), now.wall(), random);
            verdicts.attempted(polled, end, verdict, now);
            if (verdict instanceof Verdict.Retry) {
                retried = retried.isEmpty() ? new ArrayList<>(attempt.deliveries.size()) : retried;
                retried.add(polled);
            }
        }
        return retried;
    }

    private void reportGone(Attempt attempt, ClockReading now) {
        CanonicalOrigin.of(attempt.entry.subscription().destination().endpoint())
                .ifPresent(origin -> breakers.gone(
                        attempt.lane(),
                        attempt.grant.breaker(),
                        new GoneReport(origin, attempt.entry.offset(), now.wall())));
    }

    /** The lines of a large batch share one excerpt of the response. */
    private static AttemptEnd end(Attempt attempt, Outcome outcome, ClockReading now) {
        int events = attempt.deliveries.size();
        var shared = events > 1 && outcome instanceof Responded response && response.excerpt() != null
                ? response.withExcerpt(ResponseExcerpt.share(response.excerpt(), events))
                : outcome;
        return new AttemptEnd(attempt.entry.subscription(), shared, now.wall(), attempt.took(now), events);
    }

    private void judgeEndpoint(Attempt attempt, Outcome outcome, ClockReading now) {
        var signal = EndpointSignal.of(
                outcome, attempt.entry.subscription().retryProfile().statuses());
        judgeEndpoint(
                attempt,
                signal instanceof Failure failure ? failure.because(outcome.sentence(attempt.at())) : signal,
                now);
    }

    private void judgeEndpoint(Attempt attempt, EndpointSignal signal, ClockReading now) {
        var lane = attempt.lane();
        switch (breakers.ended(lane, attempt.grant.breaker(), attempt.grant.permit(), signal, now)) {
            case NONE, COUNTS -> {}
            case PROBATION_ENDED -> scheduler.ignoreInFlight(lane);
            case PROBATION_BEGAN -> {
                scheduler.ignoreInFlight(lane);
                dispatcher.deferQueued(lane, now);
            }
        }
    }

    /** Splits a batch that is too large. Its halves belong to the same attempt. */
    private SplitBatch halved(Attempt attempt) {
        metrics.batchHalved(attempt.subscription());
        attempt.deliveries.forEach(tracing::left);
        var split = attempt.split == null ? new SplitBatch() : attempt.split;
        split.halve(attempt.deliveries);
        return split;
    }

    /** @return false if nothing is left of the attempt's batch, or nothing may be sent now */
    private boolean sendRest(Attempt attempt, @Nullable SplitBatch rest, ClockReading now) {
        if (rest == null) {
            return false;
        }
        for (var part = rest.next(); part != null; part = rest.next()) {
            if (breakers.current(attempt.lane(), attempt.grant.breaker())
                    && !attempt.grant.breaker().onProbation()) {
                scheduler.resent(attempt.grant.slot(), 1, now.monotonicNanos());
                send(attempt.next(part, rest, now), transports.webhooks());
                return true;
            }
            part.forEach(polled -> dispatcher.add(polled, now));
        }
        return false;
    }

    private void release(Attempt attempt) {
        scheduler.releaseMemory(attempt.grant.slot());
        scheduler.completed(attempt.grant.slot());
    }

    void endOverdue(ClockReading now) {
        for (var overdue = requests.overdue(usualTimeout, now);
                overdue != null;
                overdue = requests.overdue(usualTimeout, now)) {
            if (overdue.call().responded()) {
                requests.remove(overdue);
                overdue.call().cancel(); // reports the response, whose body is not read to its end
            } else {
                onTimeout(overdue, now);
            }
        }
        lateResponses.giveUpOverdue(now);
    }

    /** Leaves the records of lost partitions to their new owner. */
    void forgetDisowned() {
        parked.removeIf(attempt -> {
            boolean lost = !attempt.first().from().owned();
            if (lost) {
                tracing.left(attempt.first());
                release(attempt);
            }
            return lost;
        });
    }

    /** Cancels all requests when the session ends; their responses no longer count. */
    void cancelAll() {
        stopped = true;
        for (var attempt : requests.takeAll()) {
            attempt.deliveries.forEach(tracing::left);
            attempt.call().cancel();
        }
        metrics.noneInFlight();
        lateResponses.cancelAll();
    }
}
