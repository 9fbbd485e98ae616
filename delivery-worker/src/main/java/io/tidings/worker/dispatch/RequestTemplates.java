package io.tidings.worker.dispatch;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.subscription.Webhook;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.worker.schedule.Rate;
import io.tidings.worker.webhook.RequestTemplate;
import io.tidings.worker.webhook.SecretMask;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;

/** The request templates of all subscriptions, prepared once for each version. Confined to the poll thread. */
final class RequestTemplates {
    private final BatchLimits batchDefaults;
    private final Rate rate;
    private final boolean excerpts;
    private final Map<SubscriptionKey, Prepared> templates = new HashMap<>();

    /**
     * @param offset of the subscription's version
     * @param schema of the events; a change of schema does not apply to events that were matched before
     * @param rate of requests to its endpoint
     */
    record Prepared(long offset, EventSchema schema, RequestTemplate request, BatchLimits batch, Rate rate) {}

    /**
     * @param batchDefaults for subscriptions with batching but without own limits
     * @param excerpts whether to keep the beginnings of failed responses
     */
    RequestTemplates(BatchLimits batchDefaults, Rate rate, boolean excerpts) {
        this.batchDefaults = batchDefaults;
        this.rate = rate;
        this.excerpts = excerpts;
    }

    Prepared of(SubscriptionEntry entry, EventSchema schema) {
        var key = entry.subscription().key();
        var template = templates.get(key);
        if (template == null || template.offset() != entry.offset() || template.schema() != schema) {
            template = prepared(entry, schema);
            templates.put(key, template);
        }
        return template;
    }

    private Prepared prepared(SubscriptionEntry entry, EventSchema schema) {
        var subscription = entry.subscription();
        var batching = subscription.destination() instanceof Webhook webhook ? webhook.batching() : null;
        var bounds = batching != null && batching.on() ? batchDefaults.adjustedBy(batching) : BatchLimits.OFF;
        return new Prepared(
                entry.offset(),
                schema,
                RequestTemplate.of(
                        subscription,
                        schema,
                        !bounds.equals(BatchLimits.OFF),
                        excerpts ? SecretMask.of(subscription) : null),
                bounds,
                rateOf(entry));
    }

    /** Neither the rate that the endpoint granted nor the general limit is ever exceeded (B-SUB-3). */
    private Rate rateOf(SubscriptionEntry entry) {
        var granted = entry.provisioning().requestsPerMinute();
        var all = granted == null ? rate : rate.orSlower(Rate.perMinute(granted));
        return all.sharedBy(entry.subscription().extensions().lanes());
    }

    void forgetRemoved(Predicate<SubscriptionKey> exists) {
        templates.keySet().removeIf(exists.negate());
    }

    void clear() {
        templates.clear();
    }
}
