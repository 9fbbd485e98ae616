package io.tidings.worker;

import io.tidings.worker.endpoint.DynamicValues;
import io.tidings.worker.endpoint.EndpointClient;
import io.tidings.worker.endpoint.Post;
import io.tidings.worker.endpoint.RequestHead;
import io.tidings.worker.tier.Moment;
import io.tidings.worker.verdict.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests, and keeps account of those that have neither ended nor timed out.
 *
 * <p>Confined to the poll thread; endpoints report to it through the inbox.
 */
final class OpenRequests {
    private final EndpointClient endpoints;
    private final WorkerMetrics metrics;
    private final Inbox inbox;
    private final Trail trail;
    private final StartPermit permit;
    private final Supplier<Moment> clock;
    private final End end;
    /** In the order of their start, which is that of their timeouts. */
    private final LinkedHashSet<Attempt> underWay = new LinkedHashSet<>();

    private final RecentStarts recentStarts = new RecentStarts();

    /** Is told the end of each request, on the poll thread. */
    interface End {
        void of(Attempt attempt, Outcome outcome, Moment now);
    }

    OpenRequests(Dispatch.Parts parts, Supplier<Moment> clock, End end) {
        this.endpoints = parts.endpoints();
        this.metrics = parts.metrics();
        this.inbox = parts.inbox();
        this.trail = parts.trail();
        this.permit = parts.permit();
        this.clock = clock;
        this.end = end;
    }

    /** Whether one more may be sent. */
    boolean room(Moment now) {
        return recentStarts.room(now);
    }

    boolean none() {
        return underWay.isEmpty();
    }

    void send(Attempt attempt, RequestHead head, DynamicValues values) {
        int attempts = 0;
        var events = new ArrayList<byte[]>(attempt.deliveries().size());
        for (var ready : attempt.deliveries()) {
            var due = ready.delivery().retryState().due();
            ready.from().attemptStarted();
            metrics.late(
                    due == null ? null : Duration.between(due, attempt.started().wall()));
            attempts = Math.max(attempts, ready.delivery().retryState().attempts());
            events.add(ready.event());
        }
        metrics.attemptStarted();
        metrics.headersLeftOut(attempt.subscription(), values.leftOut());
        underWay.add(attempt);
        recentStarts.started(attempt);
        var first = attempt.deliveries().getFirst();
        var version = first.delivery().event().dataVersion();
        var post = new Post(head, values, events, version, attempts, trail.begun(attempt));
        int holes = permit.holes();
        BooleanSupplier sendable = () -> permit.mayStillSend(holes, clock.get().monotonicNanos());
        attempt.exchange(endpoints.post(post, sendable, outcome -> {
            var now = clock.get(); // it may be read some milliseconds later
            inbox.executeAwake(() -> end.of(attempt, outcome, now));
        }));
    }

    /** It has ended, or timed out: it takes up nothing here any longer. */
    void ended(Attempt attempt, Outcome outcome, Moment now) {
        underWay.remove(attempt);
        recentStarts.ended(attempt);
        metrics.attemptEnded();
        if (outcome.attempted()) {
            metrics.responded(attempt.subscription(), attempt.took(now));
        }
        attempt.deliveries().forEach(ready -> ready.from().attemptEnded());
    }

    /** The oldest, if it has taken that long; null when none has. */
    @Nullable
    Attempt overdue(Duration timeout, Moment now) {
        return underWay.isEmpty() || underWay.getFirst().took(now).compareTo(timeout) < 0 ? null : underWay.getFirst();
    }

    /** Has the response that is known told, and what else is read of it given up. */
    void cut(Attempt attempt) {
        underWay.remove(attempt);
        attempt.cancel();
    }

    /** Gives all of them up, when nobody is told their ends any longer. */
    void cutAll() {
        for (var attempt : List.copyOf(underWay)) {
            attempt.deliveries().forEach(trail::left);
            attempt.cancel();
        }
        underWay.clear();
        metrics.noneInFlight();
    }
}
