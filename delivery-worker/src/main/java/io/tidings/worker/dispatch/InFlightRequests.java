package io.tidings.worker.dispatch;

import io.tidings.contract.ClockReading;
import io.tidings.contract.subscription.Subscription;
import io.tidings.worker.partition.PolledDelivery;
import io.tidings.worker.telemetry.DeliveryTracing;
import io.tidings.worker.telemetry.WorkerMetrics;
import io.tidings.worker.verdict.Outcome;
import io.tidings.worker.webhook.DynamicHeaders;
import io.tidings.worker.webhook.RequestSignature;
import io.tidings.worker.webhook.WebhookCall;
import io.tidings.worker.webhook.WebhookClient;
import io.tidings.worker.webhook.WebhookId;
import io.tidings.worker.webhook.WebhookRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Sends requests, and tracks those that have neither ended nor timed out. Confined to the poll thread. */
public final class InFlightRequests {
    private final WebhookClient client;
    private final Inbox inbox;
    private final SendGuard sendGuard;
    private final WorkerMetrics metrics;
    private final DeliveryTracing tracing;
    private final Supplier<ClockReading> clock;
    private final AttemptQueues<WebhookCall> underWay = new AttemptQueues<>();

    private final FreshRequestLimit freshRequests = new FreshRequestLimit();

    /** Called on the poll thread at the end of a request. */
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

    boolean mayStart(ClockReading now) {
        return sendGuard.given(now) && freshRequests.room(now);
    }

    /** Returns whether sending was possible for so long that a queue which started nothing is at fault. */
    boolean mayStartSince(Duration time, ClockReading now) {
        return sendGuard.givenFor(time, now);
    }

    boolean none() {
        return underWay.isEmpty();
    }

    /** Returns what this worker lacks to send to the endpoint of a subscription; null if nothing. */
    @Nullable
    String hindrance(Subscription subscription) {
        return client.hindrance(subscription);
    }

    void send(Attempt attempt, DynamicHeaders.Values values, End end) {
        int attempts = 0;
        int hops = 0;
        var events = new ArrayList<byte[]>(attempt.deliveries().size());
        for (var polled : attempt.deliveries()) {
            var due = polled.delivery().retryState().due();
            polled.from().attemptStarted();
            metrics.late(
                    due == null ? null : Duration.between(due, attempt.started().wall()));
            attempts = Math.max(attempts, polled.delivery().retryState().attempts());
            hops = Math.max(hops, polled.delivery().event().hops());
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
                tracing.begun(attempt.deliveries(), attempt.started().wall()),
                hops,
                signature(attempt, events));
        int gaps = sendGuard.gaps();
        BooleanSupplier sendable =
                () -> sendGuard.mayStillSend(gaps, clock.get().monotonicNanos());
        var call = client.post(webhookRequest, sendable, outcome -> {
            var now = clock.get(); // the inbox may run the task some milliseconds later
            inbox.executeAwake(() -> end.of(attempt, outcome, now));
        });
        underWay.put(attempt, call);
    }

    private static @Nullable RequestSignature signature(Attempt attempt, List<byte[]> events) {
        var template = attempt.template();
        if (!template.signs()) {
            return null;
        }
        var deliveries =
                attempt.deliveries().stream().map(PolledDelivery::delivery).toList();
        return template.signature(WebhookId.of(deliveries), attempt.started().wall(), events);
    }

    void ended(Attempt attempt, Outcome outcome, ClockReading now) {
        underWay.remove(attempt);
        freshRequests.ended(attempt);
        metrics.attemptEnded();
        if (outcome.attempted()) {
            metrics.responded(attempt.subscription(), attempt.took(now));
        }
        attempt.deliveries().forEach(polled -> polled.from().attemptEnded());
    }

    void halved(Attempt attempt) {
        metrics.batchHalved(attempt.subscription());
        attempt.deliveries().forEach(tracing::left);
    }

    /** Returns an overdue request, or null. */
    Map.@Nullable Entry<Attempt, WebhookCall> overdue(Duration usualTimeout, ClockReading now) {
        return underWay.overdue(usualTimeout, now);
    }

    /** Reports the response that is known and stops reading its body. */
    void cut(Attempt attempt, WebhookCall call) {
        underWay.remove(attempt);
        call.cancel();
    }

    void cutAll() {
        var requests = underWay.all();
        underWay.clear();
        requests.keySet().forEach(attempt -> attempt.deliveries().forEach(tracing::left));
        requests.values().forEach(WebhookCall::cancel);
        metrics.noneInFlight();
    }
}
