package io.tidings.worker.dispatch;

import io.tidings.contract.ClockReading;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.lane.Lane;
import io.tidings.contract.lane.OrderedKey;
import io.tidings.contract.subscription.QueueDestination;
import io.tidings.contract.table.Pauses;
import io.tidings.contract.table.ResourceTable;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.worker.commit.AttemptEnd;
import io.tidings.worker.commit.VerdictExecutor;
import io.tidings.worker.dispatch.Admission.Conclude;
import io.tidings.worker.dispatch.Admission.EndpointChanged;
import io.tidings.worker.dispatch.Admission.NotConfigured;
import io.tidings.worker.dispatch.Admission.OnProbation;
import io.tidings.worker.dispatch.Admission.Paused;
import io.tidings.worker.dispatch.Admission.Send;
import io.tidings.worker.health.EndpointBreakers;
import io.tidings.worker.partition.AssignedPartition;
import io.tidings.worker.partition.PolledDelivery;
import io.tidings.worker.schedule.FairScheduler;
import io.tidings.worker.schedule.InFlightSlot;
import io.tidings.worker.schedule.LaneLimit;
import io.tidings.worker.telemetry.DeliveryTracing;
import io.tidings.worker.telemetry.WorkerMetrics;
import io.tidings.worker.verdict.Judge;
import io.tidings.worker.verdict.Outcome;
import io.tidings.worker.verdict.Verdict;
import io.tidings.worker.verdict.Verdict.Delivered;
import io.tidings.worker.verdict.Verdict.Drop;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

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
    private static final long HANDED_OUT_BYTES = 16L << 20;

    private final DispatchSettings settings;
    private final ResourceTable table;
    private final EndpointBreakers breakers;
    private final VerdictExecutor verdicts;
    private final SendGuard sendGuard;
    private final Transports transports;
    private final WorkerMetrics metrics;
    private final Judge judge;
    private final PreSendCheck check;
    private final PauseSchedule pauses;
    private final HeldDeliveries held;
    private final LateResponses lateResponses;
    private final FairScheduler<PolledDelivery> scheduler;
    private final Attempts attempts;
    private final HandedOut handedOut = new HandedOut(HANDED_OUT_BYTES);
    private final Receivers receivers = new Receivers(UUID::randomUUID, handedOut);

    public Dispatcher(
            DispatchSettings settings,
            ResourceTable table,
            EndpointBreakers breakers,
            VerdictExecutor verdicts,
            SendGuard sendGuard,
            Transports transports,
            WorkerMetrics metrics,
            DeliveryTracing tracing,
            RandomGenerator random) {
        this.settings = settings;
        this.table = table;
        this.breakers = breakers;
        this.verdicts = verdicts;
        this.sendGuard = sendGuard;
        this.transports = transports;
        this.metrics = metrics;
        judge = settings.judge();
        check = new PreSendCheck(judge, transports::hindrance);
        pauses = new PauseSchedule(settings.ladder().step(1));
        held = new HeldDeliveries(settings.hold());
        lateResponses = new LateResponses(settings.late());
        scheduler = new FairScheduler<>(breakers::allowance, this::limit, settings.scheduler());
        attempts = new Attempts(
                settings, this, scheduler, lateResponses, transports, breakers, verdicts, metrics, tracing, random);
    }

    public void add(PolledDelivery polled, ClockReading now) {
        boolean waits = breakers.open(polled.lane(), now)
                ? admitOrConclude(polled, now) != null
                : polled.from().owned();
        if (waits) {
            queue(polled, now);
        }
    }

    private @Nullable LaneLimit limit(Lane lane) {
        var entry = table.subscription(lane.subscription()).orElse(null);
        if (entry == null) {
            return null;
        }
        if (entry.subscription().destination() instanceof QueueDestination) {
            return LaneLimit.QUEUE;
        }
        var batch = settings.batch().of(entry.subscription());
        return LaneLimit.of(
                entry.subscription().extensions(),
                batch.events(),
                batch.bytes(),
                settings.scheduler().perSubscription());
    }

    private void queue(PolledDelivery polled, ClockReading now) {
        var lane = polled.lane();
        var from = polled.from();
        long nanos = now.monotonicNanos();
        if (!from.polled() && receives(lane.subscription())) {
            handOut(polled, now);
        } else if (!from.polled()) {
            scheduler.add(lane, from.origin(), polled, polled.bytes(), nanos);
        } else if (!scheduler.offer(lane, from.origin(), polled, polled.bytes(), nanos, Dispatcher::heldBack)) {
            waitForLimit(polled, now);
        }
    }

    private boolean receives(SubscriptionKey key) {
        return table.subscription(key)
                .filter(entry -> entry.subscription().destination() instanceof QueueDestination)
                .isPresent();
    }

    /** Offers a delivery of a queue to the receivers for whom it was loaded (B-PULL). */
    private void handOut(PolledDelivery polled, ClockReading now) {
        var admitted = admitOrConclude(polled, now);
        if (admitted == null || !(admitted.entry().subscription().destination() instanceof QueueDestination queue)) {
            receivers.lookOn(polled.subscription());
            return;
        }
        switch (receivers.offer(polled, queue, now.wall())) {
            case TAKEN -> {}
            case NOT_WANTED -> {
                receivers.looked(polled.subscription());
                polled.from().order().putBack(polled);
            }
            case EXHAUSTED -> {
                var _ = endReceived(polled, ReceivedEnd.EXHAUSTED, queue.maxDeliveryCount(), now);
            }
        }
    }

    /**
     * Ends a delivery that receivers had (B-PULL-1). Returns false if it goes on, because its subscription cannot be read.
     *
     * @param times how often they had it
     */
    public boolean endReceived(PolledDelivery polled, ReceivedEnd end, int times, ClockReading now) {
        var entry = table.subscription(polled.subscription())
                .filter(each -> each.uid().equals(polled.delivery().uid()));
        if (entry.isEmpty()) {
            return endWithoutSubscription(polled, end, now);
        }
        var subscription = entry.get().subscription();
        var state = polled.delivery().retryState();
        var given = polled.at(state.received(times));
        switch (end) {
            case ACKNOWLEDGED -> {
                var last = polled.at(state.received(Math.max(0, times - 1)));
                var attempt = new AttemptEnd(subscription, new Outcome.Acknowledged(), now.wall(), Duration.ZERO, 1);
                verdicts.attempted(last, attempt, new Delivered(), now);
            }
            case REJECTED ->
                verdicts.conclude(judge.rejected(given.delivery(), subscription), given, subscription, now);
            case EXHAUSTED ->
                verdicts.conclude(judge.exhausted(given.delivery(), subscription), given, subscription, now);
        }
        return true;
    }

    private boolean endWithoutSubscription(PolledDelivery polled, ReceivedEnd end, ClockReading now) {
        var key = polled.subscription();
        if (end == ReceivedEnd.ACKNOWLEDGED) {
            verdicts.settled(polled, now.wall());
        } else if (table.subscription(key).isEmpty() && table.problem(key).isPresent()) {
            polled.from().order().goesOn(polled); // nobody knows where its dead letters go
            return false;
        } else {
            verdicts.conclude(judge.subscriptionDeleted(), polled, null, now);
        }
        return true;
    }

    /** Returns a subscription that is a queue. */
    public Optional<QueueDestination> queue(SubscriptionKey key, String uid) {
        return table.subscription(key)
                .filter(entry -> entry.uid().equals(uid))
                .map(entry -> entry.subscription().destination())
                .filter(QueueDestination.class::isInstance)
                .map(QueueDestination.class::cast);
    }

    /** Returns whether a subscription may be a queue of which this worker cannot read the record. */
    public boolean unreadable(SubscriptionKey key, String uid) {
        return table.subscription(key)
                .map(entry -> entry.uid().equals(uid))
                .orElseGet(() -> table.problem(key).isPresent());
    }

    /** Returns how often a delivery may be received before it is given up. */
    public int mostReceived(OrderedKey key) {
        return queue(key.subscription(), key.uid())
                .map(QueueDestination::maxDeliveryCount)
                .orElse(Integer.MAX_VALUE);
    }

    /** What the receivers of queues were given last. */
    public HandedOut handedOut() {
        return handedOut;
    }

    /** The receivers of queues. */
    public Receivers receivers() {
        return receivers;
    }

    private boolean paused(SubscriptionKey key) {
        return table.subscription(key)
                .filter(entry -> entry.subscription().paused())
                .isPresent();
    }

    private static boolean heldBack(PolledDelivery polled) {
        return polled.from().order().heldBack(polled);
    }

    /** Makes a delivery wait in the log of what waits, until the limits of its subscription admit it (B-LIMIT). */
    private void waitForLimit(PolledDelivery polled, ClockReading now) {
        var order = polled.from().order();
        if (polled.from().polled()) {
            order.exceeding(polled, now.wall()).forEach(each -> verdicts.append(each, now.wall()));
            if (receives(polled.subscription())) {
                receivers.appended(polled);
            }
        } else {
            order.putBack(polled);
        }
    }

    /**
     * Returns how many deliveries of a lane the limits of its subscription let the worker load; none during a pause and a
     * probation, because deliveries in the log need no deferral to wait.
     */
    public int room(Lane lane, ClockReading now) {
        if (receives(lane.subscription())) {
            return paused(lane.subscription()) ? 0 : receivers.demand(lane);
        }
        int room = paused(lane.subscription()) ? 0 : scheduler.room(lane, now.monotonicNanos());
        return room < Integer.MAX_VALUE && breakers.open(lane, now) ? 0 : room;
    }

    /** Times out overdue attempts, starts others up to the limits, and defers deliveries that the limits hold up. */
    public void start(Supplier<ClockReading> clock) {
        var now = clock.get();
        if (sendGuard.certain(now)) { // else responses may have arrived during the gap and not been read yet
            endOverdue(now);
        }
        while (sendGuard.grants(now) && attempts.room(now)) {
            var slot = scheduler.next(now.monotonicNanos());
            if (slot == null) {
                break;
            }
            var admitted = admitOrConclude(slot.first(), now);
            if (admitted == null) {
                scheduler.cancel(slot);
            } else {
                attempts.start(admitted, slot, now);
            }
            now = clock.get();
        }
        if (sendGuard.grantedFor(settings.queueStall(), now)) {
            scheduler
                    .excess(
                            now.monotonicNanos(),
                            lane -> breakers.probing(lane) ? Duration.ZERO : settings.queueStall())
                    .forEach(polled -> deferExcess(polled, clock.get()));
        }
    }

    /** Takes the next delivery of a slot's queue that belongs to its request and may be sent; null if none does. */
    @Nullable
    PolledDelivery nextOf(InFlightSlot<PolledDelivery> slot, Predicate<PolledDelivery> belongs, ClockReading now) {
        var next = scheduler.nextOf(slot, belongs);
        while (next != null && admitOrConclude(next, now) == null) {
            next = scheduler.nextOf(slot, belongs);
        }
        return next;
    }

    /** Returns null for a due delivery that may not be sent: it has another owner, or gets another verdict here. */
    private @Nullable Send admitOrConclude(PolledDelivery polled, ClockReading now) {
        if (!polled.from().owned()) {
            return null;
        }
        var delivered = lateResponses.takeSuccess(polled);
        if (delivered != null) { // a late success has delivered it already (B-DEL-4)
            verdicts.settled(polled, delivered);
            return null;
        }
        var lane = polled.lane();
        switch (admission(polled, now)) {
            case Send admitted -> {
                return admitted;
            }
            case Conclude(var verdict, var entry) -> {
                verdicts.conclude(verdict, polled, entry == null ? null : entry.subscription(), now);
                if (entry == null && verdict instanceof Drop(var reason) && reason.cancels()) {
                    breakers.forget(lane);
                }
            }
            case Paused(var entry) -> paused(polled, entry, now);
            case OnProbation(var entry, var breaker, var left) -> {
                breakers.keep(entry, breaker, polled.from());
                breakers.countDeferred(lane);
                execute(judge.onProbation(polled.delivery(), left, now.wall()), polled, entry, now);
                deferQueued(lane, now);
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
        return null;
    }

    private void paused(PolledDelivery polled, SubscriptionEntry entry, ClockReading now) {
        if (!polled.from().polled()) { // the log is a better place to wait than the ladder
            polled.from().order().putBack(polled);
        } else if (entry.pauses().holding()) {
            hold(polled, entry, now);
        } else {
            execute(
                    judge.paused(polled.delivery(), pauses.wait(polled.subscription(), now), now.wall()),
                    polled,
                    entry,
                    now);
        }
    }

    /**
     * Puts off a delivery that is not due, if its subscription holds what waits (B-PAUSE); returns false if it does not.
     */
    public boolean putOff(PolledDelivery polled, ClockReading now) {
        var entry = holding(polled.subscription())
                .filter(each -> each.uid().equals(polled.delivery().uid()))
                .orElse(null);
        if (entry == null) {
            return false;
        }
        hold(polled, entry, now);
        return true;
    }

    /** Returns the pauses in which the clock of a delivery stood still. */
    public Pauses pauses(PolledDelivery polled) {
        return table.subscription(polled.subscription())
                .filter(each -> each.uid().equals(polled.delivery().uid()))
                .map(SubscriptionEntry::pauses)
                .orElse(Pauses.NONE);
    }

    private Optional<SubscriptionEntry> holding(SubscriptionKey key) {
        return table.subscription(key).filter(entry -> entry.pauses().holding());
    }

    private void hold(PolledDelivery polled, SubscriptionEntry entry, ClockReading now) {
        if (held.tooLong(polled, entry, now.wall()) || held.tooMuch(polled, entry, now.wall())) {
            verdicts.conclude(
                    judge.expired(polled.delivery(), entry.subscription()), polled, entry.subscription(), now);
            return;
        }
        var wait = pauses.wait(polled.subscription(), now);
        var put = judge.held(polled.delivery(), wait, now.wall());
        held.put(polled, entry, judge.untilReadAgain(put.delay()), now.wall())
                .ifPresent(change -> breakers.holds(entry, polled.from(), change.use(), now));
        execute(put, polled, entry, now);
    }

    private void execute(Verdict verdict, PolledDelivery polled, SubscriptionEntry entry, ClockReading now) {
        verdicts.execute(verdict, polled, entry.subscription(), now);
    }

    private Admission admission(PolledDelivery polled, ClockReading now) {
        var key = polled.subscription();
        var entry = table.subscription(key).orElse(null);
        return entry == null
                ? check.withoutSubscription(
                        polled.delivery(), table.problem(key).isPresent(), now)
                : check.of(polled.delivery(), entry, breakers.of(entry, polled.lane(), now), now);
    }

    /** Takes deliveries out of their queue, because their endpoint is on probation. */
    void deferQueued(Lane lane, ClockReading now) {
        scheduler.drain(lane).forEach(polled -> add(polled, now));
    }

    /** Defers deliveries that exceed their queue (B-PROB-3, decision 5). */
    private void deferExcess(PolledDelivery polled, ClockReading now) {
        var admitted = admitOrConclude(polled, now);
        if (admitted != null && scheduler.limited(polled.lane())) {
            waitForLimit(polled, now);
        } else if (admitted != null) {
            execute(verdictOnExcess(polled, now), polled, admitted.entry(), now);
        }
    }

    private Verdict verdictOnExcess(PolledDelivery polled, ClockReading now) {
        if (breakers.probing(polled.lane())) {
            breakers.countDeferred(polled.lane());
            return judge.behindProbe(polled.delivery(), now.wall());
        }
        return judge.overload(polled.delivery(), now.wall());
    }

    /** A new endpoint waits neither for requests to the former one nor for its rate limit. New limits hold at once. */
    public void subscriptionWritten(SubscriptionEntry entry, ClockReading now) {
        breakers.withAnotherEndpoint(entry).forEach(scheduler::resetForNewEndpoint);
        breakers.bounded(entry);
        scheduler.limitsWritten(entry.subscription().key()).forEach(polled -> waitForLimit(polled, now));
    }

    public void endOverdue(ClockReading now) {
        attempts.endOverdue(now);
    }

    /** Cancels all requests when the session ends; their responses no longer count. */
    public void cancelAll(ClockReading now) {
        attempts.cancelAll();
        receivers.endAll(now.wall());
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

    /** Returns whether nothing is to be done before a rate limit admits a request. */
    public boolean idle() {
        return attempts.noRequests() && scheduler.rests();
    }

    public boolean waitsForResponses() {
        return !attempts.noRequests() && !scheduler.rests();
    }

    public void forgetDisowned() {
        breakers.forgetDisowned();
        handedOut.forgetDisowned();
        scheduler.removeIf(polled -> !polled.from().owned());
        transports.forgetIf(_ -> true);
        attempts.forgetDisowned();
        pauses.clear();
        held.clear();
    }

    /** Forgets deleted subscriptions and shows the metrics of new ones; called every few seconds. */
    public void forgetRemoved(ClockReading now) {
        verdicts.passed(now.wall());
        Predicate<SubscriptionKey> exists = key -> table.subscription(key).isPresent();
        breakers.forgetRemoved(exists);
        metrics.forgetRemoved(exists);
        receivers.forgetIf(key -> !receives(key));
        table.subscriptions().forEach(entry -> {
            var key = entry.subscription().key();
            metrics.exists(key);
            if (receives(key)) {
                receivers.look(key);
            }
        });
        transports.forgetIf(exists.negate());
        pauses.forgetEnded(this::paused);
        held.forgetEnded(lane -> holding(lane.subscription()), now);
        metrics.holdUsed(held.used());
        scheduler.forgetIdle(now.monotonicNanos());
    }
}
