package io.tidings.worker;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.resource.ResourceTable;
import io.tidings.contract.resource.SubscriptionEntry;
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
    private final WorkerMetrics metrics;
    private final Inbox inbox;
    private final Trail trail;
    private final Supplier<Moment> clock;
    private final Lanes<Ready> lanes;
    private final LateAnswers lateAnswers;
    private final Heads heads;
    private final Pauses pauses;
    private final Grouping grouping;
    private final Conclusion conclusion;
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
        this.metrics = parts.metrics();
        this.inbox = parts.inbox();
        this.trail = parts.trail();
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
        gate = new Gate(table, standings, judge, lateAnswers, parts.outbox(), pauses);
        grouping = new Grouping(lanes, gate);
        conclusion = new Conclusion(judge, parts.outbox(), trail, random);
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
        boolean another = standings.anotherEndpoint(entry);
        var standing = standings.of(entry, first.from(), now);
        if (another) {
            lanes.withdraw(turn);
            lanes.abandon(first.subscription());
            add(first, now);
            return;
        }
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
        send(new Attempt(grouping.of(turn, head, values, now), entry, place, now), head.request(), values);
    }

    /** What is under way to a former endpoint takes no place of the new one, which so need not wait for its answers. */
    void subscriptionWritten(SubscriptionEntry entry) {
        if (standings.anotherEndpoint(entry)) {
            lanes.abandon(entry.subscription().key());
        }
    }

    private Duration patience(SubscriptionKey key) {
        return standings.probing(key) ? Duration.ZERO : config.timeouts().patience();
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
            lateAnswers.ended(attempt);
            conclusion.ofLate(attempt, outcome, lateAnswers, now);
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
                conclusion.of(ready, attempt, outcome, now);
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
