package io.tidings.worker.dispatch;

import io.tidings.contract.ClockReading;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.lane.Lane;
import io.tidings.contract.subscription.KafkaDestination;
import io.tidings.contract.subscription.UnreadDestination;
import io.tidings.contract.subscription.Webhook;
import io.tidings.contract.table.ResourceTable;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.worker.commit.VerdictExecutor;
import io.tidings.worker.dispatch.Admission.Conclude;
import io.tidings.worker.dispatch.Admission.EndpointChanged;
import io.tidings.worker.dispatch.Admission.NotConfigured;
import io.tidings.worker.dispatch.Admission.NotOwned;
import io.tidings.worker.dispatch.Admission.OnProbation;
import io.tidings.worker.dispatch.Admission.Paused;
import io.tidings.worker.dispatch.Admission.Send;
import io.tidings.worker.dispatch.Admission.SettledLate;
import io.tidings.worker.health.EndpointBreakers;
import io.tidings.worker.partition.AssignedPartition;
import io.tidings.worker.partition.PolledDelivery;
import io.tidings.worker.schedule.FairScheduler;
import io.tidings.worker.schedule.InFlightSlot;
import io.tidings.worker.telemetry.WorkerMetrics;
import io.tidings.worker.verdict.Judge;
import io.tidings.worker.verdict.Verdict;
import io.tidings.worker.verdict.Verdict.Drop;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Sends due deliveries, or executes the verdict of those that may not be sent. Confined to the poll thread.
 *
 * <pre>
 *   add ──> queue ──> start ──> PreSendCheck ──> Attempts ──> endpoint ──> verdict ──> VerdictExecutor
 *    │        │                      │ expired, paused, subscription deleted              ^
 *    │        └─ stuck too long ─────┤                                                    │
 *    └─ endpoint on probation ───────┴────────────────────────────────────────────────────┘
 * </pre>
 */
public final class Dispatcher {
    private final DispatchSettings settings;
    private final ResourceTable table;
    private final EndpointBreakers breakers;
    private final VerdictExecutor verdicts;
    private final InFlightRequests requests;
    private final WorkerMetrics metrics;
    private final Judge judge;
    private final PreSendCheck check;
    private final FairScheduler<PolledDelivery> scheduler;
    private final RequestTemplates templates;
    private final PauseSchedule pauses;
    private final Batcher batcher;
    private final LateResponses lateResponses;
    private final Attempts attempts;
    private final RecordAttempts records;

    public Dispatcher(
            DispatchSettings settings,
            ResourceTable table,
            EndpointBreakers breakers,
            VerdictExecutor verdicts,
            InFlightRequests requests,
            AttemptCompletion completion,
            DestinationTopics topics,
            WorkerMetrics metrics) {
        this.settings = settings;
        this.table = table;
        this.breakers = breakers;
        this.verdicts = verdicts;
        this.requests = requests;
        this.metrics = metrics;
        judge = settings.judge();
        check = new PreSendCheck(judge, topics.hindrancesOr(requests::hindrance));
        scheduler = new FairScheduler<>(breakers::allowance, settings.scheduler());
        templates = new RequestTemplates(settings.batch(), settings.rate(), settings.excerpts());
        pauses = new PauseSchedule(settings.ladder().step(1));
        lateResponses = new LateResponses(settings.late());
        attempts = new Attempts(requests, completion, lateResponses, breakers, scheduler, this::add);
        batcher = new Batcher(scheduler, templates, attempts, (next, now) -> admit(next, now) instanceof Send);
        records = new RecordAttempts(topics, settings.rate(), completion, scheduler, metrics, attempts::judge);
    }

    public void add(PolledDelivery polled, ClockReading now) {
        boolean waits = breakers.open(polled.lane(), now)
                ? admit(polled, now) instanceof Send
                : polled.from().owned();
        if (waits) {
            queue(polled, now);
        }
    }

    private void queue(PolledDelivery polled, ClockReading now) {
        scheduler.add(polled.lane(), polled.from().origin(), polled, polled.bytes(), now.monotonicNanos());
    }

    /** Times out overdue attempts, starts requests up to the limits, and defers deliveries that the limits hold up. */
    public void start(Supplier<ClockReading> clock) {
        var now = clock.get();
        if (requests.ownershipCertain(now)) { // else responses may have arrived during the gap and not been read yet
            cutOverdue(now);
        }
        while (requests.mayStart(now)) {
            var slot = scheduler.next(now.monotonicNanos());
            if (slot == null) {
                break;
            }
            start(slot, now);
            now = clock.get();
        }
        if (requests.mayStartSince(settings.queueStall(), now)) {
            scheduler
                    .excess(
                            now.monotonicNanos(),
                            lane -> breakers.probing(lane) ? Duration.ZERO : settings.queueStall())
                    .forEach(polled -> putOff(polled, clock.get()));
        }
    }

    private void start(InFlightSlot<PolledDelivery> slot, ClockReading now) {
        if (admit(slot.first(), now) instanceof Send(var entry, var breaker)) {
            send(entry, new Attempt.Grant(breaker, breaker.sent(now), slot), now);
        } else {
            scheduler.cancel(slot);
        }
    }

    private void send(SubscriptionEntry entry, Attempt.Grant grant, ClockReading now) {
        breakers.keep(entry, grant.breaker(), grant.slot().first().from());
        switch (entry.subscription().destination()) {
            case Webhook _ -> batcher.send(entry, grant, now);
            case KafkaDestination topic -> records.write(entry, topic, grant, now);
            case UnreadDestination _ -> throw new IllegalStateException("PreSendCheck admits none");
        }
    }

    /** Executes what the check decided, unless the delivery is to be sent. */
    private Admission admit(PolledDelivery polled, ClockReading now) {
        var lane = polled.lane();
        var admission = admission(polled, now);
        switch (admission) {
            case Send _, NotOwned _ -> {}
            case SettledLate(var delivered) -> verdicts.settled(polled, delivered);
            case Conclude(var verdict, var entry) -> {
                verdicts.conclude(verdict, polled, entry == null ? null : entry.subscription(), now);
                if (entry == null && verdict instanceof Drop(var reason) && reason.cancels()) {
                    breakers.forget(lane);
                }
            }
            case Paused(var entry) ->
                execute(
                        judge.paused(polled.delivery(), pauses.wait(polled.subscription(), now), now.wall()),
                        polled,
                        entry,
                        now);
            case OnProbation(var entry, var breaker, var left) -> {
                breakers.keep(entry, breaker, polled.from());
                breakers.countDeferred(polled.lane());
                execute(judge.onProbation(polled.delivery(), left, now.wall()), polled, entry, now);
                attempts.deferQueued(lane, now);
            }
            case NotConfigured(var entry, var breaker, var sentence) -> {
                breakers.notConfigured(entry, breaker, polled.from(), sentence);
                execute(judge.notConfigured(polled.delivery(), now.wall()), polled, entry, now);
            }
            case EndpointChanged(var entry) -> {
                breakers.renew(entry, polled.from());
                scheduler.resetForNewEndpoint(lane);
                queue(polled, now);
            }
        }
        return admission;
    }

    private void execute(Verdict verdict, PolledDelivery polled, SubscriptionEntry entry, ClockReading now) {
        verdicts.execute(verdict, polled, entry.subscription(), now);
    }

    private Admission admission(PolledDelivery polled, ClockReading now) {
        if (!polled.from().owned()) {
            return new NotOwned();
        }
        var delivered = lateResponses.settled(polled);
        if (delivered != null) {
            return new SettledLate(delivered);
        }
        var key = polled.subscription();
        var entry = table.subscription(key).orElse(null);
        return entry == null
                ? check.withoutSubscription(
                        polled.delivery(), table.problem(key).isPresent(), now)
                : check.of(polled.delivery(), entry, breakers.of(entry, polled.lane(), now), now);
    }

    /** Defers deliveries that exceed their queue (B-PROB-3, decision 5). */
    private void putOff(PolledDelivery polled, ClockReading now) {
        if (admit(polled, now) instanceof Send(var entry, var _)) {
            execute(verdictOnExcess(polled, now), polled, entry, now);
        }
    }

    private Verdict verdictOnExcess(PolledDelivery polled, ClockReading now) {
        if (breakers.probing(polled.lane())) {
            breakers.countDeferred(polled.lane());
            return judge.behindProbe(polled.delivery(), now.wall());
        }
        return judge.overload(polled.delivery(), now.wall());
    }

    /** A new endpoint waits neither for requests to the former one nor for its rate limit. */
    public void subscriptionWritten(SubscriptionEntry entry) {
        breakers.withAnotherEndpoint(entry).forEach(scheduler::resetForNewEndpoint);
    }

    public void cutOverdue(ClockReading now) {
        attempts.cutOverdue(settings.response(), now);
    }

    /** Cancels all requests when the session ends; their responses no longer count. */
    public void cutAll() {
        attempts.cutAll();
        forgetDisowned();
    }

    public boolean roomFor(AssignedPartition partition) {
        return scheduler.roomFor(partition.origin(), partition.number());
    }

    /** Returns whether a lane has few deliveries queued, and half of the room for all is free (B-RECOVER-2). */
    public boolean roomToForward(Lane lane, int few) {
        return scheduler.queued(lane) <= few
                && scheduler.queuedBytes() <= settings.scheduler().queuedBytes() / 2;
    }

    public Optional<Duration> untilRested(ClockReading now) {
        return scheduler.untilRested(now.monotonicNanos());
    }

    public boolean idle() {
        return requests.none() && scheduler.queuedBytes() == 0;
    }

    public boolean waitsForResponses() {
        return !requests.none() && scheduler.queuedBytes() > 0;
    }

    public void forgetDisowned() {
        breakers.forgetDisowned();
        scheduler.removeIf(polled -> !polled.from().owned());
        templates.clear();
        records.forgetDisowned();
        pauses.clear();
    }

    /** Forgets deleted subscriptions and shows the metrics of new ones; called every few seconds. */
    public void forgetRemoved(ClockReading now) {
        attempts.passed(now);
        Predicate<SubscriptionKey> exists = key -> table.subscription(key).isPresent();
        breakers.forgetRemoved(exists);
        metrics.forgetRemoved(exists);
        table.subscriptions()
                .forEach(entry -> metrics.exists(entry.subscription().key()));
        templates.forgetRemoved(exists);
        records.forgetRemoved(exists);
        pauses.forgetEnded(key -> table.subscription(key)
                .filter(entry -> entry.subscription().paused())
                .isPresent());
        scheduler.forgetIdle(now.monotonicNanos());
    }
}
