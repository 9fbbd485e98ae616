package io.tidings.worker;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.resource.SubscriptionEntry;
import io.tidings.worker.endpoint.RequestHead;
import io.tidings.worker.lane.BatchBounds;
import io.tidings.worker.lane.Rate;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;

/**
 * What the requests of each subscription look like, prepared once for each of its versions.
 *
 * <p>Confined to the poll thread.
 */
final class Heads {
    private final BatchBounds batchDefaults;
    private final Rate rate;
    private final Map<SubscriptionKey, Head> heads = new HashMap<>();

    /**
     * One subscription's.
     *
     * @param offset of the subscription's version
     * @param schema of the events; those matched before a change of schema keep theirs
     * @param rate at which its endpoint may be asked
     */
    record Head(long offset, EventSchema schema, RequestHead request, BatchBounds batch, Rate rate) {}

    /**
     * @param batchDefaults for what a subscription with batching leaves open
     * @param rate of every subscription
     */
    Heads(BatchBounds batchDefaults, Rate rate) {
        this.batchDefaults = batchDefaults;
        this.rate = rate;
    }

    Head of(SubscriptionEntry entry, EventSchema schema) {
        var key = entry.subscription().key();
        var head = heads.get(key);
        if (head == null || head.offset() != entry.offset() || head.schema() != schema) {
            head = prepared(entry, schema);
            heads.put(key, head);
        }
        return head;
    }

    private Head prepared(SubscriptionEntry entry, EventSchema schema) {
        var subscription = entry.subscription();
        var batching = subscription.destination().batching();
        var bounds = batching != null && batching.on() ? batchDefaults.adjustedBy(batching) : BatchBounds.OFF;
        return new Head(
                entry.offset(),
                schema,
                RequestHead.of(subscription, schema, !bounds.equals(BatchBounds.OFF)),
                bounds,
                rate);
    }

    /** Forgets those of subscriptions that are gone. */
    void forgetRemoved(Predicate<SubscriptionKey> exists) {
        heads.keySet().removeIf(exists.negate());
    }

    /** Forgets all; what is needed is prepared again. */
    void clear() {
        heads.clear();
    }
}
