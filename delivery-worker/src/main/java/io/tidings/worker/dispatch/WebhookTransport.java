package io.tidings.worker.dispatch;

import io.tidings.contract.ClockReading;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.TraceContext;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.subscription.Subscription;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.worker.partition.PolledDelivery;
import io.tidings.worker.schedule.InFlightSlot;
import io.tidings.worker.schedule.LaneLimit;
import io.tidings.worker.schedule.Rate;
import io.tidings.worker.telemetry.WorkerMetrics;
import io.tidings.worker.webhook.AgentRequests;
import io.tidings.worker.webhook.DynamicHeaders;
import io.tidings.worker.webhook.RequestSignature;
import io.tidings.worker.webhook.RequestTemplate;
import io.tidings.worker.webhook.SecretMask;
import io.tidings.worker.webhook.WebhookClient;
import io.tidings.worker.webhook.WebhookId;
import io.tidings.worker.webhook.WebhookRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Posts attempts to webhooks. Confined to the poll thread. */
public final class WebhookTransport implements Transport {
    private final Templates<Template> templates = new Templates<>(this::template);
    private final DispatchSettings settings;
    private final WebhookClient client;
    private final Inbox inbox;
    private final SendGuard sendGuard;
    private final WorkerMetrics metrics;
    private final Supplier<ClockReading> clock;

    /**
     * @param schema of the events
     * @param rate of requests to the endpoint
     */
    private record Template(EventSchema schema, RequestTemplate request, BatchLimits batch, Rate rate) {
        DynamicHeaders.Values valuesOf(PolledDelivery polled) {
            return request.valuesOf(polled.event(), polled.delivery().event().recordValues());
        }
    }

    public WebhookTransport(
            DispatchSettings settings,
            WebhookClient client,
            Inbox inbox,
            SendGuard sendGuard,
            WorkerMetrics metrics,
            Supplier<ClockReading> clock) {
        this.settings = settings;
        this.client = client;
        this.inbox = inbox;
        this.sendGuard = sendGuard;
        this.metrics = metrics;
        this.clock = clock;
    }

    @Override
    public @Nullable String hindrance(Subscription subscription) {
        return client.hindrance(subscription);
    }

    private Template template(SubscriptionEntry entry, EventSchema schema) {
        var subscription = entry.subscription();
        var limits = settings.batch().of(subscription);
        var mask = settings.excerpts() ? SecretMask.of(subscription) : null;
        var request = RequestTemplate.of(subscription, schema, !limits.equals(BatchLimits.OFF), mask);
        return new Template(schema, request, limits, rateOf(entry));
    }

    /** None of the rate that the endpoint granted, the subscription's limit and the general one is exceeded (B-SUB-3). */
    private Rate rateOf(SubscriptionEntry entry) {
        var granted = entry.provisioning().requestsPerMinute();
        var all = granted == null ? settings.rate() : settings.rate().orSlower(Rate.perMinute(granted));
        return LaneLimit.slower(all, entry.subscription().extensions());
    }

    @Override
    public Attempt attempt(SubscriptionEntry entry, Attempt.Grant grant, Dispatcher queue, ClockReading now) {
        var slot = grant.slot();
        var template = templates.of(entry, slot.first().delivery().event().schema());
        slot.terms(grant.breaker(), template.rate());
        var values = template.valuesOf(slot.first());
        var batch = batch(slot, template, values, queue, now);
        return new Attempt(batch, entry, grant, now, new Attempt.Content(template.request(), values), null);
    }

    /** Adds queued deliveries of the same subscription as far as they fit; never waits for more (B-DEL-6). */
    private static List<PolledDelivery> batch(
            InFlightSlot<PolledDelivery> slot,
            Template template,
            DynamicHeaders.Values values,
            Dispatcher queue,
            ClockReading now) {
        var first = slot.first();
        if (template.batch().events() == 1) {
            return List.of(first);
        }
        var batch = new ArrayList<PolledDelivery>();
        batch.add(first);
        long bytes = first.event().length;
        while (true) {
            long before = bytes;
            var next = queue.nextOf(
                    slot,
                    polled -> template.batch().takes(batch.size(), before, polled.event().length)
                            && polled.delivery().event().schema() == template.schema()
                            && template.valuesOf(polled).equals(values),
                    now);
            if (next == null) {
                return batch;
            }
            batch.add(next);
            bytes += next.event().length;
        }
    }

    @Override
    public void send(Attempt attempt, @Nullable TraceContext trace, Attempts attempts) {
        var agent = attempt.entry.subscription().extensions().agent();
        if (agent == null) {
            send(attempt, trace, attempts, eventsOf(attempt), null);
            return;
        }
        var polled = attempt.first();
        switch (AgentRequests.bodyOf(agent, polled.delivery(), polled.event())) {
            case AgentRequests.Body.Withheld(var outcome) -> attempts.onEnd(attempt, outcome, clock.get());
            case AgentRequests.Body.Sent(var occurrence) ->
                send(attempt, trace, attempts, List.of(occurrence.json()), new WebhookId(occurrence.eventId()));
        }
    }

    private static List<byte[]> eventsOf(Attempt attempt) {
        var events = new ArrayList<byte[]>(attempt.deliveries.size());
        for (var polled : attempt.deliveries) {
            events.add(polled.event());
        }
        return events;
    }

    /** @param id null for the usual one */
    private void send(
            Attempt attempt,
            @Nullable TraceContext trace,
            Attempts attempts,
            List<byte[]> events,
            @Nullable WebhookId id) {
        int attemptsBefore = 0;
        int hops = 0;
        for (var polled : attempt.deliveries) {
            attemptsBefore =
                    Math.max(attemptsBefore, polled.delivery().retryState().attempts());
            hops = Math.max(hops, polled.delivery().event().hops());
        }
        var content = attempt.content();
        metrics.headersLeftOut(attempt.subscription(), content.values().leftOut());
        var request = new WebhookRequest(
                content.template(),
                content.values(),
                events,
                attempt.first().delivery().event().dataVersion(),
                attemptsBefore,
                trace,
                hops,
                signature(attempt, events, id));
        int gaps = sendGuard.gaps();
        var call = client.post(
                request, () -> sendGuard.mayStillSend(gaps, clock.get().monotonicNanos()), outcome -> {
                    var now = clock.get(); // the inbox may run the task some milliseconds later
                    inbox.executeAwake(() -> attempts.onEnd(attempt, outcome, now));
                });
        attempts.onRequest(attempt, call);
    }

    private static @Nullable RequestSignature signature(
            Attempt attempt, List<byte[]> events, @Nullable WebhookId given) {
        var template = attempt.content().template();
        if (!template.signs()) {
            return null;
        }
        var deliveries =
                attempt.deliveries.stream().map(PolledDelivery::delivery).toList();
        var id = given == null ? WebhookId.of(deliveries) : given;
        return template.signature(id, attempt.started.wall(), events);
    }

    @Override
    public void forgetIf(Predicate<SubscriptionKey> gone) {
        templates.forgetIf(gone);
    }
}
