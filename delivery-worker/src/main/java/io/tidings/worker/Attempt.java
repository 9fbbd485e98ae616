package io.tidings.worker;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.resource.SubscriptionEntry;
import io.tidings.worker.endpoint.Exchange;
import io.tidings.worker.lane.Turn;
import io.tidings.worker.probation.Standing;
import io.tidings.worker.tier.Moment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One request on its way, and the deliveries it carries.
 *
 * <p>Confined to the poll thread.
 */
final class Attempt {
    private final List<Ready> deliveries;
    private final SubscriptionEntry entry;
    private final Place grant;
    private final List<Ready> retried = new ArrayList<>(0);
    private final Moment started;
    private @Nullable SplitBatch split;
    private @Nullable Exchange exchange;
    private boolean timedOut;
    private boolean waitedFor;
    private boolean judged;
    private boolean recent;

    /**
     * What it takes up at its subscription until it ends.
     *
     * @param standing of the endpoint it was sent to
     * @param pass to judge the endpoint by it
     * @param turn of its lane
     */
    record Place(Standing standing, Standing.Pass pass, Turn<Ready> turn) {}

    /** @param deliveries at least one, all of the same subscription */
    Attempt(List<Ready> deliveries, SubscriptionEntry entry, Place place, Moment started) {
        this.deliveries = List.copyOf(deliveries);
        this.entry = entry;
        this.grant = place;
        this.started = started;
    }

    List<Ready> deliveries() {
        return deliveries;
    }

    SubscriptionKey subscription() {
        return entry.subscription().key();
    }

    /** The subscription as it was when the request was sent. */
    SubscriptionEntry entry() {
        return entry;
    }

    /** Host and port of the endpoint, all that logs may say of its URL. */
    String at() {
        var endpoint = entry.subscription().destination().endpoint();
        int port = endpoint.getPort();
        boolean https = "https".equalsIgnoreCase(endpoint.getScheme());
        return endpoint.getHost() + ":" + (port >= 0 ? port : https ? 443 : 80);
    }

    Place grant() {
        return grant;
    }

    /** What it holds in memory, about. */
    long bytes() {
        return grant.turn().bytes();
    }

    /** A delivery of it is queued for retry. */
    void retried(Ready delivery) {
        retried.add(delivery);
    }

    /** Those of its deliveries that are queued for retry. */
    List<Ready> retried() {
        return retried;
    }

    Moment started() {
        return started;
    }

    Duration took(Moment now) {
        return now.since(started);
    }

    /** The batch that it is a part of; null when it is whole. */
    @Nullable
    SplitBatch split() {
        return split;
    }

    void partOf(SplitBatch batch) {
        split = batch;
    }

    void exchange(Exchange begun) {
        exchange = begun;
    }

    /** Whether its answer is known and only the rest of its body is read. */
    boolean responded() {
        return exchange != null && exchange.responded();
    }

    /** Waits no longer; what is known until now is reported. */
    void cancel() {
        if (exchange != null) {
            exchange.cancel();
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

    boolean timedOut() {
        return timedOut;
    }

    /** Counts among the {@link RecentStarts} or not. */
    void recent(boolean now) {
        recent = now;
    }

    boolean recent() {
        return recent;
    }
}
