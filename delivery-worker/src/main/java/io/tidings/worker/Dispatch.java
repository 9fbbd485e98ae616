package io.tidings.worker;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.resource.ResourceTable;
import io.tidings.contract.resource.SubscriptionEntry;
import io.tidings.worker.endpoint.EndpointClient;
import io.tidings.worker.endpoint.Exchange;
import io.tidings.worker.endpoint.RequestHead;
import io.tidings.worker.lane.Lanes;
import io.tidings.worker.tier.Moment;
import io.tidings.worker.verdict.DropReason;
import io.tidings.worker.verdict.Judge;
import io.tidings.worker.verdict.Outcome;
import io.tidings.worker.verdict.Verdict;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Makes attempts: takes deliveries that are due in turn, sends them, and has each verdict carried out.
 *
 * <pre>
 *   add ──> lane ──> start ──> endpoint ──> ended ──> verdict ──> Outbox
 *                      └── expired, subscription gone ──────────────^
 * </pre>
 *
 * <p>Confined to the poll thread; endpoints report to it through the inbox.
 */
final class Dispatch {
    private final EndpointClient endpoints;
    private final ResourceTable table;
    private final Judge judge;
    private final Outbox outbox;
    private final WorkerMetrics metrics;
    private final WorkerConfig config;
    private final Executor pollThread;
    private final Supplier<Moment> clock;
    private final RandomGenerator random;
    private final Lanes<Ready> lanes;
    private final Map<SubscriptionKey, Head> heads = new HashMap<>();
    /** In the order of their start, which is that of their timeouts. */
    private final LinkedHashSet<Attempt> underWay = new LinkedHashSet<>();

    /** The request head that was prepared for one version of a subscription. */
    private record Head(SubscriptionEntry entry, RequestHead request) {}

    /** One delivery at its endpoint. */
    private static final class Attempt {
        private final Ready ready;
        private final SubscriptionEntry entry;
        private final Moment started;
        private @Nullable Exchange exchange;

        Attempt(Ready ready, SubscriptionEntry entry, Moment started) {
            this.ready = ready;
            this.entry = entry;
            this.started = started;
        }
    }

    Dispatch(
            WorkerConfig config,
            EndpointClient endpoints,
            ResourceTable table,
            Outbox outbox,
            WorkerMetrics metrics,
            Executor pollThread,
            Supplier<Moment> clock,
            RandomGenerator random) {
        this.config = config;
        this.endpoints = endpoints;
        this.table = table;
        this.outbox = outbox;
        this.metrics = metrics;
        this.pollThread = pollThread;
        this.clock = clock;
        this.random = random;
        judge = new Judge(
                config.retries().limits(),
                config.retries().ladder(),
                config.retries().jitter());
        lanes = new Lanes<>(
                config.bounds().inFlightPerSubscription(), config.bounds().queuedPerSubscription());
    }

    /** Takes a delivery that is due. */
    void add(Ready ready) {
        if (ready.from().owned()) {
            lanes.add(ready.delivery().subscription(), ready.from().number(), ready, ready.bytes());
        }
    }

    /** Starts what the bounds allow. */
    void start() {
        while (underWay.size() < config.bounds().inFlight() && lanes.startable()) {
            var ready = lanes.next();
            ready.ifPresent(this::start);
        }
    }

    private void start(Ready ready) {
        var now = clock.get();
        var key = ready.delivery().subscription();
        if (!ready.from().owned()) {
            lanes.finished(key);
            return;
        }
        var entry = table.subscription(key).orElse(null);
        if (entry == null && table.problem(key.toString()).isPresent()) {
            lanes.finished(key);
            outbox.waitForSubscription(ready, now.wall());
            return;
        }
        if (entry == null || !entry.uid().equals(ready.delivery().uid())) {
            lanes.finished(key);
            outbox.carryOut(new Verdict.Drop(DropReason.SUBSCRIPTION_DELETED), ready, null, now.wall());
            return;
        }
        var verdict = judge.beforeSending(ready.delivery(), entry.subscription(), now.wall());
        if (verdict.isPresent()) {
            lanes.finished(key);
            outbox.carryOut(verdict.get(), ready, entry.subscription(), now.wall());
            return;
        }
        send(new Attempt(ready, entry, now));
    }

    private void send(Attempt attempt) {
        var ready = attempt.ready;
        var due = ready.delivery().place().due();
        ready.from().attemptStarted();
        metrics.attemptStarted(due == null ? null : Duration.between(due, attempt.started.wall()));
        underWay.add(attempt);
        attempt.exchange = endpoints.post(
                head(attempt),
                ready.event(),
                ready.delivery().place().attempts(),
                outcome -> pollThread.execute(() -> ended(attempt, outcome)));
    }

    private RequestHead head(Attempt attempt) {
        var schema = attempt.ready.delivery().event().schema();
        var key = attempt.ready.delivery().subscription();
        var head = heads.get(key);
        if (head == null
                || head.entry().offset() != attempt.entry.offset()
                || head.request().schema() != schema) {
            head = new Head(attempt.entry, RequestHead.of(attempt.entry.subscription(), schema));
            heads.put(key, head);
        }
        return head.request();
    }

    private void ended(Attempt attempt, Outcome outcome) {
        var ready = attempt.ready;
        var now = clock.get();
        underWay.remove(attempt);
        ready.from().attemptEnded();
        lanes.finished(ready.delivery().subscription());
        var took = now.since(attempt.started);
        metrics.attemptEnded(ready.delivery().subscription(), took);
        if (!ready.from().owned()) {
            return; // another worker has this delivery now; its verdict counts
        }
        var verdict = judge.afterSending(ready.delivery(), attempt.entry.subscription(), outcome, now.wall(), random);
        outbox.logAttempt(ready, outcome, verdict, now.wall(), took);
        outbox.carryOut(verdict, ready, attempt.entry.subscription(), now.wall());
    }

    /** Gives up waiting for answers that are overdue. */
    void cutOverdue(Moment now) {
        while (!underWay.isEmpty()) {
            var oldest = underWay.getFirst();
            if (now.since(oldest.started).compareTo(config.timeouts().response()) < 0) {
                return;
            }
            underWay.remove(oldest); // it reports through the inbox, once
            if (oldest.exchange != null) {
                oldest.exchange.cancel();
            }
        }
    }

    /** Gives up all answers, when the worker stops and has waited for them long enough. */
    void cutAll() {
        for (var attempt : List.copyOf(underWay)) {
            if (attempt.exchange != null) {
                attempt.exchange.cancel();
            }
        }
    }

    /** Whether more should be read for a partition number. */
    boolean roomFor(int number) {
        return !lanes.overfull(number) && lanes.queuedBytes() < config.bounds().queuedBytes();
    }

    /** Forgets what waits and is no longer owned. */
    void forgetDisowned() {
        lanes.removeIf(ready -> !ready.from().owned());
    }

    /** Whether deliveries wait for their turn, which only the end of an attempt can bring. */
    boolean waitsForAnswers() {
        return !underWay.isEmpty() && lanes.queuedBytes() > 0;
    }

    int underWay() {
        return underWay.size();
    }
}
