package io.tidings.worker.dispatch;

import io.tidings.contract.ClockReading;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.lane.Lane;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.worker.health.EndpointBreaker;
import io.tidings.worker.partition.PolledDelivery;
import io.tidings.worker.schedule.InFlightSlot;
import io.tidings.worker.webhook.RequestTemplate;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One request, or one record for a Kafka topic, and the deliveries it carries. Compared by identity. */
public final class Attempt {
    private final List<PolledDelivery> deliveries;
    private final SubscriptionEntry entry;
    private final @Nullable RequestTemplate template;
    private final Grant grant;
    private final ClockReading started;
    private final @Nullable SplitBatch split;

    public record Grant(EndpointBreaker breaker, EndpointBreaker.Permit permit, InFlightSlot<PolledDelivery> slot) {}

    /** An attempt to write a record. */
    public Attempt(PolledDelivery delivery, SubscriptionEntry entry, Grant grant, ClockReading started) {
        this(List.of(delivery), entry, null, grant, started, null);
    }

    /** @param deliveries at least one, all of the same subscription */
    public Attempt(
            List<PolledDelivery> deliveries,
            SubscriptionEntry entry,
            RequestTemplate template,
            Grant grant,
            ClockReading started) {
        this(deliveries, entry, template, grant, started, null);
    }

    /**
     * @param template null if the attempt is no request
     * @param split the batch that the attempt is a part of; null if it is whole
     */
    public Attempt(
            List<PolledDelivery> deliveries,
            SubscriptionEntry entry,
            @Nullable RequestTemplate template,
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

    /** The lane of all its deliveries. */
    public Lane lane() {
        return deliveries.getFirst().lane();
    }

    /** The subscription as it was when the request was sent. */
    public SubscriptionEntry entry() {
        return entry;
    }

    /** The template of the request, if it is one. */
    public RequestTemplate template() {
        if (template == null) {
            throw new IllegalStateException("an attempt to write to " + at() + " is no request");
        }
        return template;
    }

    /** Names the endpoint without secrets, for logs. */
    public String at() {
        return entry.subscription().destination().displayName();
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
