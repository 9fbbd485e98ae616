package io.tidings.worker.dispatch;

import io.tidings.contract.ClockReading;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.table.ResourceTable;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.worker.attempt.Attempt;
import io.tidings.worker.attempt.AttemptCompletion;
import io.tidings.worker.attempt.EndpointObserver;
import io.tidings.worker.attempt.LateResponses;
import io.tidings.worker.attempt.SplitBatch;
import io.tidings.worker.commit.VerdictExecutor;
import io.tidings.worker.health.EndpointBreaker.Change;
import io.tidings.worker.health.EndpointBreakers;
import io.tidings.worker.partition.AssignedPartition;
import io.tidings.worker.partition.PolledDelivery;
import io.tidings.worker.schedule.FairScheduler;
import io.tidings.worker.schedule.InFlightSlot;
import io.tidings.worker.telemetry.DeliveryTracing;
import io.tidings.worker.telemetry.WorkerMetrics;
import io.tidings.worker.verdict.Judge;
import io.tidings.worker.verdict.Outcome;
import io.tidings.worker.verdict.Outcome.TimedOut;
import io.tidings.worker.webhook.WebhookClient;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * Makes attempts: takes deliveries that are due in turn, sends them, and has each verdict carried out.
 *
 * <pre>
 *   add ──> lane ──> start ──> Gate ──> endpoint ──> ended ──> verdict ──> Outbox
 *    │        │                 │ expired, subscription gone               ^
 *    │        └─ stuck too long ┤ overload                                 │
 *    └─ endpoint on probation ──┴──────────────────────────────────────────┘
 * </pre>
 *
 * <p>Confined to the poll thread; endpoints report to it through the inbox.
 */
public final class Dispatcher {
    private final DispatchSettings settings;
    private final PreSendCheck check;
    private final EndpointBreakers breakers;
    private final WorkerMetrics metrics;
    private final DeliveryTracing tracing;
    private final SendGuard sendGuard;
    private final Supplier<ClockReading> clock;
    private final FairScheduler<PolledDelivery> scheduler;
    private final LateResponses lateResponses;
    private final RequestTemplates templates;
    private final PauseSchedule pauses;
    private final Batcher batcher;
    private final AttemptCompletion completion;
    private final SubscriptionCleanup cleanup;
    private final EndpointObserver observer;
    private final InFlightRequests requests;
    private boolean stopped;

    /** What a dispatch works with. */
    public record Parts(
            WebhookClient client,
            ResourceTable table,
            EndpointBreakers breakers,
            VerdictExecutor verdicts,
            WorkerMetrics metrics,
            Inbox inbox,
            DeliveryTracing tracing,
            SendGuard sendGuard) {}

    public Dispatcher(DispatchSettings settings, Parts parts, Supplier<ClockReading> clock, RandomGenerator random) {
        this.settings = settings;
        this.breakers = parts.breakers();
        this.metrics = parts.metrics();
        this.tracing = parts.tracing();
        this.sendGuard = parts.sendGuard();
        this.clock = clock;
        var judge = new Judge(settings.limits(), settings.ladder(), settings.jitter());
        scheduler = new FairScheduler<>(breakers::allowance, settings.queue(), settings.scheduler());
        templates = new RequestTemplates(settings.batch(), settings.rate());
        lateResponses = new LateResponses(settings.late());
        pauses = new PauseSchedule(settings.ladder().step(1));
        check = new PreSendCheck(parts.table(), breakers, judge, lateResponses, parts.verdicts(), pauses);
        batcher = new Batcher(scheduler, check);
        completion = new AttemptCompletion(judge, parts.verdicts(), breakers.counts(), tracing, random);
        requests = new InFlightRequests(parts, clock, this::ended);
        observer = new EndpointObserver(breakers);
        cleanup = new SubscriptionCleanup(parts.table(), breakers, metrics, templates, pauses, scheduler);
    }

    /** Takes notice of a delivery that was read, before it is looked at whether it is due. */
    public void entered(PolledDelivery polled, ClockReading now) {
        check.entered(polled, now);
    }

    /** Takes a delivery that is due. */
    public void add(PolledDelivery polled, ClockReading now) {
        if (!polled.from().owned()) {
            return;
        }
        var breaker = breakers.known(polled.subscription());
        boolean closed = breaker != null && !breaker.openFor(now).isZero();
        if (!closed || !check.deferForProbation(polled, now)) {
            scheduler.add(
                    polled.subscription(),
                    polled.from().origin(),
                    polled.from().number(),
                    polled,
                    polled.bytes(),
                    now.monotonicNanos());
        }
    }

    /** Starts what the bounds allow, and puts off what they hold up. */
    public void start() {
        var now = clock.get();
        while (sendGuard.given(now) && requests.room(now)) {
            var slot = scheduler.next(now.monotonicNanos());
            if (slot == null) {
                break;
            }
            start(slot, now);
            now = clock.get();
        }
        if (sendGuard.givenFor(settings.queueStall(), now)) {
            scheduler.excess(now.monotonicNanos(), this::maxStall).forEach(polled -> check.putOff(polled, clock.get()));
        }
    }

    private void start(InFlightSlot<PolledDelivery> slot, ClockReading now) {
        var first = slot.first();
        var entry = check.sendable(first, now);
        if (entry == null) {
            scheduler.cancel(slot);
            return;
        }
        boolean another = breakers.anotherEndpoint(entry);
        var breaker = breakers.of(entry, first.from(), now);
        if (another) {
            scheduler.cancel(slot);
            scheduler.resetForNewEndpoint(first.subscription());
            add(first, now);
            return;
        }
        if (!breaker.openFor(now).isZero()) {
            scheduler.cancel(slot);
            add(first, now);
            deferQueued(first.subscription(), now);
            return;
        }
        var head = templates.of(entry, first.delivery().event().schema());
        slot.terms(breaker, head.rate());
        var values = head.request().valuesOf(first.event());
        var place = new Attempt.Grant(breaker, breaker.sent(now), slot);
        requests.send(new Attempt(batcher.of(slot, head, values, now), entry, place, now), head.request(), values);
    }

    /** A new endpoint does not wait for the answers of the former one, nor for its rate. */
    public void subscriptionWritten(SubscriptionEntry entry) {
        if (breakers.anotherEndpoint(entry)) {
            scheduler.resetForNewEndpoint(entry.subscription().key());
        }
    }

    private Duration maxStall(SubscriptionKey key) {
        return breakers.probing(key) ? Duration.ZERO : settings.queueStall();
    }

    private void ended(Attempt attempt, Outcome outcome, ClockReading now) {
        if (stopped) {
            attempt.deliveries().forEach(polled -> polled.from().attemptEnded());
            return; // given up by ourselves, which says nothing of the endpoint: whoever is next sends it again
        }
        if (attempt.timedOut()) {
            lateResponses.ended(attempt);
            completion.ofLate(attempt, outcome, lateResponses, now);
            follow(observer.endedLate(attempt, outcome, now), attempt, now);
            scheduler.releaseMemory(attempt.grant().slot());
            return;
        }
        requests.ended(attempt, outcome, now);
        if (Judge.halves(outcome, attempt.deliveries().size())) {
            halve(attempt);
        } else {
            settle(attempt, outcome, now);
        }
        follow(observer.ended(attempt, outcome, now), attempt, now);
        if (!sendRest(attempt, now)) {
            scheduler.releaseMemory(attempt.grant().slot());
            scheduler.completed(attempt.grant().slot());
        }
    }

    /** Gives each of an attempt's deliveries its verdict. */
    private void settle(Attempt attempt, Outcome outcome, ClockReading now) {
        for (var polled : attempt.deliveries()) {
            if (polled.from().owned()) { // else another worker has it now, and its verdict counts
                completion.of(polled, attempt, outcome, now);
            } else {
                tracing.left(polled);
            }
        }
    }

    /** Has a batch that is too large sent in halves, which is the same attempt of its events. */
    private void halve(Attempt attempt) {
        metrics.batchHalved(attempt.subscription());
        attempt.deliveries().forEach(tracing::left);
        var split = attempt.split() == null ? new SplitBatch() : attempt.split();
        split.halve(attempt.deliveries());
        attempt.partOf(split);
    }

    /** @return false when nothing of the attempt's batch is left, or may be sent at the moment */
    private boolean sendRest(Attempt attempt, ClockReading now) {
        var split = attempt.split();
        if (split == null) {
            return false;
        }
        var breaker = attempt.grant().breaker();
        for (var part = split.next(); part != null; part = split.next()) {
            if (breakers.current(attempt.subscription(), breaker) && !breaker.onProbation()) {
                var place = new Attempt.Grant(
                        breaker, breaker.sent(now), attempt.grant().slot());
                var next = new Attempt(part, attempt.entry(), place, now);
                next.partOf(split);
                var head = templates.of(
                        attempt.entry(), part.getFirst().delivery().event().schema());
                requests.send(
                        next,
                        head.request(),
                        head.request().valuesOf(part.getFirst().event()));
                return true;
            }
            part.forEach(polled -> add(polled, now));
        }
        return false;
    }

    /** Carries out what an attempt has changed for its endpoint. */
    private void follow(Change change, Attempt attempt, ClockReading now) {
        var key = attempt.subscription();
        switch (change) {
            case NONE, COUNTS -> {}
            case PROBATION_ENDED -> scheduler.ignoreInFlight(key);
            case PROBATION_BEGAN -> {
                scheduler.ignoreInFlight(key);
                deferQueued(key, now);
            }
        }
    }

    /** Puts off what waits for an endpoint on probation. */
    private void deferQueued(SubscriptionKey key, ClockReading now) {
        scheduler.drain(key).forEach(polled -> add(polled, now));
    }

    /** Has those queued for retry that have not answered in time. */
    public void cutOverdue(ClockReading now) {
        var timeout = settings.response();
        for (var oldest = requests.overdue(timeout, now); oldest != null; oldest = requests.overdue(timeout, now)) {
            if (oldest.responded()) {
                requests.cut(oldest); // it reports its answer through the inbox
            } else {
                timeOut(oldest, now);
            }
        }
        lateResponses.cutOverdue(now);
    }

    private void timeOut(Attempt attempt, ClockReading now) {
        var silent = new TimedOut();
        requests.ended(attempt, silent, now);
        settle(attempt, silent, now);
        follow(observer.timedOut(attempt, now), attempt, now);
        lateResponses.awaitResponse(attempt);
        if (!sendRest(attempt, now)) {
            scheduler.completed(attempt.grant().slot());
        }
    }

    /** Gives up all responses, when the session is over: what they say counts no longer. */
    public void cutAll() {
        stopped = true;
        requests.cutAll();
        lateResponses.cutAll();
        forgetDisowned();
    }

    /** Whether more of a partition should be read. */
    public boolean roomFor(AssignedPartition partition) {
        return scheduler.roomFor(partition.origin(), partition.number());
    }

    /** How long until a subscription that has to wait for its rate may go on. */
    public Optional<Duration> untilRested(ClockReading now) {
        return scheduler.untilRested(now.monotonicNanos());
    }

    /** Forgets what waits and is no longer owned. */
    public void forgetDisowned() {
        breakers.forgetDisowned();
        scheduler.removeIf(polled -> !polled.from().owned());
        templates.clear();
        pauses.clear();
    }

    /** Forgets what is known of subscriptions that are gone; looks for them now and then. */
    public void forgetRemoved(ClockReading now) {
        cleanup.forget(now);
    }

    /** Whether deliveries wait for their turn, which only the end of an attempt can bring. */
    public boolean waitsForResponses() {
        return !requests.none() && scheduler.queuedBytes() > 0;
    }
}
