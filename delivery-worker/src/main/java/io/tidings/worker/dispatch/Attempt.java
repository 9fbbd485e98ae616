package io.tidings.worker.dispatch;

import static java.util.Objects.requireNonNull;

import io.tidings.contract.ClockReading;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.lane.Lane;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.worker.health.EndpointBreaker;
import io.tidings.worker.partition.PolledDelivery;
import io.tidings.worker.schedule.InFlightSlot;
import io.tidings.worker.webhook.DynamicHeaders;
import io.tidings.worker.webhook.RequestTemplate;
import io.tidings.worker.webhook.WebhookCall;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One request, or one record for a Kafka topic. Compared by identity. Confined to the poll thread. */
final class Attempt {
    /** The deliveries that it carries: at least one, all of the same lane. */
    final List<PolledDelivery> deliveries;

    /** The subscription as it was when the attempt started. */
    final SubscriptionEntry entry;

    final Grant grant;
    final ClockReading started;

    /** Null if it is a record. */
    private final @Nullable Content content;

    /** The batch that it is a part of; null if it is whole. */
    final @Nullable SplitBatch split;

    /** Null before it is sent, and if it is a record. */
    private @Nullable WebhookCall call;

    /** Null unless it has timed out. */
    @Nullable
    Late late;

    private boolean inFlight = true;

    record Grant(EndpointBreaker breaker, EndpointBreaker.Permit permit, InFlightSlot<PolledDelivery> slot) {}

    /** @param values of the dynamic headers, the same for all events */
    record Content(RequestTemplate template, DynamicHeaders.Values values) {}

    /**
     * @param retried the deliveries that are queued for retry
     * @param awaited whether the response was awaited
     * @param judged whether the timeout has counted for the endpoint
     */
    record Late(List<PolledDelivery> retried, boolean awaited, boolean judged) {}

    Attempt(
            List<PolledDelivery> deliveries,
            SubscriptionEntry entry,
            Grant grant,
            ClockReading started,
            @Nullable Content content,
            @Nullable SplitBatch split) {
        this.deliveries = List.copyOf(deliveries);
        this.entry = entry;
        this.grant = grant;
        this.started = started;
        this.content = content;
        this.split = split;
    }

    /** Returns the next request of a batch that was too large. */
    Attempt next(List<PolledDelivery> part, SplitBatch rest, ClockReading now) {
        var again = new Grant(grant.breaker(), grant.breaker().sent(now), grant.slot());
        return new Attempt(part, entry, again, now, content, rest);
    }

    PolledDelivery first() {
        return deliveries.getFirst();
    }

    SubscriptionKey subscription() {
        return entry.subscription().key();
    }

    Lane lane() {
        return first().lane();
    }

    /** Names the endpoint without secrets, for logs. */
    String at() {
        return entry.subscription().destination().displayName();
    }

    boolean startedBefore(Attempt other) {
        return started.monotonicNanos() - other.started.monotonicNanos() < 0;
    }

    /** Returns null if the service's timeout holds. */
    @Nullable
    Duration responseTimeout() {
        return entry.subscription().retryProfile().responseTimeout();
    }

    Duration took(ClockReading now) {
        return now.since(started);
    }

    Content content() {
        return requireNonNull(content, "no request");
    }

    void sent(WebhookCall request) {
        call = request;
    }

    WebhookCall call() {
        return requireNonNull(call, "no request");
    }

    int resends() {
        return call == null ? 0 : call.resends();
    }

    /** Is not in flight from now on; returns false if it was not before. */
    boolean land() {
        boolean did = inFlight;
        inFlight = false;
        return did;
    }
}
