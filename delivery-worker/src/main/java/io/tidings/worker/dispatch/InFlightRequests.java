package io.tidings.worker.dispatch;

import io.tidings.contract.ClockReading;
import io.tidings.worker.attempt.Attempt;
import io.tidings.worker.attempt.FreshRequestLimit;
import io.tidings.worker.telemetry.DeliveryTracing;
import io.tidings.worker.telemetry.WorkerMetrics;
import io.tidings.worker.verdict.Outcome;
import io.tidings.worker.webhook.DynamicHeaderValues;
import io.tidings.worker.webhook.RequestTemplate;
import io.tidings.worker.webhook.WebhookClient;
import io.tidings.worker.webhook.WebhookRequest;
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
final class InFlightRequests {
    private final WebhookClient client;
    private final WorkerMetrics metrics;
    private final Inbox inbox;
    private final DeliveryTracing tracing;
    private final SendGuard sendGuard;
    private final Supplier<ClockReading> clock;
    private final End end;
    /** In the order of their start, which is that of their timeouts. */
    private final LinkedHashSet<Attempt> underWay = new LinkedHashSet<>();

    private final FreshRequestLimit freshRequests = new FreshRequestLimit();

    /** Is told the end of each request, on the poll thread. */
    interface End {
        void of(Attempt attempt, Outcome outcome, ClockReading now);
    }

    InFlightRequests(Dispatcher.Parts parts, Supplier<ClockReading> clock, End end) {
        this.client = parts.client();
        this.metrics = parts.metrics();
        this.inbox = parts.inbox();
        this.tracing = parts.tracing();
        this.sendGuard = parts.sendGuard();
        this.clock = clock;
        this.end = end;
    }

    /** Whether one more may be sent. */
    boolean room(ClockReading now) {
        return freshRequests.room(now);
    }

    boolean none() {
        return underWay.isEmpty();
    }

    void send(Attempt attempt, RequestTemplate template, DynamicHeaderValues values) {
        int attempts = 0;
        var events = new ArrayList<byte[]>(attempt.deliveries().size());
        for (var polled : attempt.deliveries()) {
            var due = polled.delivery().retryState().due();
            polled.from().attemptStarted();
            metrics.late(
                    due == null ? null : Duration.between(due, attempt.started().wall()));
            attempts = Math.max(attempts, polled.delivery().retryState().attempts());
            events.add(polled.event());
        }
        metrics.attemptStarted();
        metrics.headersLeftOut(attempt.subscription(), values.leftOut());
        underWay.add(attempt);
        freshRequests.started(attempt);
        var first = attempt.deliveries().getFirst();
        var version = first.delivery().event().dataVersion();
        var webhookRequest = new WebhookRequest(
                template,
                values,
                events,
                version,
                attempts,
                tracing.begun(attempt.deliveries(), attempt.started().wall()));
        int holes = sendGuard.holes();
        BooleanSupplier sendable =
                () -> sendGuard.mayStillSend(holes, clock.get().monotonicNanos());
        attempt.exchange(client.post(webhookRequest, sendable, outcome -> {
            var now = clock.get(); // it may be read some milliseconds later
            inbox.executeAwake(() -> end.of(attempt, outcome, now));
        }));
    }

    /** It has ended, or timed out: it takes up nothing here any longer. */
    void ended(Attempt attempt, Outcome outcome, ClockReading now) {
        underWay.remove(attempt);
        freshRequests.ended(attempt);
        metrics.attemptEnded();
        if (outcome.attempted()) {
            metrics.responded(attempt.subscription(), attempt.took(now));
        }
        attempt.deliveries().forEach(polled -> polled.from().attemptEnded());
    }

    /** The oldest, if it has taken that long; null when none has. */
    @Nullable
    Attempt overdue(Duration timeout, ClockReading now) {
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
            attempt.deliveries().forEach(tracing::left);
            attempt.cancel();
        }
        underWay.clear();
        metrics.noneInFlight();
    }
}
