package io.tidings.worker;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.resource.ResourceTable;
import io.tidings.contract.resource.SubscriptionEntry;
import io.tidings.worker.endpoint.EndpointClient;
import io.tidings.worker.lane.Lanes;
import io.tidings.worker.lane.Turn;
import io.tidings.worker.probation.Standing.Change;
import io.tidings.worker.tier.Moment;
import io.tidings.worker.verdict.Judge;
import io.tidings.worker.verdict.Outcome;
import io.tidings.worker.verdict.Outcome.Silent;
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
final class Dispatch {
    private final WorkerConfig config;
    private final Gate gate;
    private final Standings standings;
    private final WorkerMetrics metrics;
    private final Trail trail;
    private final StartPermit permit;
    private final Supplier<Moment> clock;
    private final Lanes<Ready> lanes;
    private final LateAnswers lateAnswers;
    private final Heads heads;
    private final Pauses pauses;
    private final Grouping grouping;
    private final Conclusion conclusion;
    private final Leftovers leftovers;
    private final EndpointObserver observer;
    private final OpenRequests requests;
    private boolean stopped;

    /** What a dispatch works with. */
    record Parts(
            EndpointClient endpoints,
            ResourceTable table,
            Standings standings,
            Outbox outbox,
            WorkerMetrics metrics,
            Inbox inbox,
            Trail trail,
            StartPermit permit) {}

    Dispatch(WorkerConfig config, Parts parts, Supplier<Moment> clock, RandomGenerator random) {
        this.config = config;
        this.standings = parts.standings();
        this.metrics = parts.metrics();
        this.trail = parts.trail();
        this.permit = parts.permit();
        this.clock = clock;
        var judge = new Judge(
                config.retries().limits(),
                config.retries().ladder(),
                config.retries().jitter());
        lanes = new Lanes<>(
                standings::allowance, config.bounds().lane(), config.bounds().lanes());
        heads = new Heads(config.bounds().batch(), config.bounds().rate());
        lateAnswers = new LateAnswers(config.bounds().late());
        pauses = new Pauses(config.retries().ladder().step(1));
        gate = new Gate(parts.table(), standings, judge, lateAnswers, parts.outbox(), pauses);
        grouping = new Grouping(lanes, gate);
        conclusion = new Conclusion(judge, parts.outbox(), standings.counts(), trail, random);
        requests = new OpenRequests(parts, clock, this::ended);
        observer = new EndpointObserver(standings);
        leftovers = new Leftovers(parts.table(), standings, metrics, heads, pauses, lanes);
    }

    /** Takes notice of a delivery that was read, before it is looked at whether it is due. */
    void entered(Ready ready, Moment now) {
        gate.entered(ready, now);
    }

    /** Takes a delivery that is due. */
    void add(Ready ready, Moment now) {
        if (!ready.from().owned()) {
            return;
        }
        var standing = standings.known(ready.subscription());
        boolean closed = standing != null && !standing.openFor(now).isZero();
        if (!closed || !gate.deferForProbation(ready, now)) {
            lanes.add(
                    ready.subscription(),
                    ready.from().origin(),
                    ready.from().number(),
                    ready,
                    ready.bytes(),
                    now.monotonicNanos());
        }
    }

    /** Starts what the bounds allow, and puts off what they hold up. */
    void start() {
        var now = clock.get();
        while (permit.given(now) && requests.room(now)) {
            var turn = lanes.next(now.monotonicNanos());
            if (turn == null) {
                break;
            }
            start(turn, now);
            now = clock.get();
        }
        if (permit.givenFor(config.timeouts().queueStall(), now)) {
            lanes.excess(now.monotonicNanos(), this::maxStall).forEach(ready -> gate.putOff(ready, clock.get()));
        }
    }

    private void start(Turn<Ready> turn, Moment now) {
        var first = turn.first();
        var entry = gate.sendable(first, now);
        if (entry == null) {
            lanes.cancel(turn);
            return;
        }
        boolean another = standings.anotherEndpoint(entry);
        var standing = standings.of(entry, first.from(), now);
        if (another) {
            lanes.cancel(turn);
            lanes.resetForNewEndpoint(first.subscription());
            add(first, now);
            return;
        }
        if (!standing.openFor(now).isZero()) {
            lanes.cancel(turn);
            add(first, now);
            deferQueued(first.subscription(), now);
            return;
        }
        var head = heads.of(entry, first.delivery().event().schema());
        turn.terms(standing, head.rate());
        var values = head.request().valuesOf(first.event());
        var place = new Attempt.Place(standing, standing.sent(now), turn);
        requests.send(new Attempt(grouping.of(turn, head, values, now), entry, place, now), head.request(), values);
    }

    /** A new endpoint does not wait for the answers of the former one, nor for its rate. */
    void subscriptionWritten(SubscriptionEntry entry) {
        if (standings.anotherEndpoint(entry)) {
            lanes.resetForNewEndpoint(entry.subscription().key());
        }
    }

    private Duration maxStall(SubscriptionKey key) {
        return standings.probing(key) ? Duration.ZERO : config.timeouts().queueStall();
    }

    private void ended(Attempt attempt, Outcome outcome, Moment now) {
        if (stopped) {
            attempt.deliveries().forEach(ready -> ready.from().attemptEnded());
            return; // given up by ourselves, which says nothing of the endpoint: whoever is next sends it again
        }
        if (attempt.timedOut()) {
            lateAnswers.ended(attempt);
            conclusion.ofLate(attempt, outcome, lateAnswers, now);
            follow(observer.endedLate(attempt, outcome, now), attempt, now);
            lanes.releaseMemory(attempt.grant().turn());
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
            lanes.releaseMemory(attempt.grant().turn());
            lanes.completed(attempt.grant().turn());
        }
    }

    /** Gives each of an attempt's deliveries its verdict. */
    private void settle(Attempt attempt, Outcome outcome, Moment now) {
        for (var ready : attempt.deliveries()) {
            if (ready.from().owned()) { // else another worker has it now, and its verdict counts
                conclusion.of(ready, attempt, outcome, now);
            } else {
                trail.left(ready);
            }
        }
    }

    /** Has a batch that is too large sent in halves, which is the same attempt of its events. */
    private void halve(Attempt attempt) {
        metrics.batchHalved(attempt.subscription());
        attempt.deliveries().forEach(trail::left);
        var split = attempt.split() == null ? new SplitBatch() : attempt.split();
        split.halve(attempt.deliveries());
        attempt.partOf(split);
    }

    /** @return false when nothing of the attempt's batch is left, or may be sent at the moment */
    private boolean sendRest(Attempt attempt, Moment now) {
        var split = attempt.split();
        if (split == null) {
            return false;
        }
        var standing = attempt.grant().standing();
        for (var part = split.next(); part != null; part = split.next()) {
            if (standings.current(attempt.subscription(), standing) && !standing.onProbation()) {
                var place = new Attempt.Place(
                        standing, standing.sent(now), attempt.grant().turn());
                var next = new Attempt(part, attempt.entry(), place, now);
                next.partOf(split);
                var head = heads.of(
                        attempt.entry(), part.getFirst().delivery().event().schema());
                requests.send(
                        next,
                        head.request(),
                        head.request().valuesOf(part.getFirst().event()));
                return true;
            }
            part.forEach(ready -> add(ready, now));
        }
        return false;
    }

    /** Carries out what an attempt has changed for its endpoint. */
    private void follow(Change change, Attempt attempt, Moment now) {
        var key = attempt.subscription();
        switch (change) {
            case NONE, COUNTS -> {}
            case PROBATION_ENDED -> lanes.ignoreInFlight(key);
            case PROBATION_BEGAN -> {
                lanes.ignoreInFlight(key);
                deferQueued(key, now);
            }
        }
    }

    /** Puts off what waits for an endpoint on probation. */
    private void deferQueued(SubscriptionKey key, Moment now) {
        lanes.drain(key).forEach(ready -> add(ready, now));
    }

    /** Has those queued for retry that have not answered in time. */
    void cutOverdue(Moment now) {
        var timeout = config.timeouts().response();
        for (var oldest = requests.overdue(timeout, now); oldest != null; oldest = requests.overdue(timeout, now)) {
            if (oldest.responded()) {
                requests.cut(oldest); // it reports its answer through the inbox
            } else {
                timeOut(oldest, now);
            }
        }
        lateAnswers.cutOverdue(now);
    }

    private void timeOut(Attempt attempt, Moment now) {
        var silent = new Silent();
        requests.ended(attempt, silent, now);
        settle(attempt, silent, now);
        follow(observer.timedOut(attempt, now), attempt, now);
        lateAnswers.awaitResponse(attempt);
        if (!sendRest(attempt, now)) {
            lanes.completed(attempt.grant().turn());
        }
    }

    /** Gives up all responses, when the session is over: what they say counts no longer. */
    void cutAll() {
        stopped = true;
        requests.cutAll();
        lateAnswers.cutAll();
        forgetDisowned();
    }

    /** Whether more of a partition should be read. */
    boolean roomFor(OwnedPartition partition) {
        return lanes.roomFor(partition.origin(), partition.number());
    }

    /** How long until a subscription that has to wait for its rate may go on. */
    Optional<Duration> untilRested(Moment now) {
        return lanes.untilRested(now.monotonicNanos());
    }

    /** Forgets what waits and is no longer owned. */
    void forgetDisowned() {
        standings.forgetDisowned();
        lanes.removeIf(ready -> !ready.from().owned());
        heads.clear();
        pauses.clear();
    }

    /** Forgets what is known of subscriptions that are gone; looks for them now and then. */
    void forgetRemoved(Moment now) {
        leftovers.forget(now);
    }

    /** Whether deliveries wait for their turn, which only the end of an attempt can bring. */
    boolean waitsForResponses() {
        return !requests.none() && lanes.queuedBytes() > 0;
    }
}
