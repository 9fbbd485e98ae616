package io.tidings.contract.matching;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.delivery.RecordValues;
import io.tidings.contract.event.Event;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.event.RecordFields;
import io.tidings.contract.json.AnyCase;
import io.tidings.contract.record.SubscriptionHeaders;
import io.tidings.contract.subscription.DeliveryAttribute.Dynamic;
import io.tidings.contract.subscription.Subscription;
import io.tidings.contract.table.SubscriptionEntry;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

public final class CompiledSubscription {
    private final SubscriptionEntry entry;
    private final CompiledFilter filter;
    private final SubscriptionHeaders subscription;
    private final List<String> recordPaths;

    private CompiledSubscription(SubscriptionEntry entry, CompiledFilter filter) {
        this.entry = entry;
        this.filter = filter;
        this.subscription = new SubscriptionHeaders(entry.subscription().key(), entry.uid());
        this.recordPaths = recordPaths(entry.subscription());
    }

    private static List<String> recordPaths(Subscription subscription) {
        return subscription.destination().attributes().stream()
                .map(each -> each instanceof Dynamic(var _, var path) && RecordFields.named(path) ? path : "")
                .filter(path -> !path.isEmpty())
                .map(AnyCase::of)
                .distinct()
                .toList();
    }

    public static CompiledSubscription of(SubscriptionEntry entry) {
        return new CompiledSubscription(
                entry, CompiledFilter.of(entry.subscription().filter()));
    }

    public SubscriptionKey key() {
        return entry.subscription().key();
    }

    public SubscriptionEntry entry() {
        return entry;
    }

    public SubscriptionHeaders addressee() {
        return subscription;
    }

    /** The event types of the filter; empty for all. */
    Set<String> types() {
        return filter.types();
    }

    /**
     * Returns the schema to deliver the event in; empty if it does not match.
     *
     * @param now an expired subscription matches no longer (B-MATCH-4)
     */
    public Optional<EventSchema> wants(Event event, Instant now) {
        return entry.subscription().expired(now) || !filter.passes(event) ? Optional.empty() : deliveredAs(event);
    }

    /** Returns the schema to deliver the event in, whatever the filter says; empty if there is none. */
    public Optional<EventSchema> deliveredAs(Event event) {
        var wanted = entry.subscription().deliveredAs(event.schema());
        return event.schema().deliverableAs(wanted) ? Optional.of(wanted) : Optional.empty();
    }

    /** Returns the order key of the event (B-LANE-2); null if it is sent in no order. */
    public @Nullable String orderKey(Event event) {
        var orderBy = entry.subscription().extensions().orderBy();
        return orderBy == null ? null : orderBy.keyOf(event);
    }

    /**
     * Returns the lane of the event among the subscription's lanes (B-LANE-1).
     *
     * @param orderKey whose events share a lane; null for an event without order
     */
    public int lane(Event event, @Nullable String orderKey) {
        return entry.subscription().lane(orderKey == null ? event.id() : orderKey);
    }

    /** Returns the fields of the event's record that the delivery attributes of this subscription ask for. */
    public RecordValues recordValues(Event event) {
        var record = event.record();
        return record == null || recordPaths.isEmpty() ? RecordValues.NONE : RecordValues.of(record, recordPaths);
    }

    /** Returns a sentence about the first condition that keeps the event from this subscription; empty if it matches. */
    public Optional<String> explain(Event event, Instant now) {
        return explain(event, now, true);
    }

    /** @param values whether the sentence may quote data of the event */
    public Optional<String> explain(Event event, Instant now, boolean values) {
        var subscription = entry.subscription();
        if (subscription.expired(now)) {
            return Optional.of("expirationTimeUtc: the subscription expired at " + subscription.expires());
        }
        return Explanation.of(subscription.filter(), event, values).or(() -> schemaMismatch(event));
    }

    private Optional<String> schemaMismatch(Event event) {
        return deliveredAs(event).isPresent()
                ? Optional.empty()
                : Optional.of("eventDeliverySchema: events of this topic ("
                        + event.schema().inputName() + ") cannot be delivered as "
                        + entry.subscription().deliveredAs(event.schema()).deliveryName());
    }
}
