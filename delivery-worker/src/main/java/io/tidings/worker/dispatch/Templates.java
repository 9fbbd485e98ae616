package io.tidings.worker.dispatch;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.table.SubscriptionEntry;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Predicate;

/** The common parts of all attempts of each subscription, prepared once for each version. Confined to the poll thread. */
final class Templates<T> {
    private final BiFunction<SubscriptionEntry, EventSchema, T> prepare;
    private final Map<SubscriptionKey, Prepared<T>> known = new HashMap<>();

    /**
     * @param offset of the subscription's version
     * @param schema of the events; a change of schema does not apply to events that were matched before
     */
    private record Prepared<T>(long offset, EventSchema schema, T template) {}

    Templates(BiFunction<SubscriptionEntry, EventSchema, T> prepare) {
        this.prepare = prepare;
    }

    T of(SubscriptionEntry entry, EventSchema schema) {
        var key = entry.subscription().key();
        var prepared = known.get(key);
        if (prepared == null || prepared.offset() != entry.offset() || prepared.schema() != schema) {
            prepared = new Prepared<>(entry.offset(), schema, prepare.apply(entry, schema));
            known.put(key, prepared);
        }
        return prepared.template();
    }

    void forgetIf(Predicate<SubscriptionKey> gone) {
        known.keySet().removeIf(gone);
    }
}
