package io.tidings.worker.attempt;

import io.tidings.contract.ClockReading;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.worker.health.EndpointBreaker;
import io.tidings.worker.partition.PolledDelivery;
import io.tidings.worker.schedule.InFlightSlot;
import io.tidings.worker.webhook.RequestTemplate;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One request, and the deliveries it carries. Compared by identity. */
public final class Attempt {
    private final List<PolledDelivery> deliveries;
    private final SubscriptionEntry entry;
    private final RequestTemplate template;
    private final Grant grant;
    private final ClockReading started;
    private final @Nullable SplitBatch split;

    public record Grant(EndpointBreaker breaker, EndpointBreaker.Permit permit, InFlightSlot<PolledDelivery> slot) {}

    /** @param deliveries at least one, all of the same subscription */
    public Attempt(
            List<PolledDelivery> deliveries,
            SubscriptionEntry entry,
            RequestTemplate template,
            Grant grant,
            ClockReading started) {
        this(deliveries, entry, template, grant, started, null);
    }

    /** @param split the batch that the attempt is a part of; null if it is whole */
    public Attempt(
            List<PolledDelivery> deliveries,
            SubscriptionEntry entry,
            RequestTemplate template,
            Grant grant,
            ClockReading started,
            @Nullable SplitBatch split) {
        this.deliveries = List.copyOf(deliveries);
        this.entry = entry;
        this.template = template;
        this.grant = grant;
        this.started = started;
        this.split = split;
    }

    public List<PolledDelivery> deliveries() {
        return deliveries;
    }

    public SubscriptionKey subscription() {
        return entry.subscription().key();
    }

    /** The subscription as it was when the request was sent. */
    public SubscriptionEntry entry() {
        return entry;
    }

    public RequestTemplate template() {
        return template;
    }

    /** Host and port of the endpoint; the rest of its URL may hold a secret and must not be logged. */
    public String at() {
        var endpoint = entry.subscription().destination().endpoint();
        int port = endpoint.getPort();
        boolean https = "https".equalsIgnoreCase(endpoint.getScheme());
        return endpoint.getHost() + ":" + (port >= 0 ? port : https ? 443 : 80);
    }

    public Grant grant() {
        return grant;
    }

    long bytes() {
        return grant.slot().bytes();
    }

    public ClockReading started() {
        return started;
    }

    boolean startedBefore(Attempt other) {
        return started.monotonicNanos() - other.started.monotonicNanos() < 0;
    }

    /** Returns null if the service's timeout holds. */
    @Nullable
    Duration responseTimeout() {
        return entry.subscription().retryProfile().responseTimeout();
    }

    public Duration took(ClockReading now) {
        return now.since(started);
    }

    @Nullable
    public SplitBatch split() {
        return split;
    }
}
