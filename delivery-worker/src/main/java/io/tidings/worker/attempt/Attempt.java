package io.tidings.worker.attempt;

import io.tidings.contract.ClockReading;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.worker.health.EndpointBreaker;
import io.tidings.worker.partition.PolledDelivery;
import io.tidings.worker.schedule.InFlightSlot;
import io.tidings.worker.webhook.WebhookCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One request on its way, and the deliveries it carries.
 *
 * <p>Confined to the poll thread.
 */
public final class Attempt {
    private final List<PolledDelivery> deliveries;
    private final SubscriptionEntry entry;
    private final Grant grant;
    private final List<PolledDelivery> retried = new ArrayList<>(0);
    private final ClockReading started;
    private @Nullable SplitBatch split;
    private @Nullable WebhookCall call;
    private boolean timedOut;
    private boolean waitedFor;
    private boolean judged;
    private boolean recent;

    /**
     * What it takes up at its subscription until it ends.
     *
     * @param breaker of the endpoint it was sent to
     * @param pass to judge the endpoint by it
     * @param slot of its lane
     */
    public record Grant(EndpointBreaker breaker, EndpointBreaker.Permit pass, InFlightSlot<PolledDelivery> slot) {}

    /** @param deliveries at least one, all of the same subscription */
    public Attempt(List<PolledDelivery> deliveries, SubscriptionEntry entry, Grant place, ClockReading started) {
        this.deliveries = List.copyOf(deliveries);
        this.entry = entry;
        this.grant = place;
        this.started = started;
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

    /** Host and port of the endpoint, all that logs may say of its URL. */
    public String at() {
        var endpoint = entry.subscription().destination().endpoint();
        int port = endpoint.getPort();
        boolean https = "https".equalsIgnoreCase(endpoint.getScheme());
        return endpoint.getHost() + ":" + (port >= 0 ? port : https ? 443 : 80);
    }

    public Grant grant() {
        return grant;
    }

    /** What it holds in memory, about. */
    long bytes() {
        return grant.slot().bytes();
    }

    /** A delivery of it is queued for retry. */
    void retried(PolledDelivery delivery) {
        retried.add(delivery);
    }

    /** Those of its deliveries that are queued for retry. */
    List<PolledDelivery> retried() {
        return retried;
    }

    public ClockReading started() {
        return started;
    }

    public Duration took(ClockReading now) {
        return now.since(started);
    }

    /** The batch that it is a part of; null when it is whole. */
    @Nullable
    public SplitBatch split() {
        return split;
    }

    public void partOf(SplitBatch batch) {
        split = batch;
    }

    public void exchange(WebhookCall begun) {
        call = begun;
    }

    /** Whether its answer is known and only the rest of its body is read. */
    public boolean responded() {
        return call != null && call.responded();
    }

    /** Waits no longer; what is known until now is reported. */
    public void cancel() {
        if (call != null) {
            call.cancel();
        }
    }

    /** It has timed out: its deliveries have their verdict, and only a success can still change something. */
    void timeOut() {
        timedOut = true;
    }

    /** Its answer is waited for although it has timed out. */
    void waitFor() {
        waitedFor = true;
    }

    boolean waitedFor() {
        return waitedFor;
    }

    /** Its endpoint has been judged by it. */
    void judge() {
        judged = true;
    }

    /** Whether its endpoint has been judged by it; if not, that is left to the end of its exchange. */
    boolean judged() {
        return judged;
    }

    public boolean timedOut() {
        return timedOut;
    }

    /** Counts among the {@link FreshRequestLimit} or not. */
    void recent(boolean now) {
        recent = now;
    }

    boolean recent() {
        return recent;
    }
}
