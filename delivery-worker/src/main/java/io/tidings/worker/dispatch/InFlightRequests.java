package io.tidings.worker.dispatch;

import io.tidings.contract.ClockReading;
import io.tidings.worker.attempt.Attempt;
import io.tidings.worker.attempt.FreshRequestLimit;
import io.tidings.worker.telemetry.DeliveryTracing;
import io.tidings.worker.telemetry.WorkerMetrics;
import io.tidings.worker.verdict.Outcome;
import io.tidings.worker.webhook.DynamicHeaderValues;
import io.tidings.worker.webhook.WebhookCall;
import io.tidings.worker.webhook.WebhookClient;
import io.tidings.worker.webhook.WebhookRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests, and keeps account of those that have neither ended nor timed out.
 *
 * <p>Confined to the poll thread; endpoints report to it through the inbox.
 */
public final class InFlightRequests {
    private final WebhookClient client;
    private final Inbox inbox;
    private final SendGuard sendGuard;
    private final WorkerMetrics metrics;
    private final DeliveryTracing tracing;
    private final Supplier<ClockReading> clock;
    /** In the order of their start, which is that of their timeouts. */
    private final LinkedHashMap<Attempt, WebhookCall> underWay = new LinkedHashMap<>();

    private final FreshRequestLimit freshRequests = new FreshRequestLimit();

    /** Is told the end of a request, on the poll thread. */
    @FunctionalInterface
    interface End {
        void of(Attempt attempt, Outcome outcome, ClockReading now);
    }

    public InFlightRequests(
            WebhookClient client,
            Inbox inbox,
            SendGuard sendGuard,
            WorkerMetrics metrics,
            DeliveryTracing tracing,
            Supplier<ClockReading> clock) {
        this.client = client;
        this.inbox = inbox;
        this.sendGuard = sendGuard;
        this.metrics = metrics;
        this.tracing = tracing;
        this.clock = clock;
    }

    boolean ownershipCertain(ClockReading now) {
        return sendGuard.certain(now);
    }

    /** Whether one more may be sent. */
    boolean mayStart(ClockReading now) {
        return sendGuard.given(now) && freshRequests.room(now);
    }

    /** Whether the send guard has let requests through for so long that a queue which started nothing is at fault. */
    boolean mayStartSince(Duration time, ClockReading now) {
        return sendGuard.givenFor(time, now);
    }

    boolean none() {
        return underWay.isEmpty();
    }

    void send(Attempt attempt, DynamicHeaderValues values, End end) {
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
        freshRequests.started(attempt);
        var first = attempt.deliveries().getFirst();
        var version = first.delivery().event().dataVersion();
        var webhookRequest = new WebhookRequest(
                attempt.template(),
                values,
                events,
                version,
                attempts,
                tracing.begun(attempt.deliveries(), attempt.started().wall()));
        int holes = sendGuard.holes();
        BooleanSupplier sendable =
                () -> sendGuard.mayStillSend(holes, clock.get().monotonicNanos());
        var call = client.post(webhookRequest, sendable, outcome -> {
            var now = clock.get(); // it may be read some milliseconds later
            inbox.executeAwake(() -> end.of(attempt, outcome, now));
        });
        underWay.put(attempt, call);
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

    /** A batch is sent again in halves. */
    void halved(Attempt attempt) {
        metrics.batchHalved(attempt.subscription());
        attempt.deliveries().forEach(tracing::left);
    }

    /** The oldest with its call, if it has taken that long; null when none has. */
    Map.@Nullable Entry<Attempt, WebhookCall> overdue(Duration timeout, ClockReading now) {
        if (underWay.isEmpty()
                || underWay.sequencedKeySet().getFirst().took(now).compareTo(timeout) < 0) {
            return null;
        }
        return underWay.firstEntry();
    }

    /** Has the response that is known told, and what else is read of it given up. */
    void cut(Attempt attempt, WebhookCall call) {
        underWay.remove(attempt);
        call.cancel();
    }

    /** Gives up all requests when the session is over; the ends that they report count no longer. */
    void cutAll() {
        var calls = List.copyOf(underWay.values());
        underWay.keySet().forEach(attempt -> attempt.deliveries().forEach(tracing::left));
        underWay.clear();
        calls.forEach(WebhookCall::cancel);
        metrics.noneInFlight();
    }
}
