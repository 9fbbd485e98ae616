package io.tidings.worker;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.resource.ResourceTable;
import io.tidings.contract.resource.Subscription;
import io.tidings.worker.endpoint.DynamicValues;
import io.tidings.worker.endpoint.EndpointClient;
import io.tidings.worker.endpoint.Post;
import io.tidings.worker.endpoint.RequestHead;
import io.tidings.worker.lane.Lanes;
import io.tidings.worker.lane.Turn;
import io.tidings.worker.probation.Finding;
import io.tidings.worker.tier.Moment;
import io.tidings.worker.verdict.Judge;
import io.tidings.worker.verdict.Outcome;
import io.tidings.worker.verdict.Outcome.Silent;
import io.tidings.worker.verdict.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

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
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(10);

    private final WorkerConfig config;
    private final EndpointClient endpoints;
    private final ResourceTable table;
    private final Gate gate;
    private final Standings standings;
    private final Judge judge;
    private final Outbox outbox;
    private final WorkerMetrics metrics;
    private final Inbox inbox;
    private final Trail trail;
    private final Supplier<Moment> clock;
    private final RandomGenerator random;
    private final Lanes<Ready> lanes;
    private final LateAnswers lateAnswers;
    private final Heads heads;
    private final Pauses pauses;
    /** In the order of their start, which is that of their timeouts. */
    private final LinkedHashSet<Attempt> underWay = new LinkedHashSet<>();

    private final RecentStarts recentStarts = new RecentStarts();

    private @Nullable Moment lookedForRemoved;
    private boolean stopped;

    /** What a dispatch works with. */
    record Parts(
            EndpointClient endpoints,
            ResourceTable table,
            Standings standings,
            Outbox outbox,
            WorkerMetrics metrics,
            Inbox inbox,
            Trail trail) {}

    Dispatch(WorkerConfig config, Parts parts, Supplier<Moment> clock, RandomGenerator random) {
        this.config = config;
        this.endpoints = parts.endpoints();
        this.table = parts.table();
        this.standings = parts.standings();
        this.outbox = parts.outbox();
        this.metrics = parts.metrics();
        this.inbox = parts.inbox();
        this.trail = parts.trail();
        this.clock = clock;
        this.random = random;
        judge = new Judge(
                config.retries().limits(),
                config.retries().ladder(),
                config.retries().jitter());
        lanes = new Lanes<>(
                standings::allowance, config.bounds().lane(), config.bounds().lanes());
        heads = new Heads(config.bounds().batch(), config.bounds().rate());
        lateAnswers = new LateAnswers(config.bounds().late());
        pauses = new Pauses(config.retries().ladder().step(1));
        gate = new Gate(table, standings, judge, lateAnswers, outbox, pauses);
    }

    /** Takes a delivery that is due. */
    void add(Ready ready, Moment now) {
        if (!ready.from().owned()) {
            return;
        }
        var standing = standings.known(ready.subscription());
        boolean closed = standing != null && !standing.closedFor(now).isZero();
        if (!closed || !gate.leaveAlone(ready, now)) {
            lanes.add(
                    ready.subscription(),
                    ready.from().origin(),
                    ready.from().number(),
                    ready,
                    ready.bytes(),
                    now.steady());
        }
    }

    /** Starts what the bounds allow, and puts off what they hold up. */
    void start() {
        var now = clock.get();
        while (recentStarts.room(now)) {
            var turn = lanes.next(now.steady());
            if (turn == null) {
                break;
            }
            start(turn, now);
            now = clock.get();
        }
        for (var ready : lanes.excess(now.steady(), this::patience)) {
            gate.putOff(ready, now);
        }
    }

    private void start(Turn<Ready> turn, Moment now) {
        var first = turn.first();
        var entry = gate.sendable(first, now);
        if (entry == null) {
            lanes.withdraw(turn);
            return;
        }
        var standing = standings.of(entry, first.from(), now);
        if (!standing.closedFor(now).isZero()) {
            lanes.withdraw(turn);
            add(first, now);
            leaveAllAlone(first.subscription(), now);
            return;
        }
        var head = heads.of(entry, first.delivery().event().schema());
        turn.terms(standing, head.rate());
        var values = head.request().valuesOf(first.event());
        var place = new Attempt.Place(standing, standing.sent(now), turn);
        send(new Attempt(batch(turn, head, values, now), entry, place, now), head.request(), values);
    }

    private Duration patience(SubscriptionKey key) {
        return standings.probing(key) ? Duration.ZERO : config.timeouts().patience();
    }

    /** What waits for the same subscription and fits into the same request; never waits for more (B-DEL-6). */
    private List<Ready> batch(Turn<Ready> turn, Heads.Head head, DynamicValues values, Moment now) {
        var first = turn.first();
        if (head.batch().events() == 1) {
            return List.of(first);
        }
        var batch = new ArrayList<Ready>();
        batch.add(first);
        long bytes = first.event().length;
        while (true) {
            long before = bytes;
            var next = lanes.nextOf(
                    turn,
                    ready -> head.batch().takes(batch.size(), before, ready.event().length)
                            && ready.delivery().event().schema() == head.schema()
                            && head.request().valuesOf(ready.event()).equals(values));
            if (next == null) {
                return batch;
            }
            if (gate.sendable(next, now) != null) {
                batch.add(next);
                bytes += next.event().length;
            }
        }
    }

    private void send(Attempt attempt, RequestHead head, DynamicValues values) {
        int attempts = 0;
        var events = new ArrayList<byte[]>(attempt.deliveries().size());
        for (var ready : attempt.deliveries()) {
            var due = ready.delivery().place().due();
            ready.from().attemptStarted();
            metrics.late(
                    due == null ? null : Duration.between(due, attempt.started().wall()));
            attempts = Math.max(attempts, ready.delivery().place().attempts());
            events.add(ready.event());
        }
        metrics.attemptStarted();
        underWay.add(attempt);
        recentStarts.started(attempt);
        var first = attempt.deliveries().getFirst();
        var version = first.delivery().event().dataVersion();
        var post = new Post(head, values, events, version, attempts, trail.begun(attempt));
        attempt.exchange(endpoints.post(post, outcome -> {
            var now = clock.get(); // it may be read some milliseconds later
            inbox.executeAwake(() -> ended(attempt, outcome, now));
        }));
    }

    private void ended(Attempt attempt, Outcome outcome, Moment now) {
        if (stopped) {
            attempt.deliveries().forEach(ready -> ready.from().attemptEnded());
            return; // given up by ourselves, which says nothing of the endpoint: whoever is next sends it again
        }
        lanes.released(attempt.place().turn());
        if (attempt.timedOut()) {
            endedLate(attempt, outcome, now);
        } else {
            underWay.remove(attempt);
            settle(attempt, outcome, now);
        }
    }

    /** Judges the endpoint by an attempt, and then each of its deliveries. */
    private void settle(Attempt attempt, Outcome outcome, Moment now) {
        var key = attempt.subscription();
        recentStarts.ended(attempt);
        metrics.attemptEnded();
        if (outcome.attempted()) {
            metrics.answered(key, attempt.took(now));
        }
        for (var ready : attempt.deliveries()) {
            ready.from().attemptEnded();
            if (ready.from().owned()) { // else another worker has it now, and its verdict counts
                conclude(ready, attempt, outcome, now);
            } else {
                trail.left(ready);
            }
        }
        lanes.finished(attempt.place().turn());
        if (standings.current(key, attempt.place().standing())) {
            judgeEndpoint(key, attempt, outcome, now);
        }
    }

    private void judgeEndpoint(SubscriptionKey key, Attempt attempt, Outcome outcome, Moment now) {
        var place = attempt.place();
        var change = place.standing().ended(place.pass(), Finding.of(outcome), now);
        standings.changed(key, change);
        switch (change) {
            case NONE, COUNTS -> {}
            case PROBATION_ENDED -> lanes.abandon(key);
            case PROBATION_BEGAN -> {
                lanes.abandon(key);
                leaveAllAlone(key, now);
            }
        }
    }

    /** Puts off what waits for an endpoint on probation. */
    private void leaveAllAlone(SubscriptionKey key, Moment now) {
        lanes.drain(key).forEach(ready -> add(ready, now));
    }

    private void conclude(Ready ready, Attempt attempt, Outcome outcome, Moment now) {
        Subscription subscription = attempt.entry().subscription();
        var verdict = judge.afterSending(ready.delivery(), subscription, outcome, now.wall(), random);
        if (verdict instanceof Verdict.Retry) {
            attempt.retried(ready);
        }
        outbox.logAttempt(ready, outcome, verdict, now.wall(), attempt.took(now));
        trail.ended(attempt, ready, outcome, verdict, now.wall());
        outbox.carryOut(verdict, ready, subscription, now);
    }

    /** Only a success still counts (B-DEL-4). */
    private void endedLate(Attempt attempt, Outcome outcome, Moment now) {
        lateAnswers.ended(attempt);
        if (Finding.of(outcome) instanceof Finding.Good) {
            lateAnswers.delivered(attempt, now.wall());
            attempt.deliveries().forEach(ready -> outbox.answeredLate(ready, outcome, now.wall(), attempt.took(now)));
        } else if (outcome instanceof Silent && attempt.waitedFor()) {
            attempt.deliveries().forEach(ready -> outbox.aborted(ready, now.wall(), attempt.took(now)));
        }
    }

    /** Has those queued for retry that have not answered in time. */
    void cutOverdue(Moment now) {
        while (!underWay.isEmpty()
                && underWay.getFirst().took(now).compareTo(config.timeouts().response()) >= 0) {
            var oldest = underWay.removeFirst();
            if (oldest.answered()) {
                oldest.cancel(); // it reports its answer through the inbox
            } else {
                settle(oldest, new Silent(), now);
                lateAnswers.await(oldest);
            }
        }
        lateAnswers.cutOverdue(now);
    }

    /** Gives up all answers, when the worker stops and has waited for them long enough. */
    void cutAll() {
        stopped = true;
        List.copyOf(underWay).forEach(Attempt::cancel);
        lateAnswers.cutAll();
    }

    /** Whether more of a partition should be read. */
    boolean roomFor(OwnedPartition partition) {
        return lanes.roomFor(partition.origin(), partition.number());
    }

    /** How long until a subscription that has to wait for its rate may go on. */
    Optional<Duration> untilRested(Moment now) {
        return lanes.untilRested(now.steady());
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
        if (lookedForRemoved == null || now.since(lookedForRemoved).compareTo(BETWEEN_LOOKS) >= 0) {
            lookedForRemoved = now;
            Predicate<SubscriptionKey> exists = key -> table.subscription(key).isPresent();
            standings.forgetRemoved(exists);
            metrics.forgetRemoved(exists);
            heads.forgetRemoved(exists);
            pauses.forgetEnded(key -> table.subscription(key)
                    .filter(entry -> entry.subscription().paused())
                    .isPresent());
            lanes.forgetIdle(now.steady());
        }
    }

    /** Whether deliveries wait for their turn, which only the end of an attempt can bring. */
    boolean waitsForAnswers() {
        return !underWay.isEmpty() && lanes.queuedBytes() > 0;
    }
}
