package io.tidings.worker.dispatch;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.subscription.KafkaDestination;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.runtime.kafka.AllowedDestinations;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;

/** The record templates of all subscriptions, prepared once for each version. Confined to the poll thread. */
final class RecordTemplates {
    private final AllowedDestinations allowed;
    private final Map<SubscriptionKey, Prepared> templates = new HashMap<>();

    /**
     * @param offset of the subscription's version
     * @param schema of the events; a change of schema does not apply to events that were matched before
     */
    private record Prepared(long offset, EventSchema schema, RecordTemplate template) {}

    RecordTemplates(AllowedDestinations allowed) {
        this.allowed = allowed;
    }

    /** @throws IllegalStateException if no setting names the topic */
    RecordTemplate of(SubscriptionEntry entry, KafkaDestination destination, EventSchema schema) {
        var key = entry.subscription().key();
        var known = templates.get(key);
        if (known == null || known.offset() != entry.offset() || known.schema() != schema) {
            var topic = allowed.topicOf(destination)
                    .orElseThrow(() -> new IllegalStateException(destination.name() + " has no Kafka topic"));
            known = new Prepared(
                    entry.offset(), schema, RecordTemplate.of(entry.subscription(), destination, schema, topic));
            templates.put(key, known);
        }
        return known.template();
    }

    void forgetRemoved(Predicate<SubscriptionKey> exists) {
        templates.keySet().removeIf(exists.negate());
    }
}
